package dev.weft.macro;

import dev.weft.bench.macro.MacroProgram;
import dev.weft.bench.macro.Place;
import dev.weft.bench.macro.WrongAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.zip.CRC32;

/** A pipeline of eight stages, each a thread, with queues of 100 places between them. The stages work a little. */
public final class Queues implements MacroProgram {
    private static final int STAGES = 8;
    private static final int PLACES = 100;
    private static final byte[] END = {};

    private final List<Thread> threads = new ArrayList<>();
    private final BlockingQueue<byte[]> first = new ArrayBlockingQueue<>(PLACES);
    private volatile long received;
    private volatile long sum;
    private volatile Throwable failure;
    private long sent;

    @Override
    public void open(Place place) {
        BlockingQueue<byte[]> in = first;
        for (int i = 0; i < STAGES; i++) {
            BlockingQueue<byte[]> from = in;
            BlockingQueue<byte[]> to = i == STAGES - 1 ? null : new ArrayBlockingQueue<>(PLACES);
            Thread stage = Place.threads().newThread(() -> {
                try {
                    pass(place, from, to);
                } catch (Throwable e) {
                    failure = e;
                }
            });
            threads.add(stage);
            stage.start();
            in = to;
        }
    }

    private void pass(Place place, BlockingQueue<byte[]> from, BlockingQueue<byte[]> to) throws InterruptedException {
        long count = 0;
        long total = 0;
        byte[] message = from.take();
        while (message != END) {
            message[0]++;
            long crc = crc(message);
            if (to == null) {
                total += crc;
                count++;
                place.curve().add(1);
            } else {
                to.put(message);
            }
            message = from.take();
        }
        if (to == null) {
            received = count;
            sum = total;
        } else {
            to.put(END);
        }
    }

    private static long crc(byte[] message) {
        CRC32 crc = new CRC32();
        crc.update(message);
        return crc.getValue();
    }

    @Override
    public int workers() {
        return 1;
    }

    @Override
    public int unitsPerCall() {
        return 0;
    }

    @Override
    public long unit(int worker, int kind) throws InterruptedException {
        first.put(new byte[100]);
        sent++;
        return 0;
    }

    @Override
    public long check(long calls) throws Exception {
        first.put(END);
        for (Thread thread : threads) {
            thread.join(Place.PATIENCE.toMillis());
        }
        if (failure != null) {
            throw new IllegalStateException("a stage", failure);
        }
        byte[] last = new byte[100];
        last[0] = STAGES;
        WrongAnswer.unlessEqual("messages", sent, received);
        WrongAnswer.unlessEqual("their sum", sent * crc(last), sum);
        return crc(last);
    }
}
