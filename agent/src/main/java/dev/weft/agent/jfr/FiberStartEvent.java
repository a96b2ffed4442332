package dev.weft.agent.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A fiber starts. */
@Name("weft.FiberStart")
@Label("Fiber Start")
@Description("A fiber starts.")
@Category({"Weft"})
@StackTrace(false)
@Enabled(false)
final class FiberStartEvent extends Event {
    @Label("Fiber")
    String fiber;

    @Label("Thread Id")
    long fiberId;
}
