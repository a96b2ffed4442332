package dev.weft.programs;

import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockConstruction;
import static org.mockito.Mockito.mockStatic;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import org.mockito.MockedConstruction;
import org.mockito.MockedStatic;

/**
 * Mockito's inline mocks, which are made by an agent that retransforms loaded classes: of a final class, of static
 * methods, of constructors, of interfaces and classes of the JDK, and spies; with answers that wait, and while threads
 * wait in methods of the class that is being changed.
 */
public final class Mocks {
    private Mocks() {}

    /** What is mocked. */
    static final class Desk {
        private final String owner;

        Desk(String owner) {
            this.owner = owner;
        }

        String ask(String question) {
            return owner + " hears " + question;
        }

        int add(int a, int b) {
            return a + b;
        }

        int twice(int a) {
            return add(a, a);
        }

        static String sign(String text) {
            return text + "!";
        }

        /** Waits in the midst of a computation, with a monitor. */
        synchronized String visit(int number, CountDownLatch inside, CountDownLatch open) throws InterruptedException {
            int sum = add(number, 1);
            inside.countDown();
            wait(1);
            open.await();
            sum = add(sum, 10);
            return ask("visitor " + sum) + sign("");
        }
    }

    /** Prints what mocks say. */
    public static void main(String[] args) throws Exception {
        CountDownLatch inside = new CountDownLatch(8);
        CountDownLatch open = new CountDownLatch(1);
        String[] visits = new String[8];
        Thread[] visitors = new Thread[visits.length];
        for (int i = 0; i < visitors.length; i++) {
            int number = i;
            Desk real = new Desk("real " + i);
            visitors[i] = new Thread(() -> visits[number] = visit(real, number, inside, open));
            visitors[i].start();
        }
        inside.await();
        Desk desk = mock(Desk.class);
        when(desk.add(anyInt(), anyInt())).thenReturn(42);
        when(desk.twice(7)).thenCallRealMethod();
        System.out.println("mock: " + desk.ask("?") + " " + desk.add(1, 2) + " " + desk.twice(7) + " " + desk.twice(8));
        statics();
        constructors();
        open.countDown();
        for (Thread each : visitors) {
            each.join();
        }
        System.out.println("visits: " + List.of(visits));
        Crowd.run("answers that wait", 50, Mocks::rendezvous);
        Crowd.run("spies", 20, Mocks::spies);
        Crowd.run("static methods", 20, number -> statically(number));
        ofJdk();
        System.out.println("visit: " + visit(new Desk("late"), 1, new CountDownLatch(0), new CountDownLatch(0)));
    }

    private static String visit(Desk desk, int number, CountDownLatch inside, CountDownLatch open) {
        try {
            return desk.visit(number, inside, open);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void statics() {
        try (MockedStatic<Desk> mocked = mockStatic(Desk.class)) {
            mocked.when(() -> Desk.sign(anyString())).thenReturn("signed");
            System.out.println("static: " + Desk.sign("a"));
            mocked.verify(() -> Desk.sign("a"));
        }
        System.out.println("static again: " + Desk.sign("a"));
    }

    private static void constructors() {
        try (MockedConstruction<Desk> mocked = mockConstruction(Desk.class, (mock, context) -> when(mock.ask("?"))
                .thenReturn("constructed with " + context.arguments()))) {
            System.out.println("constructor: " + new Desk("nobody").ask("?") + " "
                    + mocked.constructed().size());
        }
        System.out.println("constructor again: " + new Desk("somebody").ask("?"));
    }

    /** The answer waits for another thread. */
    private static Object rendezvous(int number) throws Exception {
        SynchronousQueue<String> queue = new SynchronousQueue<>();
        Desk desk = mock(Desk.class);
        when(desk.ask(anyString())).thenAnswer(call -> queue.take() + call.getArgument(0));
        Thread other = new Thread(() -> {
            try {
                queue.put("to " + number + ": ");
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        String answer = desk.ask("?");
        other.join();
        verify(desk, times(1)).ask("?");
        return answer;
    }

    private static Object spies(int number) {
        Desk desk = spy(new Desk("spied " + number));
        doAnswer(call -> {
                    Thread.sleep(1);
                    return (Integer) call.callRealMethod() + 1;
                })
                .when(desk)
                .add(anyInt(), anyInt());
        String text = desk.twice(number) + " " + desk.ask("x");
        verify(desk).twice(number);
        verify(desk).add(number, number);
        return text;
    }

    private static Object statically(int number) throws Exception {
        try (MockedStatic<Desk> mocked = mockStatic(Desk.class)) {
            mocked.when(() -> Desk.sign(anyString())).thenAnswer(call -> {
                Thread.sleep(1);
                return "signed by " + number;
            });
            return Desk.sign("a");
        }
    }

    private static void ofJdk() {
        List<String> list = spy(new ArrayList<>(List.of("a", "b")));
        when(list.size()).thenReturn(100);
        list.add("c");
        verify(list).add("c");
        Appendable interfaceOfJdk = mock(Appendable.class);
        System.out.println("JDK: " + list.size() + " " + list.get(2) + " " + (interfaceOfJdk.hashCode() != 0));
        System.out.println("others: " + new ArrayList<>(List.of(1, 2)).size());
    }
}
