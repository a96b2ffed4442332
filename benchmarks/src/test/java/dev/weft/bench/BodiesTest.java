package dev.weft.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.weft.bench.peer.Shape;
import dev.weft.bench.shape.Shapes;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class BodiesTest {
    @Test
    void everyHandOverIsSeen() throws InterruptedException {
        assertEquals(1_001, HandOver.handOver(1_001));
        assertEquals(1_000, WaitNotify.pingPong(1_000));
        assertEquals(1_000, Monitor.handOver(1_000, false));
        assertEquals(1_000, Monitor.handOver(1_000, true));
    }

    @Test
    void aTokenGoesRoundTheRingAsOftenAsAsked() throws InterruptedException {
        Ring ring = new Ring();
        ring.threads = 10;
        ring.start();
        try {
            assertEquals(95, ring.sendRound(95));
            assertEquals(1, ring.sendRound(1));
        } finally {
            ring.stop();
        }
    }

    @Test
    void everyMessageArrivesOnce() throws InterruptedException {
        assertEquals(1_000, QueuePingPong.pingPong(1_000, new ArrayBlockingQueue<>(1), new ArrayBlockingQueue<>(1)));
        assertEquals(1_000, QueuePingPong.pingPong(1_000, new SynchronousQueue<>(), new SynchronousQueue<>()));
    }

    @Test
    void everyElementOfAnIteratorIsSeen() throws Exception {
        try (Shape shape = GeneratorShapes.open("by-hand", 0)) {
            assertEquals(1_000, shape.run(1_000));
        }
        assertNull(GeneratorShapes.open("by-foot", 0));
    }

    @Test
    void everyThreadRuns() throws InterruptedException {
        assertEquals(100, StartJoin.startAndJoin(100, 1));
        assertEquals(100, StartJoin.startAndJoin(100, 50));
        assertEquals(60, SleepStorm.storm(20, 3));
    }

    @Test
    void everyAdditionInAMonitorCounts() throws InterruptedException {
        assertEquals(1_000, Monitor.count(new Monitor.Counter(), 1_000, true));
        assertEquals(1_000, Monitor.count(new Monitor.Counter(), 1_000, false));
    }

    @ParameterizedTest
    @EnumSource(Shapes.class)
    void aShapeHasTheSameCheckSumInAnyThread(Shapes shape) throws InterruptedException {
        long sum = shape.run();
        assertNotEquals(0, sum);
        assertEquals(sum, NeverSuspending.runInThread(shape, 1));
    }

    @ParameterizedTest
    @EnumSource(ProducerConsumer.Queue.class)
    void everyNumberThatIsPutIsTaken(ProducerConsumer.Queue queue) throws InterruptedException {
        assertEquals(4 * (249 * 250 / 2), ProducerConsumer.exchange(queue, 4, 1_000));
    }

    @Test
    void everyTurnOfAConvoyIsCounted() throws InterruptedException {
        assertEquals(100, LockConvoy.convoy(10, 10, new LockConvoy.Synchronized()));
        assertEquals(100, LockConvoy.convoy(10, 10, new LockConvoy.Locked(new ReentrantLock())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ring", "start-join", "hand-over", "ping-pong", "skynet", "sleep-storm"})
    void aShapeOfAllLanguagesCountsItsOperations(String name) throws Exception {
        int operations = name.equals("skynet") || name.equals("sleep-storm") ? 2 : 1_000;
        try (Shape shape = ThreadShapes.open(name, 10)) {
            assertEquals(operations, shape.run(operations));
        }
    }

    @Test
    void anUnknownShapeIsNone() {
        assertNull(ThreadShapes.open("square", 1));
    }
}
