package dev.weft.agent.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A fiber has waited without a carrier. */
@Name("weft.FiberPark")
@Label("Fiber Park")
@Description("A fiber has waited without a carrier.")
@Category({"Weft"})
@StackTrace(false)
@Enabled(false)
@Threshold("20 ms")
final class FiberParkEvent extends Event {
    @Label("Fiber")
    String fiber;

    @Label("Thread Id")
    long fiberId;

    @Label("Blocker")
    @Description("Class of what the fiber waited for, if it said so.")
    Class<?> blocker;

    @Label("Frame")
    @Description("The innermost frame that is not the JDK's, or else the innermost one.")
    String frame;
}
