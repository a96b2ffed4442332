package dev.weft.macro;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import dev.weft.bench.macro.MacroProgram;
import dev.weft.bench.macro.Place;
import dev.weft.bench.macro.WrongAnswer;
import java.util.concurrent.atomic.AtomicLong;

/** LMAX Disruptor: four publishers, two stages one after the other, and waiting by a lock. */
public final class DisruptorPipeline implements MacroProgram {
    private static final int EVENTS = 1_000;
    private static final int RING = 4_096;

    private final AtomicLong published = new AtomicLong();
    private final AtomicLong doubled = new AtomicLong();
    private Disruptor<Event> disruptor;

    /** What is passed on. */
    private static final class Event {
        private long value;
        private long twice;
    }

    @Override
    public void open(Place place) {
        disruptor = new Disruptor<>(Event::new, RING, Place.threads(), ProducerType.MULTI, new BlockingWaitStrategy());
        long[] batch = new long[1];
        disruptor
                .handleEventsWith((event, sequence, isLast) -> event.twice = event.value * 2)
                .then((event, sequence, isLast) -> {
                    doubled.set(doubled.get() + event.twice);
                    if (++batch[0] % EVENTS == 0) {
                        place.curve().add(1);
                    }
                });
        disruptor.start();
    }

    @Override
    public int unitsPerCall() {
        return 0;
    }

    @Override
    public long unit(int worker, int kind) {
        RingBuffer<Event> ring = disruptor.getRingBuffer();
        long sum = 0;
        for (int i = 0; i < EVENTS; i++) {
            long next = ring.next();
            ring.get(next).value = i;
            ring.publish(next);
            sum += i;
        }
        published.addAndGet(sum);
        return sum;
    }

    @Override
    public long check(long calls) throws Exception {
        // publishes all that is in the ring
        disruptor.shutdown(60, java.util.concurrent.TimeUnit.SECONDS);
        WrongAnswer.unlessEqual("sum of the last stage", 2 * published.get(), doubled.get());
        return 0;
    }
}
