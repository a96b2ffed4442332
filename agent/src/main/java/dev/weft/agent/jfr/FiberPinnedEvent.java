package dev.weft.agent.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A fiber has blocked its carrier while it waited, since a frame cannot be left. */
@Name("weft.FiberPinned")
@Label("Fiber Pinned")
@Description("A fiber has blocked its carrier while it waited, since a frame cannot be left.")
@Category({"Weft"})
@StackTrace(false)
@Enabled(false)
@Threshold("20 ms")
final class FiberPinnedEvent extends Event {
    @Label("Fiber")
    String fiber;

    @Label("Thread Id")
    long fiberId;

    @Label("Frame")
    @Description("The frame that cannot be left.")
    String frame;

    @Label("Reason")
    String reason;

    @Label("Carrier")
    String carrier;
}
