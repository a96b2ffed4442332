package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.awt.BorderLayout;
import java.awt.Container;
import java.awt.EventQueue;
import java.awt.Graphics2D;
import java.awt.Toolkit;
import java.awt.event.ActionEvent;
import java.awt.event.InvocationEvent;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import javax.swing.JButton;
import javax.swing.JEditorPane;
import javax.swing.JPanel;
import javax.swing.JProgressBar;
import javax.swing.JTable;
import javax.swing.JTree;
import javax.swing.SwingUtilities;
import javax.swing.SwingWorker;
import javax.swing.Timer;
import javax.swing.UIManager;
import javax.swing.event.TableModelEvent;
import javax.swing.table.DefaultTableModel;

/** Swing without a screen: painting, the event queue, workers, timers, and a nested loop of events. */
public final class Desktop extends LargeProgram {
    private static final int ROWS = 20;

    @Override
    protected void start(Place place) throws Exception {
        UIManager.setLookAndFeel("javax.swing.plaf.metal.MetalLookAndFeel");
        SwingUtilities.invokeAndWait(() -> expect(SwingUtilities.isEventDispatchThread(), "not the event thread"));
    }

    @Override
    public int kinds() {
        return 5;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        return switch (kind) {
            case 0 -> painted();
            case 1 -> worked();
            case 2 -> timed();
            case 3 -> nested();
            default -> posted();
        };
    }

    /** Components are made, changed and painted by the event thread. */
    private static long painted() throws Exception {
        long[] sum = new long[1];
        SwingUtilities.invokeAndWait(() -> {
            DefaultTableModel model = new DefaultTableModel(new Object[] {"a", "b"}, 0);
            AtomicInteger inserted = new AtomicInteger();
            model.addTableModelListener(event -> {
                if (event.getType() == TableModelEvent.INSERT) {
                    inserted.incrementAndGet();
                }
            });
            for (int i = 0; i < ROWS; i++) {
                model.addRow(new Object[] {i, "row " + i});
            }
            same(ROWS, inserted.get(), "events of the table");
            JPanel panel = new JPanel(new BorderLayout());
            panel.add(new JTable(model), BorderLayout.CENTER);
            panel.add(new JTree(new Object[] {"x", "y", "z"}), BorderLayout.WEST);
            panel.add(new JButton("press"), BorderLayout.SOUTH);
            panel.add(new JEditorPane("text/html", "<h1>title</h1><p>some <b>text</b>"), BorderLayout.NORTH);
            panel.setSize(400, 300);
            lay(panel);
            BufferedImage image = new BufferedImage(400, 300, BufferedImage.TYPE_INT_RGB);
            Graphics2D graphics = image.createGraphics();
            panel.paint(graphics);
            graphics.dispose();
            CRC32 crc = new CRC32();
            for (int rgb : image.getRGB(0, 0, 400, 300, null, 0, 400)) {
                crc.update(rgb);
                crc.update(rgb >> 8);
            }
            sum[0] = crc.getValue();
        });
        return sum[0];
    }

    private static void lay(Container container) {
        container.doLayout();
        for (int i = 0; i < container.getComponentCount(); i++) {
            if (container.getComponent(i) instanceof Container child) {
                lay(child);
            }
        }
    }

    /** A worker publishes, and is told to be done by the event thread. */
    private static long worked() throws Exception {
        AtomicLong seen = new AtomicLong();
        CountDownLatch done = new CountDownLatch(1);
        JProgressBar bar = new JProgressBar();
        SwingWorker<Long, Integer> worker = new SwingWorker<>() {
            @Override
            protected Long doInBackground() throws InterruptedException {
                expect(!SwingUtilities.isEventDispatchThread(), "the event thread works");
                for (int i = 1; i <= ROWS; i++) {
                    publish(i);
                    setProgress(i * 100 / ROWS);
                    Thread.sleep(1);
                }
                return 17L;
            }

            @Override
            protected void process(List<Integer> chunks) {
                expect(SwingUtilities.isEventDispatchThread(), "processed elsewhere");
                chunks.forEach(seen::addAndGet);
            }

            @Override
            protected void done() {
                done.countDown();
            }
        };
        worker.addPropertyChangeListener(event -> {
            if (event.getPropertyName().equals("progress")) {
                bar.setValue((Integer) event.getNewValue());
            }
        });
        worker.execute();
        long result = worker.get();
        done.await();
        // what was published may be processed after done
        while (seen.get() < ROWS * (ROWS + 1) / 2) {
            SwingUtilities.invokeAndWait(() -> {});
            Thread.sleep(1);
        }
        return result * 1000 + seen.get();
    }

    private static long timed() throws Exception {
        CountDownLatch rung = new CountDownLatch(5);
        Timer timer = new Timer(2, event -> rung.countDown());
        timer.setCoalesce(false);
        timer.start();
        rung.await();
        timer.stop();
        expect(!timer.isRunning(), "the timer runs");
        return 5;
    }

    /** A modal wait: events are dispatched in an event. */
    private static long nested() throws Exception {
        StringBuffer order = new StringBuffer();
        SwingUtilities.invokeAndWait(() -> {
            EventQueue queue = Toolkit.getDefaultToolkit().getSystemEventQueue();
            var loop = queue.createSecondaryLoop();
            Thread other = new Thread(() -> {
                EventQueue.invokeLater(() -> order.append("inner "));
                EventQueue.invokeLater(loop::exit);
            });
            other.start();
            expect(loop.enter(), "no inner loop");
            order.append("outer");
        });
        return order.toString().hashCode();
    }

    private static long posted() throws Exception {
        EventQueue queue = Toolkit.getDefaultToolkit().getSystemEventQueue();
        CountDownLatch pressed = new CountDownLatch(3);
        JButton button = new JButton("press");
        button.addActionListener((ActionEvent event) -> pressed.countDown());
        for (int i = 0; i < 3; i++) {
            queue.postEvent(new InvocationEvent(button, button::doClick));
        }
        pressed.await();
        return 3;
    }

    @Override
    protected void stop() {}
}
