package dev.weft.agent.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A carrier has waited for its fiber, while others ran in its place. */
@Name("weft.CarrierBlocked")
@Label("Carrier Blocked")
@Description("A carrier has waited for its fiber, while others ran in its place.")
@Category({"Weft"})
@StackTrace(false)
@Enabled(false)
@Threshold("20 ms")
final class CarrierBlockedEvent extends Event {
    @Label("Fiber")
    String fiber;

    @Label("Thread Id")
    long fiberId;

    @Label("Carrier")
    String carrier;
}
