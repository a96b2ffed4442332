package dev.weft.bench.report;

import dev.weft.bench.ProducerConsumer.Queue;
import dev.weft.bench.shape.Shapes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The catalogue of what can be measured by JMH. */
final class Figures {
    private static final List<String> PEERS = List.of(Runtime.WEFT, Runtime.VIRTUAL, Runtime.PLAIN);
    /** Where threads do nothing but meet, those of the kernel also on one processor. */
    static final List<String> MEETING = List.of(Runtime.WEFT, Runtime.VIRTUAL, Runtime.PLAIN, Runtime.PLAIN_BOUND);

    private static final List<String> COPIES = List.of(Runtime.WEFT, Runtime.WEFT_PLATFORM, Runtime.PLAIN);

    static final String NEVER_SUSPENDING = "never-suspending";
    static final String HAND_OVER = "hand-over by LockSupport, 1 carrier";

    private Figures() {}

    static List<Figure> all() {
        List<Figure> all = new ArrayList<>();
        all.add(new Figure("hand-over", HAND_OVER, "HandOver.lockSupport", "", 1, MEETING, "ns"));
        all.add(peers("hand-over", "hand-over by LockSupport, 2 carriers", "HandOver.lockSupport", "", 2));
        all.add(peers("ring", "ring of 1,000, per hop, 1 carrier", "Ring.hop", "threads=1000", 1));
        all.add(peers("start-join", "start and join, one by one", "StartJoin.oneByOne", "", 1));
        all.add(peers("start-join", "start and join, 1,000 together", "StartJoin.thousand", "", 1));
        all.add(peers("queues", "ArrayBlockingQueue, per message", "QueuePingPong.arrayBlockingQueue", "", 1));
        all.add(peers("queues", "SynchronousQueue, per message", "QueuePingPong.synchronousQueue", "", 1));
        all.add(peers("wait-notify", "wait/notify ping-pong, 1 carrier", "WaitNotify.pingPong", "", 1));
        all.add(peers("wait-notify", "wait/notify ping-pong, 2 carriers", "WaitNotify.pingPong", "", 2));
        all.add(copies("monitors", "uncontended synchronized block", "Monitor.block", "", "ns"));
        all.add(copies("monitors", "uncontended synchronized method", "Monitor.method", "", "ns"));
        all.add(peers("monitors", "hand-over, parked outside monitors", "Monitor.parkOutside", "", 1));
        all.add(peers("monitors", "hand-over, each parked in a monitor", "Monitor.parkInside", "", 1));
        for (Queue queue : Queue.values()) {
            String title = "10 producers, 10 consumers, " + queue.name().toLowerCase(Locale.ROOT) + " queue";
            String parameter = "queue=" + queue;
            all.add(new Figure("producers", title, "ProducerConsumer.message", parameter, 0, PEERS, "ns"));
        }
        all.add(convoy("100 threads, a fair ReentrantLock, per turn", "LockConvoy.fairLock"));
        all.add(convoy("100 threads, a ReentrantLock, per turn", "LockConvoy.lock"));
        all.add(convoy("100 threads, a monitor, per turn", "LockConvoy.monitor"));
        for (Shapes shape : Shapes.values()) {
            String title = shape.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            all.add(copies(NEVER_SUSPENDING, title, "NeverSuspending.run", "shape=" + shape, "us"));
        }
        String storm = "2,000 threads sleep 10 times 5 ms";
        all.add(new Figure("sleep-storm", storm, "SleepStorm.sleeps", "", 0, PEERS, "ms"));
        return all;
    }

    private static Figure convoy(String title, String benchmark) {
        return new Figure("convoy", title, benchmark, "", 0, PEERS, "ns");
    }

    private static Figure peers(String set, String title, String benchmark, String parameter, int carriers) {
        return new Figure(set, title, benchmark, parameter, carriers, PEERS, "ns");
    }

    private static Figure copies(String set, String title, String benchmark, String parameter, String unit) {
        return new Figure(set, title, benchmark, parameter, 1, COPIES, unit);
    }
}
