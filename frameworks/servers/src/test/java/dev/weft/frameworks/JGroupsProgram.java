package dev.weft.frameworks;

import org.jgroups.JChannel;
import org.jgroups.blocks.RequestOptions;
import org.jgroups.blocks.RpcDispatcher;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.SHARED_LOOPBACK;
import org.jgroups.protocols.SHARED_LOOPBACK_PING;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.util.ThreadCreator;
import org.jgroups.util.Util;

/** JGroups 5: two members in one JVM, one calls a method of the other. */
public final class JGroupsProgram {
    private JGroupsProgram() {}

    /** What is called. */
    public static final class Service {
        public String answer() {
            return Where.amI();
        }
    }

    private static JChannel channel(String name) throws Exception {
        TP transport = new SHARED_LOOPBACK();
        transport.useVirtualThreads(true);
        return new JChannel(
                        transport,
                        new SHARED_LOOPBACK_PING(),
                        new MERGE3(),
                        new NAKACK2(),
                        new UNICAST3(),
                        new STABLE(),
                        new GMS().printLocalAddress(false),
                        new UFC(),
                        new MFC(),
                        new FRAG2())
                .name(name);
    }

    public static void main(String[] args) throws Exception {
        Where.say("hasVirtualThreads", "" + ThreadCreator.hasVirtualThreads());
        try (JChannel first = channel("first");
                JChannel second = channel("second")) {
            RpcDispatcher caller = new RpcDispatcher(first, new Service());
            new RpcDispatcher(second, new Service());
            first.connect("cluster");
            second.connect("cluster");
            Util.waitUntilAllChannelsHaveSameView(20_000, 50, first, second);
            for (int i = 0; i < 3; i++) {
                Object answer =
                        caller.callRemoteMethod(second.getAddress(), "answer", null, null, RequestOptions.SYNC());
                Where.say("useVirtualThreads", (String) answer);
            }
        }
    }
}
