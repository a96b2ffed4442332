package dev.weft.agent.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** A fiber was on its carrier, with the frames that are parked. */
@Name("weft.FiberSample")
@Label("Fiber Sample")
@Description("A fiber was on its carrier: its whole stack, with the frames that are parked.")
@Category({"Weft"})
@StackTrace(false)
@Enabled(false)
@Period("20 ms")
final class FiberSampleEvent extends Event {
    @Label("Fiber")
    String fiber;

    @Label("Thread Id")
    long fiberId;

    @Label("Carrier")
    String carrier;

    @Label("Stack")
    @Description("Frames from the outermost to the innermost one, with semicolons between them.")
    String stack;
}
