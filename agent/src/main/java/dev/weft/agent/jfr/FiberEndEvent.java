package dev.weft.agent.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A fiber has ended. */
@Name("weft.FiberEnd")
@Label("Fiber End")
@Description("A fiber has ended.")
@Category({"Weft"})
@StackTrace(false)
@Enabled(false)
final class FiberEndEvent extends Event {
    @Label("Fiber")
    String fiber;

    @Label("Thread Id")
    long fiberId;
}
