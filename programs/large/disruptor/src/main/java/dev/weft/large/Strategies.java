package dev.weft.large;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.LiteBlockingWaitStrategy;
import com.lmax.disruptor.LiteTimeoutBlockingWaitStrategy;
import com.lmax.disruptor.PhasedBackoffWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.SleepingWaitStrategy;
import com.lmax.disruptor.TimeoutBlockingWaitStrategy;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import com.lmax.disruptor.util.DaemonThreadFactory;
import dev.weft.bench.macro.Place;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Disruptor: each wait strategy, with two producers and three handlers, one of which comes after the others. */
public final class Strategies extends LargeProgram {
    private static final int EVENTS = 2_000;
    private static final int PRODUCERS = 2;

    private enum Strategy {
        BLOCKING(BlockingWaitStrategy::new),
        LITE_BLOCKING(LiteBlockingWaitStrategy::new),
        TIMEOUT(() -> new TimeoutBlockingWaitStrategy(1, TimeUnit.MILLISECONDS)),
        LITE_TIMEOUT(() -> new LiteTimeoutBlockingWaitStrategy(1, TimeUnit.MILLISECONDS)),
        SLEEPING(SleepingWaitStrategy::new),
        YIELDING(YieldingWaitStrategy::new),
        PHASED_LOCK(() -> PhasedBackoffWaitStrategy.withLock(1, 10, TimeUnit.MICROSECONDS)),
        PHASED_SLEEP(() -> PhasedBackoffWaitStrategy.withSleep(1, 10, TimeUnit.MICROSECONDS)),
        BUSY(BusySpinWaitStrategy::new);

        private final Supplier<WaitStrategy> maker;

        Strategy(Supplier<WaitStrategy> maker) {
            this.maker = maker;
        }
    }

    @Override
    protected void start(Place place) {}

    @Override
    public int workers() {
        return 2;
    }

    @Override
    public int kinds() {
        return Strategy.values().length;
    }

    @Override
    public int unitsPerCall() {
        return EVENTS * PRODUCERS;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        Disruptor<long[]> disruptor = new Disruptor<>(
                () -> new long[3],
                64,
                DaemonThreadFactory.INSTANCE,
                ProducerType.MULTI,
                Strategy.values()[kind].maker.get());
        long[] sum = new long[2];
        disruptor
                .handleEventsWith(
                        (event, sequence, last) -> event[1] = event[0] * 3,
                        (event, sequence, last) -> event[2] = event[0] * 5)
                .then((event, sequence, last) -> {
                    sum[0] += event[1] + event[2];
                    sum[1]++;
                });
        RingBuffer<long[]> ring = disruptor.start();
        Thread[] producers = new Thread[PRODUCERS];
        for (int i = 0; i < PRODUCERS; i++) {
            int base = i * EVENTS;
            producers[i] = new Thread(() -> {
                for (int n = 0; n < EVENTS; n++) {
                    ring.publishEvent((event, sequence, value) -> event[0] = value, (long) base + n);
                }
            });
            producers[i].start();
        }
        for (Thread producer : producers) {
            producer.join();
        }
        disruptor.shutdown(1, TimeUnit.MINUTES);
        same((long) EVENTS * PRODUCERS, sum[1], "events");
        return sum[0];
    }

    @Override
    protected void stop() {}
}
