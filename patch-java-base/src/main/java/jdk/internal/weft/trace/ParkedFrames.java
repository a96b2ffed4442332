package jdk.internal.weft.trace;

import java.weft.CarrierContext;
import java.weft.Frame;
import java.weft.OuterFrames;
import java.weft.SuspensionPoint;
import jdk.internal.loader.ClassLoaders;
import jdk.internal.weft.agent.LoadTimeWeaving;
import jdk.internal.weft.agent.SourceSite;

/**
 * The frames of a running fiber that are parked on the heap. They lie in segments between its real frames: one below
 * each {@code Fibers.runPinned} on the stack, innermost first, and the last one below the trampoline,
 * {@code Fiber.run}.
 */
public final class ParkedFrames {
    /** One of all frames and with classes, which needs no permission; null before there can be a security manager. */
    private static volatile StackWalker unasked;

    private ParkedFrames() {}

    /** Walks are to be made by that one, for which no security manager is asked. */
    static void walkBy(StackWalker walker) {
        unasked = walker;
    }

    /** The context of the caller if it is a fiber, or a platform thread in a continuation; else null. */
    public static CarrierContext mounted() {
        CarrierContext c = CarrierContext.of(Thread.currentThread());
        return c == null || c.fiber == null && c.pinned == null ? null : c;
    }

    /**
     * The innermost frame of each segment, null for an empty one; at least one. A snapshot where another thread asks.
     */
    public static Frame[] segments(CarrierContext c) {
        int n = 1;
        OuterFrames innermost = c.pinned;
        for (OuterFrames run = innermost; run != null; run = run.outer) {
            n++;
        }
        Frame[] segments = new Frame[n];
        segments[0] = c.rest;
        int i = 1;
        for (OuterFrames run = innermost; run != null; run = run.outer) {
            segments[i++] = run.below;
        }
        return segments;
    }

    /** Where the fiber's real frames end, and the carrier's begin. */
    public static boolean isTrampoline(String className, String method) {
        return method.equals("run") && className.equals("jdk.internal.weft.fiber.Fiber");
    }

    /** Where a segment lies between real frames. */
    public static boolean isInnerTrampoline(String className, String method) {
        return method.equals("runPinned") && className.equals("jdk.internal.weft.fiber.Fibers")
                || method.equals("enter") && className.equals("jdk.internal.weft.continuation.ContinuationImpl");
    }

    /** Where a suspended frame is in the source; to find it takes milliseconds, and recursions ask over and over. */
    public static Site site(SuspensionPoint point) {
        Site known = (Site) point.site;
        if (known != null) {
            return known;
        }
        SourceSite found = LoadTimeWeaving.generators().site(point.host, point.number);
        Site site = new Site(found.place(), found.descriptor());
        point.site = site;
        return site;
    }

    /** A place in the source with its author's names, and the descriptor of the method. */
    public static final class Site {
        private final StackTraceElement element;
        private final String descriptor;

        Site(StackTraceElement element, String descriptor) {
            this.element = element;
            this.descriptor = descriptor;
        }

        /** Name of the method, as its author gave it. */
        public String method() {
            return element.getMethodName();
        }

        /** Descriptor of the method, without the context. */
        public String descriptor() {
            return descriptor;
        }

        /** As the VM's own elements print, with loader and module of the class. */
        public StackTraceElement element(Class<?> host) {
            return Traces.element(host, element.getMethodName(), element.getFileName(), element.getLineNumber());
        }
    }

    /**
     * The loader of the innermost frame whose class is neither the JDK's nor the platform loader's, or null.
     *
     * @param found what the VM has found so among the real frames
     */
    public static ClassLoader userLoader(ClassLoader found) {
        CarrierContext c = mounted();
        if (c == null) {
            return found;
        }
        if (c.pinned != null) {
            return new LoaderFinder().find();
        }
        return found != null ? found : userLoader(c.rest);
    }

    private static ClassLoader userLoader(Frame first) {
        for (Frame f = first; f != null; f = f.next) {
            if (isUsers(f.at.host)) {
                return f.at.host.getClassLoader();
            }
        }
        return null;
    }

    private static boolean isUsers(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader != null && loader != ClassLoaders.platformClassLoader();
    }

    /** Looks at real and parked frames in their order. */
    private static final class LoaderFinder implements java.util.function.Consumer<StackWalker.StackFrame> {
        private ClassLoader found;

        ClassLoader find() {
            StackWalker known = unasked;
            StackWalker walker =
                    known == null ? StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE) : known;
            walker.forEach(this);
            return found;
        }

        @Override
        public void accept(StackWalker.StackFrame frame) {
            if (found == null && isUsers(frame.getDeclaringClass())) {
                found = frame.getDeclaringClass().getClassLoader();
            }
        }
    }
}
