package dev.weft.agent.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

@Name("weft.SocketRead")
@Label("Socket Read of a Fiber")
@Description("A fiber has read from a socket.")
@Category({"Weft"})
@StackTrace(false)
@Enabled(false)
@Threshold("20 ms")
final class SocketReadEvent extends SocketEvent {
    @Label("Bytes Read")
    @DataAmount
    long bytesRead;

    @Label("End of Stream")
    @Description("Whether the peer had closed its side.")
    boolean endOfStream;

    @Override
    void count(long bytes) {
        bytesRead = Math.max(0, bytes);
        endOfStream = bytes < 0;
    }
}
