package jdk.internal.weft.management;

import java.io.IOException;
import jdk.internal.misc.Signal;

/**
 * Dumps all threads to standard output at the signal URG: the VM leaves it free, and does nothing at it where there is
 * no Weft. A program's own handler stays, or takes its place.
 */
public final class DumpSignal {
    private DumpSignal() {}

    /** From now on. */
    public static void install() {
        try {
            Signal urgent = new Signal("URG");
            Signal.Handler before = Signal.handle(urgent, new Dumping());
            if (before != Signal.Handler.SIG_DFL && before != Signal.Handler.SIG_IGN) {
                Signal.handle(urgent, before);
            }
        } catch (IllegalArgumentException e) {
            // the VM was told to leave signals alone
            return;
        }
    }

    /** A class of its own: the agent, which installs it, is compiled without the VM's signals. */
    private static final class Dumping implements Signal.Handler {
        @Override
        public void handle(Signal signal) {
            try {
                OwnDumps.print();
            } catch (IOException e) {
                System.err.println("weft: no dump: " + e.getMessage());
            }
        }
    }
}
