package dev.weft.agent.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

@Name("weft.SocketWrite")
@Label("Socket Write of a Fiber")
@Description("A fiber has written to a socket.")
@Category({"Weft"})
@StackTrace(false)
@Enabled(false)
@Threshold("20 ms")
final class SocketWriteEvent extends SocketEvent {
    @Label("Bytes Written")
    @DataAmount
    long bytesWritten;

    @Override
    void count(long bytes) {
        bytesWritten = Math.max(0, bytes);
    }
}
