package java.weft;

import jdk.internal.misc.Unsafe;
import jdk.internal.weft.SpinLock;

/**
 * Memory for moments in which there is none left and something must not be left half done. No frame is ever given up:
 * who gets no memory waits for it, with all that it has. Thread-safe.
 *
 * <ul>
 *   <li>A heap frame while a fiber unwinds: the stack is kept until all of it is saved. There are spare objects of each
 *       shape. When those are used up, memory is given to the collector, as another thread may have taken the rest,
 *       which is then given back; when that is not enough, the last spare objects are used, and a continuation, or a
 *       fiber that is deep in a recursion, gets the error where it was to suspend. In the end the unwinding waits, and
 *       other carriers run. A fiber that begins a wait while memory is out does not unwind, but pins.
 *   <li>A resumer that has to be made: the frame stays where it is until there is one.
 * </ul>
 *
 * <p>Initializing this class allocates next to nothing, and happens with the first fiber: should it fail, there would
 * be no help for the life of the VM.
 *
 * <p>The class stays whole because frames and resumers draw on the same reserves, in a fixed order.
 */
public final class Reserve {
    /** Enough for some thousand frames. */
    private static final int FRAME_BYTES = 1 << 18;

    /** Not so large that a collector would treat it in a special way. */
    private static final int CHUNK_BYTES = 1 << 16;

    /**
     * Enough to parse a large class file, to weave it, and to make a resumer: 4 MB; in a small heap, whose collections
     * leave less room that is of use, a fifth of it. Half of that is the first help for frames.
     */
    private static final long RESUMER_BYTES = isSmall() ? Runtime.getRuntime().maxMemory() / 5 : 1L << 22;

    private static final int CHUNKS = (int) (RESUMER_BYTES / CHUNK_BYTES);

    /** Must be free beside what the reserves take: 16 MB; in a small heap a sixteenth of it. */
    private static final long PLENTY_BYTES = isSmall() ? Runtime.getRuntime().maxMemory() / 16 : 1L << 24;

    /** Must be free for frames to be saved again: fibers that are pinned for want of memory cost a thread each. */
    private static final long ENOUGH_BYTES = 1 << 20;

    /** How long a wait for memory is at first, and at most: each try may be a collection. */
    private static final long MIN_PAUSE_NANOS = 1_000_000;

    private static final long MAX_PAUSE_NANOS = 64_000_000;

    /** Spare objects of each shape; half of them are for unwindings that have used up all else. */
    private static final int SPARES = 16;

    /** Length of spare arrays; the values of a frame with arrays are found by their index, not by the length. */
    private static final int ARRAY_LENGTH = 128;

    private static final int MAX_REFERENCES = 8;
    private static final int MAX_LONGS = 4;

    /** Programs that end soon are to load no classes for this. */
    private static final int FIRST_REFILL = 4;

    /** In a full heap each try is a collection, and those who wait for memory are to get theirs. */
    private static final int MAX_CALLS_WITHOUT_MEMORY = 127;

    private static volatile byte[][] firstForFrames;
    private static volatile byte[] forFrames;
    private static volatile byte[][] forResumers;

    private static volatile boolean isOut;

    /** How many resumers are being made that have found no memory; guarded by the lock. */
    private static volatile int lacking;

    private static final SpinLock lock = new SpinLock();

    /** What there are spare objects of; null until the first were made. Guarded by the lock, as is what follows. */
    private static volatile Class<?>[] shapes;

    private static Object[][] spares;
    private static int[] counts;
    private static volatile boolean lacksSpares = true;

    /** Calls of {@link #refill} until spare objects are made, and how many those were: twice as many each time. */
    private static int callsUntilRefill = FIRST_REFILL;

    private static int callsWithoutMemory;

    private Reserve() {}

    private static boolean isSmall() {
        return Runtime.getRuntime().maxMemory() <= 1L << 26;
    }

    /** Whether the heap has 128 MB at most: on a busy machine it may be full before a thread of the runtime's looks. */
    static boolean mayFillSoon() {
        return Runtime.getRuntime().maxMemory() <= 1L << 27;
    }

    // ------------------------------------------------------------------------------------------- waiting

    /** Lets others run meanwhile. */
    private static final class Pause implements Blocker {
        private static final Pause[] ALL = new Pause[7];

        static {
            for (int i = 0; i < ALL.length; i++) {
                ALL[i] = new Pause(Math.min(MIN_PAUSE_NANOS << i, MAX_PAUSE_NANOS));
            }
        }

        private final long nanos;

        private Pause(long nanos) {
            this.nanos = nanos;
        }

        @Override
        public void block() {
            Unsafe.getUnsafe().park(false, nanos);
        }
    }

    /** Waits for memory: the longer, the more tries there have been. Other carriers run in place of the caller's. */
    public static void await(int tries) {
        AbstractCarrier.blockCaller(Pause.ALL[Math.min(tries, Pause.ALL.length - 1)]);
    }

    // ------------------------------------------------------------------------------------------- unwinding

    /**
     * There is no memory for an object of that class that the unwinding needs. Helps, or waits.
     *
     * @return a spare object, with the fields that new ones have; or null, if the caller is to try again
     */
    public static Object spend(CarrierContext context, OutOfMemoryError error, Class<?> shape) {
        // what is left is for those that unwind already
        isOut = true;
        Object spare = takeSpare(shape, context.error != null);
        if (spare == null) {
            spend(context, error);
        }
        return spare;
    }

    private static void spend(CarrierContext context, OutOfMemoryError error) {
        if (firstForFrames != null) {
            firstForFrames = null;
        } else if (context.error == null) {
            forFrames = null;
            context.error = error;
            context.starves = 0;
        } else {
            await(context.starves++);
        }
    }

    /**
     * References of a heap frame, at least so many, which a save block of the calling carrier is to fill; see
     * {@link #spend}.
     */
    public static Object[] references(int length) {
        Object[] spare = null;
        while (spare == null || spare.length < length) {
            try {
                return new Object[length];
            } catch (OutOfMemoryError e) {
                Class<?> shape = length <= ARRAY_LENGTH ? Object[].class : null;
                spare = (Object[]) spend(CarrierContext.of(Thread.currentThread()), e, shape);
            }
        }
        return spare;
    }

    /** Primitive values of a heap frame, likewise. */
    public static long[] longs(int length) {
        long[] spare = null;
        while (spare == null || spare.length < length) {
            try {
                return new long[length];
            } catch (OutOfMemoryError e) {
                Class<?> shape = length <= ARRAY_LENGTH ? long[].class : null;
                spare = (long[]) spend(CarrierContext.of(Thread.currentThread()), e, shape);
            }
        }
        return spare;
    }

    // ------------------------------------------------------------------------------------------- spare objects

    private static Object takeSpare(Class<?> shape, boolean isLastHelp) {
        Class<?>[] known = shapes;
        if (known == null || shape == null) {
            return null;
        }
        Object taken = null;
        lock.lock();
        for (int i = 0; i < known.length; i++) {
            if (known[i] == shape && counts[i] > (isLastHelp ? 0 : SPARES / 2)) {
                taken = spares[i][--counts[i]];
                spares[i][counts[i]] = null;
                lacksSpares = true;
            }
        }
        lock.unlock();
        return taken;
    }

    private static void refillSpares() {
        try {
            if (shapes == null) {
                Initializers.others();
                Class<?>[] all = allShapes();
                spares = new Object[all.length][SPARES];
                counts = new int[all.length];
                shapes = all;
            }
            lacksSpares = false;
            for (int i = 0; i < shapes.length; i++) {
                while (counts[i] < SPARES) {
                    putSpare(i, make(shapes[i]));
                }
            }
        } catch (OutOfMemoryError | ClassNotFoundException | InstantiationException e) {
            lacksSpares = true;
        }
    }

    private static void putSpare(int shape, Object made) {
        lock.lock();
        if (counts[shape] < SPARES) {
            spares[shape][counts[shape]++] = made;
        }
        lock.unlock();
    }

    private static Object make(Class<?> shape) throws InstantiationException {
        if (shape == Object[].class) {
            return new Object[ARRAY_LENGTH];
        }
        return shape == long[].class
                ? new long[ARRAY_LENGTH]
                : Unsafe.getUnsafe().allocateInstance(shape);
    }

    private static Class<?>[] allShapes() throws ClassNotFoundException {
        int frames = (MAX_REFERENCES + 1) * (MAX_LONGS + 1);
        Class<?>[] all = new Class<?>[frames + 4];
        for (int i = 0; i < frames; i++) {
            String name = "java.weft.FrameA"
                    .concat(String.valueOf(i / (MAX_LONGS + 1)))
                    .concat("J")
                    .concat(String.valueOf(i % (MAX_LONGS + 1)));
            all[i] = Class.forName(name);
        }
        all[frames] = Class.forName("java.weft.FrameX");
        all[frames + 1] = Object[].class;
        all[frames + 2] = long[].class;
        all[frames + 3] = OuterFrames.class;
        return all;
    }

    // ------------------------------------------------------------------------------------------- reserves

    /**
     * Gives the reserve of resumers away; false if there was none. From now on who waits pins: frames that were saved
     * with what is given away would hold it until they had resumers themselves.
     */
    static boolean spendForResumer() {
        isOut = true;
        boolean isThere = forResumers != null;
        forResumers = null;
        return isThere;
    }

    /** One resumer more, or less, has no memory to be made: until it has, what is free is not for frames. */
    static void lack(int change) {
        lock.lock();
        lacking += change;
        lock.unlock();
    }

    /** Gives the reserve of the space for classes away. */
    static void spendForClass() {
        ClassReserve.spend();
        isOut = true;
    }

    /** Called while there is memory: what is initialized, or resolved, without would be gone for ever. */
    @SuppressWarnings("ReturnValueIgnored") // only to have it initialized
    public static void prepare() {
        Pause.ALL[0].getClass();
        SuspensionPoint.isOfHeap(new OutOfMemoryError("prepared"));
        isOut = freeBytes() < RESUMER_BYTES;
        ClassReserve.prepare();
        if (mayFillSoon()) {
            refillBytes();
        }
    }

    /**
     * Puts back what was spent, or was never there, if there is plenty of memory. Called now and then, by one thread.
     */
    public static void refill() {
        ClassReserve.refill();
        if (shapes != null) {
            // those that were left out for want of memory
            Initializers.others();
        }
        if (mayEnd() && isPlenty(RESUMER_BYTES)) {
            Preparation.begin();
        }
        boolean isEnough = freeBytes() >= (forResumers != null ? ENOUGH_BYTES : RESUMER_BYTES);
        if (isOut && isEnough && !ClassReserve.isSpent() && lacking == 0) {
            isOut = false;
        }
        // the end of a lack shows itself only after a collection
        if (lacksSpares && (--callsUntilRefill < 0 || callsWithoutMemory > 0 && isPlenty(FRAME_BYTES))) {
            refillSpares();
            callsWithoutMemory = lacksSpares ? Math.min(2 * callsWithoutMemory + 1, MAX_CALLS_WITHOUT_MEMORY) : 0;
            callsUntilRefill = callsWithoutMemory;
        }
        refillBytes();
    }

    /** Whether memory, or the space for classes, may soon be full; large heaps may be once half of them is used. */
    private static boolean mayEnd() {
        return isSmall()
                || ClassReserve.isLimited()
                || freeBytes() < Runtime.getRuntime().maxMemory() / 2;
    }

    private static void refillBytes() {
        if (forFrames != null && firstForFrames != null && forResumers != null) {
            return;
        }
        try {
            // what the program cannot do without first
            if (forResumers == null && isPlenty(RESUMER_BYTES)) {
                forResumers = chunks(CHUNKS);
            }
            if (forFrames == null && isPlenty(FRAME_BYTES)) {
                forFrames = new byte[FRAME_BYTES];
            }
            if (firstForFrames == null && isPlenty(RESUMER_BYTES / 2)) {
                firstForFrames = chunks(CHUNKS / 2);
            }
        } catch (OutOfMemoryError e) {
            // somebody else was faster; it is tried again
        }
    }

    /**
     * Whether there was no memory for a frame when it was last asked for, and little has come back since, or hardly any
     * for a resumer from the start: who would suspend is to pin instead. It might wait for memory in the middle of its
     * unwinding, or where it is to go on, and hold what others wait for that could give some back. A snapshot.
     */
    public static boolean isOut() {
        return isOut;
    }

    /** Whether all that was spent is there again, and what is to be prepared has been; for tests, which await it. */
    public static boolean isFull() {
        boolean isThere = !lacksSpares && forFrames != null && firstForFrames != null && forResumers != null;
        return isThere && ClassReserve.isFull() && (Preparation.hasEnded() || !mayEnd());
    }

    /** Whether there is so much memory that a little more does not touch the reserves. A snapshot. */
    static boolean isPlentyLeft() {
        return isPlenty(FRAME_BYTES);
    }

    private static boolean isPlenty(long bytes) {
        return freeBytes() >= PLENTY_BYTES + bytes;
    }

    private static long freeBytes() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.freeMemory() + runtime.maxMemory() - runtime.totalMemory();
    }

    private static byte[][] chunks(int count) {
        byte[][] chunks = new byte[count][];
        for (int i = 0; i < count; i++) {
            chunks[i] = new byte[CHUNK_BYTES];
        }
        return chunks;
    }
}
