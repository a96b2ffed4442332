package java.lang;

import java.security.AccessController;
import java.util.ArrayDeque;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.weft.CarrierContext;
import java.weft.Frame;
import java.weft.SuspensionPoint;
import java.weft.entry.WovenCode;
import jdk.internal.reflect.WeftMagic;
import jdk.internal.weft.trace.ParkedFrames;
import jdk.internal.weft.trace.PrivilegedFrames;
import jdk.internal.weft.trace.ReflectionFrames;
import jdk.internal.weft.trace.Traces;

/**
 * The frames that a {@code StackWalker} shows to a fiber: those that the VM finds, with generated names mended, without
 * the runtime's and the carrier's, and with those that are parked on the heap in their places. Used by the walking
 * thread, within the walk, during which the parked frames cannot change.
 */
final class WeftStackWalk implements Spliterator<StackWalker.StackFrame>, Consumer<StackWalker.StackFrame> {
    private final StackStreamFactory.StackFrameTraverser<?> real;
    private final StackWalker walker;
    private final Frame[] segments;
    private final ArrayDeque<StackWalker.StackFrame> ready = new ArrayDeque<>();

    /** Frames that load a class, innermost first, for the program or for a resumer: the next one tells. */
    private final ArrayDeque<StackFrameInfo> loading = new ArrayDeque<>();

    private final Traces.PinnedStubs stubs = new Traces.PinnedStubs();
    private final ReflectionFrames reflection = new ReflectionFrames();
    private final PrivilegedFrames privileged = new PrivilegedFrames();
    private int segment;
    private boolean hasEnded;

    private WeftStackWalk(StackStreamFactory.StackFrameTraverser<?> real, CarrierContext c) {
        this.real = real;
        walker = real.walker;
        segments = ParkedFrames.segments(c);
    }

    /** What a walk gives to its function: in a fiber a walk of this class, else the argument. */
    static Spliterator<StackWalker.StackFrame> of(StackStreamFactory.StackFrameTraverser<?> real) {
        CarrierContext c = ParkedFrames.mounted();
        if (c == null) {
            return real;
        }
        Traces.prepare();
        return new WeftStackWalk(real, c);
    }

    // ------------------------------------------------------------------------------------------- spliterator

    @Override
    public boolean tryAdvance(Consumer<? super StackWalker.StackFrame> action) {
        real.checkState(StackStreamFactory.WalkerState.OPEN);
        StackWalker.StackFrame frame = next();
        if (frame == null) {
            return false;
        }
        action.accept(frame);
        return true;
    }

    @Override
    public Spliterator<StackWalker.StackFrame> trySplit() {
        return null;
    }

    @Override
    public long estimateSize() {
        return real.estimateSize();
    }

    @Override
    public int characteristics() {
        return real.characteristics();
    }

    private StackWalker.StackFrame next() {
        while (ready.isEmpty() && !hasEnded) {
            if (!real.tryAdvance(this)) {
                hasEnded = true;
                addLoading();
            }
        }
        return ready.poll();
    }

    /** Takes a frame as the VM has found it. */
    @Override
    public void accept(StackWalker.StackFrame found) {
        String type = found.getClassName();
        String method = found.getMethodName();
        if (Traces.isLoading(type, method)) {
            loading.add((StackFrameInfo) found);
            return;
        } else if (type.equals(Traces.LOADS_FOR_RESUMER)) {
            loading.clear();
            return;
        }
        addLoading();
        if (ParkedFrames.isTrampoline(type, method)) {
            addSegment();
            hasEnded = true;
        } else if (ParkedFrames.isInnerTrampoline(type, method)) {
            addSegment();
        } else if (type.equals("java.weft.reflect.Reflective")) {
            stubs.reflective();
            addReflection(reflection.of(method));
        } else if (PrivilegedFrames.isCall(type)) {
            String original = Traces.authorsMethod(type, method);
            addPrivileged(original, privileged.of(original, isAll()));
        } else if (!SuspensionPoint.isRuntime(type)) {
            addReal((StackFrameInfo) found, type, method);
        }
    }

    private void addLoading() {
        while (!loading.isEmpty()) {
            StackFrameInfo each = loading.poll();
            addReal(each, each.getClassName(), each.getMethodName());
        }
    }

    @SuppressWarnings("ReferenceEquality") // what has no suffix is the very string
    private void addReal(StackFrameInfo found, String type, String method) {
        if (Traces.isGate(type, method)) {
            return;
        }
        String original = Traces.authorsMethod(type, method);
        boolean isGenerated = original != method || isTwinOfConstructor(found, method);
        if (!isGenerated) {
            stubs.author(type, method);
            ready.add(found);
            return;
        }
        if (!stubs.isPinnedStub(found, original)) {
            ready.add(WeftStackFrame.of(walker, WovenCode.callerClass(found.declaringClass()), original, found));
        }
    }

    private static boolean isTwinOfConstructor(StackFrameInfo found, String method) {
        return method.equals("<init>") && found.getDescriptor().endsWith("Ljava/weft/CarrierContext;)V");
    }

    private void addSegment() {
        Frame first = segment < segments.length ? segments[segment++] : null;
        for (Frame f = first; f != null; f = f.next) {
            String type = f.at.host.getName();
            if (!SuspensionPoint.isRuntime(type)) {
                ParkedFrames.Site site = ParkedFrames.site(f.at);
                ready.add(WeftStackFrame.of(
                        walker, f.at.host, site.method(), site.descriptor(), site.element(f.at.host)));
            } else {
                addReflection(ReflectionFrames.ofParked(type));
                StackTraceElement[] frames = PrivilegedFrames.ofParked(f.at, isAll());
                if (frames.length > 0) {
                    addPrivileged(ParkedFrames.site(f.at).method(), frames);
                }
            }
        }
    }

    private boolean isAll() {
        return walker.hasOption(StackWalker.Option.SHOW_HIDDEN_FRAMES);
    }

    /** What stands for a frame of that method of the runtime's, which runs privileged actions. */
    @SuppressWarnings("removal")
    private void addPrivileged(String method, StackTraceElement[] frames) {
        for (StackTraceElement each : frames) {
            String descriptor = PrivilegedFrames.descriptor(method, each);
            ready.add(WeftStackFrame.of(walker, AccessController.class, each.getMethodName(), descriptor, each));
        }
    }

    private void addReflection(StackTraceElement[] frames) {
        if (!walker.hasOption(StackWalker.Option.SHOW_REFLECT_FRAMES)
                && !walker.hasOption(StackWalker.Option.SHOW_HIDDEN_FRAMES)) {
            return;
        }
        for (StackTraceElement each : frames) {
            Class<?> type = ReflectionFrames.type(each);
            ready.add(WeftStackFrame.of(walker, type, each.getMethodName(), ReflectionFrames.descriptor(each), each));
        }
    }

    // ------------------------------------------------------------------------------------------- callers

    /**
     * What {@code StackWalker.getCallerClass} is to return, by the classes of its caller and of that one's caller on
     * the stack; null if it is to ask {@link #caller}, as a fiber may have another one: a pinned stub stands beside
     * what it calls, in the same class but for stubs of the JDK's.
     */
    static Class<?> seenCaller(Class<?>[] frames) {
        Class<?> caller = frames[1];
        boolean isDoubtful = caller != null
                && ParkedFrames.mounted() != null
                && (caller == frames[0] || isGenerated(caller) || isGenerated(frames[0]) || isOfTheJdk(caller));
        return isDoubtful ? null : caller;
    }

    /** A resumer, or what reflection calls a twin by. */
    private static boolean isGenerated(Class<?> type) {
        return WeftMagic.class.isAssignableFrom(type);
    }

    private static boolean isOfTheJdk(Class<?> type) {
        String module = type.getModule().getName();
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }

    /**
     * What {@code StackWalker.getCallerClass}, which calls this, is to return to a fiber.
     *
     * @param walker one with classes, which has needed no permission
     */
    static Class<?> caller(StackWalker walker) {
        Class<?> caller = walker.walk(new CallerFinder());
        if (caller == null) {
            throw new IllegalCallerException("no caller frame");
        }
        return caller;
    }

    /** The second frame that is neither of a method handle nor of the walk. */
    private static final class CallerFinder
            implements Function<Stream<StackWalker.StackFrame>, Class<?>>, Consumer<StackWalker.StackFrame> {
        private int frames;
        private Class<?> caller;

        @Override
        public Class<?> apply(Stream<StackWalker.StackFrame> all) {
            Spliterator<StackWalker.StackFrame> each = all.spliterator();
            while (caller == null && each.tryAdvance(this)) {
                // accept() counts
            }
            return caller;
        }

        @Override
        public void accept(StackWalker.StackFrame frame) {
            String type = frame.getClassName();
            boolean isSkipped = type.startsWith("java.lang.invoke.") || type.equals("java.lang.StackWalker");
            if (!isSkipped && ++frames == 2) {
                caller = frame.getDeclaringClass();
            }
        }
    }
}
