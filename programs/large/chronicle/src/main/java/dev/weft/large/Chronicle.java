package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.threads.Pauser;

/** Chronicle Queue and Map: memory-mapped files, code compiled as the program runs, and pausers of all kinds. */
public final class Chronicle extends LargeProgram {
    private static final int MESSAGES = 300;

    private final AtomicInteger number = new AtomicInteger();
    private ChronicleMap<Integer, CharSequence> map;
    private Path folder;

    /** What is written by calls. */
    public interface Says {
        /** A word. */
        void say(String word);

        /** A number. */
        void count(long number);
    }

    @Override
    protected void start(Place place) throws Exception {
        folder = place.folder();
        map = ChronicleMap.of(Integer.class, CharSequence.class)
                .name("large")
                .averageValue("a value of some length")
                .entries(5_000)
                .createPersistedTo(folder.resolve("map").toFile());
    }

    @Override
    public int kinds() {
        return 4;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        for (int i = 0; i < MESSAGES; i++) {
            map.put(worker * 1000 + i, "value " + i * kind);
        }
        long sum = 0;
        for (int i = 0; i < MESSAGES; i++) {
            sum = sum * 31 + map.get(worker * 1000 + i).toString().hashCode();
        }
        Pauser pauser =
                switch (kind) {
                    case 0 -> Pauser.busy();
                    case 1 -> Pauser.yielding();
                    case 2 -> Pauser.balanced();
                    default -> Pauser.sleepy();
                };
        try (SingleChronicleQueue queue = SingleChronicleQueueBuilder.binary(
                        folder.resolve("queue-" + number.getAndIncrement()).toFile())
                .blockSize(1 << 20)
                .build()) {
            long[] got = new long[2];
            Thread reader = new Thread(() -> {
                ExcerptTailer tailer = queue.createTailer();
                var methods = tailer.methodReader(new Says() {
                    @Override
                    public void say(String word) {
                        got[0] = got[0] * 31 + word.hashCode();
                        got[1]++;
                    }

                    @Override
                    public void count(long number) {
                        got[0] = got[0] * 31 + number;
                        got[1]++;
                    }
                });
                while (got[1] < MESSAGES) {
                    if (methods.readOne()) {
                        pauser.reset();
                    } else {
                        pauser.pause();
                    }
                }
                tailer.close();
            });
            reader.start();
            try (ExcerptAppender appender = queue.createAppender()) {
                Says says = appender.methodWriter(Says.class);
                for (int i = 0; i < MESSAGES; i += 2) {
                    says.say("word " + i);
                    says.count(i);
                }
                reader.join();
            }
            return sum * 31 + got[0];
        }
    }

    @Override
    protected void stop() {
        map.close();
    }
}
