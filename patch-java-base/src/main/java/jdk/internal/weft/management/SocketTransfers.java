package jdk.internal.weft.management;

import java.weft.CarrierContext;
import java.weft.FiberEvents;
import jdk.internal.weft.fiber.Fibers;

/** What the sockets of the woven JDK tell the flight recorder, if there is one, of what fibers read and write. */
public final class SocketTransfers {
    private SocketTransfers() {}

    /** The caller is about to read. */
    public static void reads() {
        begins(false);
    }

    /** The caller is about to write. */
    public static void writes() {
        begins(true);
    }

    private static void begins(boolean isWrite) {
        FiberEvents recorder = FiberEvents.recorder;
        if (recorder != null) {
            Thread thread = CarrierContext.currentThread();
            if (Fibers.isFiber(thread)) {
                recorder.transfers(thread, isWrite);
            }
        }
    }

    /** The caller has read or written that many bytes, -1 at the end of the stream: {@link FiberEvents#transferred}. */
    public static void ended(long bytes, Object peer) {
        FiberEvents recorder = FiberEvents.recorder;
        if (recorder != null) {
            recorder.transferred(CarrierContext.currentThread(), peer, bytes);
        }
    }
}
