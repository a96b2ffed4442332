package dev.weft.stress.shapes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Between two accesses, actors do move from one kernel thread to another: else forms that suspend prove little. */
public final class Migration {
    private Migration() {}

    private static String kernelThread() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/thread-self")).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean moves() {
        String before = kernelThread();
        Between.step();
        return !kernelThread().equals(before);
    }

    /** Interesting where an actor has moved. */
    @JCStressTest
    @Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "Stayed.")
    @Outcome(expect = Expect.ACCEPTABLE_INTERESTING, desc = "Moved.")
    @State
    public static class RelaxedMoves {
        @Actor
        public void first(ZZ_Result r) {
            r.r1 = moves();
        }

        @Actor
        public void second(ZZ_Result r) {
            r.r2 = moves();
        }
    }
}
