package jdk.internal.weft.management;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.weft.CarrierContext;
import java.weft.Frame;
import java.weft.SuspensionPoint;
import jdk.internal.misc.InnocuousThread;
import jdk.internal.misc.Unsafe;
import jdk.internal.misc.VM;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.VirtualRules;
import jdk.internal.weft.group.GroupThreads;
import jdk.internal.weft.thread.ExecutorThreads;
import jdk.internal.weft.thread.FiberView;
import jdk.internal.weft.thread.NewThread;

/**
 * Samples fibers and platform threads for {@code weft profile}: by processor time those that have used some since the
 * last look, by wall-clock time all, with their states. For a recording it also tells which threads were seen to use a
 * processor, and at which lines. Each sample stands for the time since the one before, or for the processor time that
 * its kernel thread has used since its last one, so that it does not matter if the sampler itself has to wait; and it
 * rests {@value #REST} times as long as a look has computed, so that many threads only make a profile coarser. Each
 * second the sums are written as records:
 *
 * <pre>
 * H version                     first
 * S number, n, n names          a stack, from the innermost frame to the outermost one; for wall-clock time the state
 *                               is last
 * C                             stacks are numbered from 0 again
 * W n, n times (number, nanos)  so much more time was spent there
 * T id, name                    a thread; for a recording only, as is the next one
 * L nanos, n, n times (id, number)  a look, so many nanoseconds after the first one: threads and their stacks
 * E looks                       last
 * X message                     last, in place of the rest: what went wrong
 * </pre>
 *
 * <p>The class stays whole because one loop looks, weighs and writes.
 *
 * <p>A fiber that runs is seen where the VM lets it be stopped, as all samplers see it that ask the VM for traces.
 */
final class Profile implements Runnable {
    /** Told to the reader, which is of another build perhaps. */
    static final int VERSION = 2;

    /** So many times as long as a look has computed, the sampler rests. */
    private static final int REST = 20;

    /** So many pauses of processor time are much. */
    private static final int MUCH = 16;

    /** How often a parked fiber is looked at that does not keep still. */
    private static final int MOST_LOOKS = 8;

    private static final int MAX_STACKS = 8192;
    private static final int MAX_THREADS = 100_000;
    private static final int MAX_TEXT = 16_000;
    private static final long FLUSH_NANOS = 1_000_000_000;

    private final SocketChannel channel;
    private final DataOutputStream out;
    private final boolean isWall;
    private final boolean isRecording;
    private final long pauseNanos;
    private final long nanos;
    private final VmThreads vm = VmThreads.load();
    private final RunningStacks running;
    private final Map<Object, Sum> sums = new HashMap<>();

    /** Those that the reader knows. */
    private final Set<Long> known = new HashSet<>();

    /** The threads of one look and the numbers of their stacks, in turn. */
    private final List<Long> pairs = new ArrayList<>();

    private final Points scratch = new Points(null, new SuspensionPoint[64], 0);

    /** The processor time of those that were seen on a processor, when they were. */
    private final Map<Thread, Long> seenToRun = new IdentityHashMap<>();

    /** The processor time of each thread at the last look. */
    private Map<Thread, Long> lastTimes = new IdentityHashMap<>();

    /** The processor time of each thread that stands in the sums, or that it had when it was first looked at. */
    private Map<Thread, Long> counted = new IdentityHashMap<>();

    private int numbers;
    private int random = 1;

    private Profile(SocketChannel channel, DataOutputStream out, String kind, long pauseNanos, long nanos) {
        this.channel = channel;
        this.out = out;
        isWall = kind.equals("wall");
        isRecording = kind.equals("recording");
        running = new RunningStacks(isRecording);
        this.pauseNanos = pauseNanos;
        this.nanos = nanos;
    }

    /**
     * A profile that closes the channel in the end.
     *
     * @param what {@code cpu}, {@code wall} or {@code recording}, the microseconds between two looks, and for how many
     *     milliseconds, with colons between them
     */
    static Profile parse(SocketChannel channel, DataOutputStream out, String what) {
        int first = what.indexOf(':');
        int second = what.indexOf(':', first + 1);
        return new Profile(
                channel,
                out,
                what.substring(0, first),
                Long.parseLong(what.substring(first + 1, second)) * 1000,
                Long.parseLong(what.substring(second + 1)) * 1_000_000);
    }

    /** Time that was spent in a stack. */
    private static final class Sum {
        private final int number;
        private long nanos;

        Sum(int number) {
            this.number = number;
        }
    }

    /** Where the frames of a fiber have suspended, and its state. */
    private static final class Points {
        private String state;
        private SuspensionPoint[] points;
        private int n;

        Points(String state, SuspensionPoint[] points, int n) {
            this.state = state;
            this.points = points;
            this.n = n;
        }

        Points copy() {
            return new Points(state, Arrays.copyOf(points, n), n);
        }

        @Override
        public int hashCode() {
            int hash = state.hashCode();
            for (int i = 0; i < n; i++) {
                hash = 31 * hash + System.identityHashCode(points[i]);
            }
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            Points to = other instanceof Points ? (Points) other : null;
            return to != null && state.equals(to.state) && Arrays.equals(points, 0, n, to.points, 0, to.n);
        }
    }

    // ------------------------------------------------------------------------------------------- when

    @Override
    public void run() {
        try {
            sample();
        } catch (IOException e) {
            // who asked has had enough
            close();
        } catch (RuntimeException | Error e) {
            Observer.fail(out, e);
        } finally {
            close();
        }
    }

    private void sample() throws IOException {
        out.writeByte('H');
        out.writeInt(VERSION);
        Thread[] self = {Thread.currentThread()};
        long start = System.nanoTime();
        long before = start;
        long flushed = start;
        long cost = 0;
        int looks = 0;
        look(0);
        while (before - start < nanos) {
            rest(Math.max(pauseNanos, REST * cost), start);
            long computed = vm == null ? 0 : vm.processorTimes(self)[0];
            long now = System.nanoTime();
            look(now - before);
            if (isRecording) {
                writePairs(now - start);
            }
            looks++;
            before = now;
            cost = vm == null ? System.nanoTime() - now : vm.processorTimes(self)[0] - computed;
            if (now - flushed >= FLUSH_NANOS) {
                flushed = now;
                flush();
            }
        }
        flush();
        out.writeByte('E');
        out.writeInt(looks);
        out.flush();
    }

    /** Not in step with a program that does something every so many milliseconds. */
    private void rest(long wanted, long start) {
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        long rest = wanted * 3 / 4 + (random & 0xffff) * (wanted / 2 >>> 16);
        long until = Math.min(System.nanoTime() + rest, start + nanos);
        for (long left = rest; left > 0; left = until - System.nanoTime()) {
            Unsafe.getUnsafe().park(false, left);
        }
    }

    private void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // nobody is at its other end
            return;
        }
    }

    private void flush() throws IOException {
        int n = 0;
        for (Sum each : sums.values()) {
            n += each.nanos == 0 ? 0 : 1;
        }
        out.writeByte('W');
        out.writeInt(n);
        for (Sum each : sums.values()) {
            if (each.nanos != 0) {
                out.writeInt(each.number);
                out.writeLong(each.nanos);
                each.nanos = 0;
            }
        }
        if (known.size() > MAX_THREADS) {
            known.clear();
        }
        if (numbers >= MAX_STACKS) {
            out.writeByte('C');
            sums.clear();
            numbers = 0;
        }
        out.flush();
    }

    private void writePairs(long nanos) throws IOException {
        out.writeByte('L');
        out.writeLong(nanos);
        out.writeInt(pairs.size() / 2);
        for (int i = 0; i < pairs.size(); i += 2) {
            out.writeLong(pairs.get(i));
            out.writeInt(pairs.get(i + 1).intValue());
        }
        pairs.clear();
    }

    // ------------------------------------------------------------------------------------------- what

    private void look(long weight) throws IOException {
        if (isWall) {
            lookAtAll(weight);
        } else {
            lookAtProcessors(weight);
        }
    }

    /** Only kernel threads can be on a processor; those of the runtime's own are no part of the program. */
    private void lookAtProcessors(long weight) throws IOException {
        Thread[] threads = withoutRuntime(FiberView.platformThreads());
        Thread[] busy = vm == null ? threads : onProcessors(threads);
        if (weight == 0 || busy.length == 0) {
            return;
        }
        running.look(busy);
        long[] after = vm == null ? null : vm.processorTimes(busy);
        for (int i = 0; i < busy.length; i++) {
            StackTraceElement[] raw = running.raw(i);
            if (raw == null || raw.length == 0 || running.state(i) != Thread.State.RUNNABLE) {
                continue;
            }
            // what is in native code is perhaps in the kernel, and waits, as an idle carrier does, but not to wake
            // others
            boolean runs = !raw[0].isNativeMethod()
                    || (!running.isIdle(i) || raw[0].getMethodName().equals("unpark"))
                            && after != null
                            && after[i] > seenToRun.getOrDefault(busy[i], Long.MAX_VALUE);
            if (runs) {
                Sum sum = add(running.names(i, null), after == null ? weight : used(busy[i], after[i]));
                if (isRecording) {
                    see(running.fiber(i) == null ? busy[i] : running.fiber(i), sum);
                }
            }
        }
    }

    /**
     * Those that have used a processor since the last look, whether or not they have one now: who was made to wait for
     * it stands where it has computed, in Java code. In native code it stands there most often because it has called
     * the kernel, which gave the processor to somebody else; so who is found there must be seen to run, or have used
     * much since it was last counted, as the sampler itself may need the only processor.
     */
    private Thread[] onProcessors(Thread[] threads) {
        long[] times = vm.processorTimes(threads);
        Map<Thread, Long> kept = new IdentityHashMap<>();
        Map<Thread, Long> looked = new IdentityHashMap<>();
        int n = 0;
        for (int i = 0; i < threads.length; i++) {
            Long before = counted.get(threads[i]);
            Long last = lastTimes.get(threads[i]);
            kept.put(threads[i], before == null ? times[i] : before);
            looked.put(threads[i], times[i]);
            if (last != null && times[i] > last) {
                times[n] = times[i];
                threads[n++] = threads[i];
            }
        }
        counted = kept;
        lastTimes = looked;
        seenToRun.clear();
        Thread[] found = Arrays.copyOf(threads, n);
        long[] now = vm.processorTimes(found);
        for (int i = 0; i < n; i++) {
            if (now[i] > times[i] || now[i] - kept.get(found[i]) > MUCH * pauseNanos) {
                seenToRun.put(found[i], now[i]);
            }
        }
        return found;
    }

    /** What the thread has used since this was last asked. */
    private long used(Thread thread, long processorTime) {
        long before = counted.put(thread, processorTime);
        return Math.max(0, processorTime - before);
    }

    private void see(Thread thread, Sum sum) throws IOException {
        // getId may be overridden
        long id = JdkAccess.tid(thread);
        if (known.add(id)) {
            out.writeByte('T');
            out.writeLong(id);
            out.writeUTF(shown(NewThread.shownName(thread)));
        }
        pairs.add(id);
        pairs.add((long) sum.number);
    }

    private void lookAtAll(long weight) throws IOException {
        Thread[] threads = withoutRuntime(FiberView.platformThreads());
        int n = 0;
        for (Thread each : threads) {
            ThreadGroup group = each.getThreadGroup();
            boolean isOfJdk = group == null || JdkAccess.parent(group) == null || each instanceof InnocuousThread;
            if (CarrierContext.isCarrier(each) || !isOfJdk) {
                threads[n++] = each;
            }
        }
        Thread[] real = Arrays.copyOf(threads, n);
        running.look(real);
        for (int i = 0; i < n; i++) {
            if (running.raw(i) != null && !running.isIdle(i)) {
                Thread.State state = running.hasFiber(i) ? running.stateOfFiber(i) : running.state(i);
                add(running.names(i, state.name()), weight);
            }
        }
        for (Thread each : GroupThreads.all()) {
            lookAtParked(each, weight);
        }
        List<Thread> ofExecutors = ExecutorThreads.threads();
        for (int i = 0; i < ofExecutors.size(); i++) {
            if (VirtualRules.isMadeByApi(ofExecutors.get(i))) {
                lookAtParked(ofExecutors.get(i), weight);
            }
        }
    }

    /** A fiber that is mounted was seen on its carrier; and one that does not keep still is not seen here. */
    private void lookAtParked(Thread thread, long weight) throws IOException {
        Fiber fiber = Fibers.of(thread);
        boolean isSeen = fiber == null || running.isMounted(thread);
        for (int i = 0; !isSeen && fiber.isLive() && i < MOST_LOOKS; i++) {
            isSeen = lookAtParked(thread, fiber, weight);
        }
    }

    /** False if the fiber has gone on meanwhile. */
    private boolean lookAtParked(Thread thread, Fiber fiber, long weight) throws IOException {
        Frame first = fiber.frames();
        if (first == null) {
            return true;
        }
        scratch.n = 0;
        for (Frame f = first; f != null; f = f.next) {
            if (scratch.n == scratch.points.length) {
                scratch.points = Arrays.copyOf(scratch.points, 2 * scratch.n);
            }
            scratch.points[scratch.n++] = f.at;
        }
        scratch.state = FiberView.isReady(fiber) ? "QUEUED" : state(thread).name();
        Sum sum = sums.get(scratch);
        StackTraceElement[] trace = sum == null ? FiberView.parked(first).trace : null;
        if (!FiberView.isStill(fiber, first)) {
            return false;
        }
        if (sum == null) {
            sum = write(running.names(trace, false, scratch.state));
            sums.put(scratch.copy(), sum);
        }
        sum.nanos += weight;
        return true;
    }

    private static Thread[] withoutRuntime(Thread[] threads) {
        int n = 0;
        Thread[] result = new Thread[threads.length];
        for (Thread each : threads) {
            if (!(each instanceof SystemThread) || CarrierContext.isCarrier(each)) {
                result[n++] = each;
            }
        }
        return Arrays.copyOf(result, n);
    }

    static Thread.State state(Thread thread) {
        return VM.toThreadState(FiberView.status(JdkAccess.threadStatus(thread), thread));
    }

    // ------------------------------------------------------------------------------------------- sums

    private Sum add(List<String> names, long weight) throws IOException {
        Sum sum = sums.get(names);
        if (sum == null) {
            sum = write(names);
            sums.put(names, sum);
        }
        sum.nanos += weight;
        return sum;
    }

    private Sum write(List<String> names) throws IOException {
        out.writeByte('S');
        out.writeInt(numbers);
        out.writeInt(names.size());
        for (String each : names) {
            out.writeUTF(shown(each));
        }
        return new Sum(numbers++);
    }

    private static String shown(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT);
    }
}
