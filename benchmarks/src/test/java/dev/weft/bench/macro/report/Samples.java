package dev.weft.bench.macro.report;

import dev.weft.bench.macro.Curve;
import dev.weft.bench.macro.MacroProgram;
import dev.weft.bench.macro.Place;
import dev.weft.bench.macro.WrongAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Programs for the tests of the harness: one that is right, and others each with a defect. */
final class Samples {
    private Samples() {}

    /** Computes a little. */
    public static class Right implements MacroProgram {
        Curve curve;

        @Override
        public void open(Place place) throws IOException {
            curve = place.curve();
            Files.writeString(place.folder().resolve("left"), "behind");
            Files.writeString(Path.of(System.getProperty("java.io.tmpdir")).resolve("left"), "behind");
        }

        @Override
        public int kinds() {
            return 3;
        }

        @Override
        public long unit(int worker, int kind) throws Exception {
            Thread.sleep(1);
            return kind * 7L;
        }
    }

    /** Computes something else on each call. */
    public static final class Changing extends Right {
        private final AtomicLong count = new AtomicLong();

        @Override
        public long unit(int worker, int kind) {
            return count.incrementAndGet();
        }
    }

    /** Always computes the same, but not the right thing. */
    public static final class Other extends Right {
        @Override
        public long unit(int worker, int kind) {
            return kind * 8L;
        }
    }

    /** Has lost something. */
    public static final class Losing extends Right {
        @Override
        public long check(long calls) {
            throw new WrongAnswer("one is lost");
        }
    }

    /** Throws in a worker. */
    public static final class Throwing extends Right {
        @Override
        public long unit(int worker, int kind) {
            throw new IllegalStateException("meant");
        }
    }

    /** Does nothing, and says that all went well. */
    public static final class Idle extends Right {
        @Override
        public int workers() {
            return 0;
        }
    }

    /** Never ends a unit, with a process of its own that does not end either. */
    public static final class Hanging extends Right {
        @Override
        public long unit(int worker, int kind) throws Exception {
            if (worker == 0) {
                new ProcessBuilder("sleep", "600").start();
            }
            new CountDownLatch(1).await();
            return 0;
        }
    }
}
