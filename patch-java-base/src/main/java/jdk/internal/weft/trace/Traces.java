package jdk.internal.weft.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.weft.CarrierContext;
import java.weft.Frame;
import java.weft.SuspensionPoint;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.StackProbe;
import jdk.internal.weft.agent.LoadTimeWeaving;

/**
 * Makes stack traces of fibers read as those of platform threads: generated names are mended, the runtime's own frames
 * dropped, and the frames that are parked on the heap put in their places (see {@link ParkedFrames}).
 *
 * <p>The class stays whole because all of it is one walk over a trace, in which each step depends on the frame before.
 */
public final class Traces {
    private static final String MARK = "$weft";

    /** What the second twin of a method ends with, which its first one calls if the method is loud. */
    private static final String LOUD = MARK + MARK;

    /**
     * What the recipe {@code ImplementAccessors} puts before the names of methods that it adds to classes of the JDK.
     */
    private static final String ACCESSOR = "weft$";

    /** Has methods of that kind that stand for native ones of its own, by the recipe {@code ManageFibers}. */
    private static final String THREAD_BEAN = "sun.management.ThreadImpl";

    /** In the name of a class that calls a method reflectively, which its frame in the trace must not show. */
    private static final String INVOKER = "$weft$I";

    private static final String MAIN_CALL = "java.weft.reflect.MainCall";

    private static final String RESUMER = "$weft$R";

    /** By which the VM has classes woven that are loaded; the packages of the generators, and of who calls them. */
    private static final String TRANSFORMER = "dev.weft.premain.Transformer";

    private static final String INSTRUMENT = "sun.instrument.";

    private static final String GENERATORS = "dev.weft.agent.";

    /** The method of {@link SuspensionPoint} that calls the generator of resumers, as another thread may see it do. */
    private static final String MAKES_RESUMER = "makeResumer";

    /** Where a thread is in front of a monitor for the program, and in a wait of the VM's. */
    private static final String MUST_NOT_ENTER_YET = "untilAdmitted";

    /** Loads classes for resumers. */
    public static final String LOADS_FOR_RESUMER = "jdk.internal.weft.agent.HostAccess";

    private static volatile boolean isPrepared;

    private Traces() {}

    /** Remembers, in a new exception, the parked frames below the running ones; costs time by their number. */
    public static void capture(Throwable exception) {
        CarrierContext c = ParkedFrames.mounted();
        boolean hasParked = c != null && (c.rest != null || c.pinned != null);
        if (hasParked || JdkAccess.outer(exception) != null) {
            // one that is filled in once more has those of the first time
            JdkAccess.outer(exception, hasParked ? points(ParkedFrames.segments(c)) : null);
        }
    }

    /**
     * The same for an error that leaves the frames that were running. One that the VM has ready for the end of memory
     * has the trace of these alone: no constructor was called.
     */
    public static void captureLate(OutOfMemoryError error) {
        boolean isReadyMade = JdkAccess.suppressedExceptions(error) == null && JdkAccess.depth(error) > 0;
        if (!isReadyMade || JdkAccess.outer(error) != null) {
            return;
        }
        try {
            CarrierContext c = ParkedFrames.mounted();
            boolean hasParked = c != null && (c.rest != null || c.pinned != null);
            // also where there are none: another fiber that throws it once more has no part in it
            JdkAccess.outer(error, hasParked ? points(ParkedFrames.segments(c)) : new Object[0]);
        } catch (OutOfMemoryError e) {
            // it stays without
        }
    }

    /** Where the frames of the calling fiber have suspended, with null behind each segment. */
    private static Object[] points(Frame[] segments) {
        int n = segments.length;
        for (Frame first : segments) {
            for (Frame f = first; f != null; f = f.next) {
                n++;
            }
        }
        Object[] points = new Object[n];
        int i = 0;
        for (Frame first : segments) {
            for (Frame f = first; f != null; f = f.next, i++) {
                points[i] = f.at;
            }
            i++;
        }
        return points;
    }

    /** The stack trace as its reader expects it; returns the argument itself where nothing is to be mended. */
    public static StackTraceElement[] mend(StackTraceElement[] trace, Throwable exception) {
        Object[] outer = JdkAccess.outer(exception);
        if (outer == null && !hasMark(trace)) {
            return trace;
        }
        return new Mending(outer, false).run(trace, TraceDepth.most());
    }

    /**
     * The VM's trace of a thread, with generated names and the runtime's own frames; null for a thread that has ended.
     */
    public static StackTraceElement[] raw(Thread thread) {
        return JdkAccess.dumpThreads(thread, new Thread[] {thread})[0];
    }

    /** The VM's trace of an exception, with generated names and the runtime's own frames, as a dump would show it. */
    public static StackTraceElement[] raw(Throwable exception) {
        StackTraceElement[] trace = new StackTraceElement[JdkAccess.depth(exception)];
        for (int i = 0; i < trace.length; i++) {
            trace[i] = new StackTraceElement("", "", null, 0);
        }
        JdkAccess.initStackTraceElements(null, trace, exception);
        return trace;
    }

    /**
     * The trace of a carrier, as that of the fiber mounted on it. A snapshot: the fiber runs on.
     *
     * @param segments the parked frames below the running ones, innermost segment first
     */
    public static MendedTrace mendRunning(StackTraceElement[] trace, Frame[] segments) {
        ArrayList<Frame> parked = new ArrayList<>();
        ArrayList<Object> points = new ArrayList<>();
        for (Frame first : segments) {
            // only once: the fiber may link its frames anew meanwhile
            for (Frame f = first; f != null; f = f.next) {
                parked.add(f);
                points.add(f.at);
            }
            points.add(null);
        }
        Mending mending = new Mending(points.toArray(), true);
        mending.places = new Places(trace.length, parked.size());
        StackTraceElement[] mended = mending.run(trace, Integer.MAX_VALUE);
        for (StackTraceElement each : mended) {
            // as the VM leaves them in such a dump: with loader and version in full
            JdkAccess.format(each, (byte) 0);
        }
        return new MendedTrace(mended, mending.places.ofReal, parked.toArray(new Frame[0]), mending.places.ofParked);
    }

    /** The same, if these are the places of the parked frames below the running ones, with null behind each segment. */
    public static StackTraceElement[] mendRunning(StackTraceElement[] trace, SuspensionPoint[] points) {
        return new Mending(points, true).run(trace, Integer.MAX_VALUE);
    }

    /** Where in the result the elements of the VM's trace, and the parked frames, have come; -1 for nowhere. */
    private static final class Places {
        private final int[] ofReal;
        private final int[] ofParked;
        private int reals;
        private int parked;

        Places(int reals, int parked) {
            ofReal = new int[reals];
            ofParked = new int[parked];
            Arrays.fill(ofReal, -1);
            Arrays.fill(ofParked, -1);
        }

        void real(int sizeBefore, int sizeAfter) {
            ofReal[reals++] = sizeAfter > sizeBefore ? sizeAfter - 1 : -1;
        }

        void parked(int sizeBefore, int sizeAfter) {
            ofParked[parked++] = sizeAfter > sizeBefore ? sizeBefore : -1;
        }

        void dropFrom(int size) {
            for (int i = 0; i < reals; i++) {
                ofReal[i] = ofReal[i] < size ? ofReal[i] : -1;
            }
        }

        void clear() {
            Arrays.fill(ofReal, -1);
            Arrays.fill(ofParked, -1);
        }
    }

    /** What of a carrier's trace, as the VM has it, is its own; the argument itself for who runs no fiber. */
    public static StackTraceElement[] belowFiber(StackTraceElement[] trace) {
        for (int i = trace.length - 1; i >= 0; i--) {
            if (ParkedFrames.isTrampoline(trace[i].getClassName(), trace[i].getMethodName())) {
                return Arrays.copyOfRange(trace, i, trace.length);
            }
        }
        return trace;
    }

    /** The trace of a platform thread; the argument itself where nothing is to be mended. */
    public static StackTraceElement[] withoutRuntime(StackTraceElement[] trace) {
        if (!hasMark(trace)) {
            return trace;
        }
        StackTraceElement[] mended = new Mending(null, true).run(trace, Integer.MAX_VALUE);
        for (StackTraceElement each : mended) {
            // as in mendRunning
            JdkAccess.format(each, (byte) 0);
        }
        return mended;
    }

    /**
     * The frame that keeps a fiber on its carrier: of those of the program's or the JDK's that have no twin, and lie
     * innermost, a class initializer, or else the outermost one. The twin of a constructor has the constructor's name:
     * where constructors are the outermost ones, the innermost of them is taken, as those around it may be such twins.
     *
     * @param trace the carrier's, as the VM has it
     * @return null if there is none
     */
    public static String pinning(StackTraceElement[] trace) {
        int found = indexOfPinning(trace);
        return found < 0 ? null : shown(trace[found]);
    }

    /** Whether that frame has a twin, which has called it plainly since it hardly ever waits (docs/decisions/0054). */
    public static boolean isPinnedByExperience(StackTraceElement[] trace) {
        int found = indexOfPinning(trace);
        if (found < 0 || found + 1 >= trace.length) {
            return false;
        }
        StackTraceElement caller = trace[found + 1];
        String type = trace[found].getClassName();
        String method = trace[found].getMethodName();
        // a pinned stub calls its plain copy likewise
        return caller.getClassName().equals(type)
                && caller.getMethodName().equals(method + MARK)
                && LoadTimeWeaving.generators().isQuietSoFar(type, method);
    }

    /** The innermost frame of the program's own, else the innermost, as exceptions show it; null if there is none. */
    public static String innermost(StackTraceElement[] trace) {
        StackTraceElement found = null;
        for (StackTraceElement each : trace) {
            String type = each.getClassName();
            boolean isShown =
                    !SuspensionPoint.isRuntime(type) && !isAccessor(each) && !isParking(type, each.getMethodName());
            if (isShown && (found == null || isOfTheJdk(found) && !isOfTheJdk(each))) {
                found = each;
            }
        }
        return found == null ? null : shown(renamed(found, authorsMethod(found.getClassName(), found.getMethodName())));
    }

    private static int indexOfPinning(StackTraceElement[] trace) {
        int found = -1;
        for (int i = 0; i < trace.length; i++) {
            String type = trace[i].getClassName();
            String method = trace[i].getMethodName();
            boolean isTwin = method.endsWith(MARK) || type.contains(RESUMER);
            if (isTwin && found >= 0 || ParkedFrames.isTrampoline(type, method)) {
                break;
            }
            if (!isTwin && !SuspensionPoint.isRuntime(type) && !isAccessor(trace[i]) && !isParking(type, method)) {
                found = i;
                if (method.equals("<clinit>")) {
                    break;
                }
            }
        }
        while (found > 0 && isConstructor(trace[found]) && isConstructor(trace[found - 1])) {
            found--;
        }
        return found;
    }

    /** How the runtime itself blocks a carrier, and wakes another one. */
    private static boolean isParking(String type, String method) {
        return type.equals("jdk.internal.misc.Unsafe") && (method.equals("park") || method.equals("unpark"));
    }

    private static boolean isConstructor(StackTraceElement each) {
        return each.getMethodName().equals("<init>");
    }

    /** As stack traces of exceptions have it: without the loader of the application, and the versions of modules. */
    public static String shown(StackTraceElement element) {
        String text = element.toString();
        if (text.startsWith("app//")) {
            return text.substring("app//".length());
        }
        int slash = text.indexOf('/');
        int version = slash < 0 ? -1 : text.lastIndexOf('@', slash);
        return version < 0 ? text : text.substring(0, version) + text.substring(slash);
    }

    private static boolean hasMark(StackTraceElement[] trace) {
        for (StackTraceElement each : trace) {
            if (each.getMethodName().contains(MARK)
                    || isAccessor(each)
                    || each.getClassName().contains(MARK)
                    || each.getClassName().startsWith(INSTRUMENT)
                    || SuspensionPoint.isRuntime(each.getClassName())) {
                return true;
            }
        }
        return false;
    }

    /** Whether a recipe has added the method to a class of the JDK; a program's may have such a name. */
    private static boolean isAccessor(StackTraceElement each) {
        return each.getMethodName().startsWith(ACCESSOR) && isOfTheJdk(each);
    }

    /** The mending of one trace. */
    private static final class Mending {
        private final ArrayList<StackTraceElement> result = new ArrayList<>();
        private final Object[] outer;
        private final PinnedStubs stubs = new PinnedStubs();
        private final ReflectionFrames reflection = new ReflectionFrames();
        private final BlockingFrames blocking = new BlockingFrames();
        private final PrivilegedFrames privileged = new PrivilegedFrames();

        /** Traces of exceptions leave out the frames that the JDK hides; those of other threads have them. */
        private final boolean isDump;

        private int at;

        /** Null if nobody asks for it. */
        private Places places;

        /** The runtime's way to block the carrier stands above, and nothing of it is to be seen. */
        private boolean hasBlocked;

        /** The frame before was Weft's transformer of classes, or what calls it. */
        private boolean isInTransformer;

        Mending(Object[] outer, boolean isDump) {
            this.outer = outer;
            this.isDump = isDump;
        }

        StackTraceElement[] run(StackTraceElement[] trace, int depth) {
            for (StackTraceElement each : trace) {
                if (result.size() >= depth) {
                    break;
                }
                int before = result.size();
                if (isDump && isWeavers(each)) {
                    dropWeaving();
                    if (places != null) {
                        places.real(0, 0);
                    }
                } else if (!SuspensionPoint.isRuntime(each.getClassName())) {
                    addReal(each);
                    if (places != null) {
                        places.real(before, result.size());
                    }
                } else if (addRuntime(each, depth)) {
                    break;
                } else if (places != null) {
                    places.real(0, 0);
                }
            }
            return result.toArray(new StackTraceElement[0]);
        }

        /** True if the trampoline was met: what is below it is the carrier's, not the fiber's. */
        private boolean addRuntime(StackTraceElement each, int depth) {
            String type = each.getClassName();
            String method = each.getMethodName();
            if (ParkedFrames.isTrampoline(type, method)) {
                addSegment(depth);
                return true;
            } else if (ParkedFrames.isInnerTrampoline(type, method)) {
                addSegment(depth);
            } else if (method.equals("blockPinned")) {
                dropInner();
                hasBlocked = true;
            } else if (method.equals(MUST_NOT_ENTER_YET)) {
                dropInner();
                blocking.dropped();
            } else if (isDump && method.equals(MAKES_RESUMER)) {
                dropWeaving();
            } else if (type.equals(LOADS_FOR_RESUMER)) {
                dropLoading();
            } else if (ReflectionFrames.isCall(type)) {
                stubs.reflective();
                Collections.addAll(result, reflection.of(method));
            } else if (ReflectionFrames.isResumedCall(type)) {
                Collections.addAll(result, ReflectionFrames.ofParked(type));
            } else if (PrivilegedFrames.isCall(type)) {
                Collections.addAll(result, privileged.of(authorsMethod(type, method), isDump));
            } else if (type.equals(MAIN_CALL) && !isDump) {
                dropLaunching();
            } else {
                int before = result.size();
                blocking.add(type, method, result);
                if (result.size() > before) {
                    stubs.inside(result.get(before).getMethodName());
                }
            }
            return false;
        }

        /** Whether the frame is of what weaves classes, or of how the VM calls that. */
        private boolean isWeavers(StackTraceElement each) {
            String type = each.getClassName();
            isInTransformer = type.equals(TRANSFORMER)
                    || type.startsWith(INSTRUMENT)
                            && each.getMethodName().endsWith("transform")
                            && (isInTransformer || isAllOfTheJdk());
            return isInTransformer || type.startsWith(GENERATORS);
        }

        /** What is inside of the next frame is the runtime's, though it may call the JDK. */
        private void dropInner() {
            result.clear();
            if (places != null) {
                places.clear();
            }
        }

        /**
         * The next frame's class is woven, or its resumer made: as if it took no time. If that asks a loader of the
         * program's for files, what the loader does is shown.
         */
        private void dropWeaving() {
            if (isAllOfTheJdk()) {
                dropInner();
            }
        }

        private boolean isAllOfTheJdk() {
            for (StackTraceElement each : result) {
                if (!isOfTheJdk(each)) {
                    return false;
                }
            }
            return true;
        }

        /** A resumer has a class loaded by a method of the JDK's, where its host has it loaded by the VM. */
        private void dropLoading() {
            int last = result.size() - 1;
            while (last >= 0
                    && isLoading(
                            result.get(last).getClassName(), result.get(last).getMethodName())) {
                result.remove(last--);
            }
            if (places != null) {
                places.dropFrom(last + 1);
            }
        }

        /** The VM's launcher initializes the main class, and calls its method, in native code. */
        private void dropLaunching() {
            int last = result.size() - 1;
            while (last >= 0 && isOfLaunching(result.get(last).getClassName())) {
                result.remove(last--);
            }
        }

        private static boolean isOfLaunching(String type) {
            return type.equals(Unsafe.class.getName()) || type.startsWith("jdk.internal.reflect.");
        }

        @SuppressWarnings("ReferenceEquality") // what has no suffix is the very string
        private void addReal(StackTraceElement each) {
            blocking.real(each);
            if (hasBlocked) {
                hasBlocked = false;
                if (each.getClassName().equals("java.util.concurrent.locks.LockSupport")) {
                    result.add(element(Unsafe.class, "park", "Unsafe.java", -2));
                }
            }
            if (each.getClassName().equals(THREAD_BEAN) && isAccessor(each)) {
                // above is how the runtime looks at the stack
                dropInner();
                result.add(nativeMethod(each, each.getMethodName().substring(ACCESSOR.length())));
                return;
            }
            if (each.getClassName().contains(INVOKER)
                    || isAccessor(each)
                    || isGate(each.getClassName(), each.getMethodName())) {
                return;
            }
            String method = authorsMethod(each.getClassName(), each.getMethodName());
            boolean isGenerated = method != each.getMethodName();
            boolean isFilling = result.isEmpty() && !isDump && isGenerated && method.equals("fillInStackTrace");
            // the VM leaves out those methods itself, and does not know their twins
            if (!isFilling && !stubs.isPinnedStub(each, method)) {
                result.add(isGenerated ? renamed(each, method) : each);
            }
        }

        private void addSegment(int depth) {
            for (; outer != null && at < outer.length && outer[at] != null; at++) {
                int before = result.size();
                if (before < depth) {
                    addSite((SuspensionPoint) outer[at], isDump, result);
                    blocking.addParked((SuspensionPoint) outer[at], result);
                }
                if (places != null) {
                    places.parked(before, result.size());
                }
            }
            at++;
        }
    }

    /**
     * Tells pinned stubs, which no trace shows, from other twins: they have no lines, and call the plain copy of the
     * method itself, or its second twin. Twins of code that was compiled without lines have none either, but what they
     * call is a twin, or a method of another class. (A stub in a class of the JDK, all of whose twins have lines, may
     * stand for an abstract method, and call that of any class.)
     */
    public static final class PinnedStubs {
        private String inner;

        /** The class of that method; null if the runtime stands for it. */
        private String innerType;

        /** Whether a pinned stub may have called it: it is no twin that is called by others. */
        private boolean isTarget;

        /** Whether that method's class was compiled with lines. */
        private boolean hasLines;

        /** The next frame has made a reflective call. */
        public void reflective() {
            inside("invoke");
        }

        /** The next frame has called that method of the JDK's. */
        void inside(String method) {
            inner = method;
            innerType = null;
            isTarget = true;
        }

        /** The same of a frame of a walk, whose line takes time to find. */
        @SuppressWarnings("ReferenceEquality") // what has no suffix is the very string
        public boolean isPinnedStub(StackWalker.StackFrame frame, String method) {
            String name = frame.getMethodName();
            if (method == name || isTarget && method.equals(inner)) {
                return isPinnedStub(frame.toStackTraceElement(), method);
            }
            twin(frame.getClassName(), name, method);
            return false;
        }

        /** Whether the next frame outwards is that of a pinned stub; {@code method} is the author's name for it. */
        @SuppressWarnings("ReferenceEquality") // what has no suffix is the very string
        public boolean isPinnedStub(StackTraceElement frame, String method) {
            String type = frame.getClassName();
            if (method == frame.getMethodName()) {
                boolean isConstructors = isStubOfConstructor(frame);
                author(type, method);
                hasLines = frame.getLineNumber() >= 0;
                return isConstructors;
            }
            boolean isPinnedStub = frame.getLineNumber() < 0
                    && isTarget
                    && method.equals(inner)
                    && (type.equals(innerType) || isOfTheJdk(frame));
            twin(type, frame.getMethodName(), method);
            return isPinnedStub;
        }

        private void twin(String type, String name, String method) {
            author(type, method);
            // a resumer has its code in a static method, which its other one calls
            isTarget = name.endsWith(LOUD) || type.contains(RESUMER);
        }

        /**
         * A constructor's twin has the constructor's name. Where the class was compiled without lines, it may as well
         * be the author's, which has called another one of the class.
         */
        private boolean isStubOfConstructor(StackTraceElement frame) {
            return frame.getLineNumber() < 0
                    && hasLines
                    && isTarget
                    && frame.getMethodName().equals("<init>")
                    && "<init>".equals(inner)
                    && frame.getClassName().equals(innerType);
        }

        /** The next frame outwards is that of an author's method, in its plain copy. */
        public void author(String type, String method) {
            inner = method;
            innerType = type;
            isTarget = true;
            hasLines = true;
        }
    }

    private static boolean isOfTheJdk(StackTraceElement frame) {
        String module = frame.getModuleName();
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }

    /** The name that the author gave to a method, which a twin has with a suffix, and a resumer in its class' name. */
    public static String authorsMethod(String type, String method) {
        int end = method.length();
        while (method.startsWith(MARK, end - MARK.length())) {
            end -= MARK.length();
        }
        if (end < method.length()) {
            return method.substring(0, end);
        }
        int resumer = type.indexOf(RESUMER);
        return resumer < 0 ? method : type.substring(type.indexOf('$', resumer + RESUMER.length()) + 1);
    }

    /** Whether it is a method by which a resumer asks for access; its host has none. */
    public static boolean isGate(String type, String method) {
        return method.startsWith(ACCESSOR) && type.contains(RESUMER);
    }

    /** Whether the runtime may load a class by that method for a resumer, which calls {@link #LOADS_FOR_RESUMER}. */
    public static boolean isLoading(String type, String method) {
        return method.startsWith("forName") && type.equals("java.lang.Class");
    }

    /** Whether a class of that name is a resumer. */
    public static boolean isResumer(String type) {
        return type.contains(RESUMER);
    }

    /** The name of the class whose frames a resumer of that name resumes. */
    public static String hostOf(String resumer) {
        return resumer.substring(0, resumer.indexOf(RESUMER));
    }

    /** The number of the point that a class of that name resumes. */
    public static int pointOf(String resumer) {
        int start = resumer.indexOf(RESUMER) + RESUMER.length();
        return Integer.parseInt(resumer, start, resumer.indexOf('$', start), 10);
    }

    /** The same place with the method's name as its author gave it, and without the resumer. */
    public static StackTraceElement renamed(StackTraceElement each, String method) {
        return renamed(each, method, each.getLineNumber());
    }

    private static StackTraceElement nativeMethod(StackTraceElement each, String method) {
        return renamed(each, method, -2);
    }

    private static StackTraceElement renamed(StackTraceElement each, String method, int line) {
        String type = each.getClassName();
        int at = type.indexOf(RESUMER);
        StackTraceElement result = new StackTraceElement(
                each.getClassLoaderName(),
                each.getModuleName(),
                each.getModuleVersion(),
                at < 0 ? type : type.substring(0, at),
                method,
                each.getFileName(),
                line);
        JdkAccess.format(result, JdkAccess.format(each));
        return result;
    }

    /**
     * Adds the place of one heap frame; of the runtime's own frames, what the JDK would have in their place, hidden
     * frames too if {@code isAll}.
     */
    public static void addSite(SuspensionPoint point, boolean isAll, ArrayList<StackTraceElement> result) {
        String name = point.host.getName();
        if (!SuspensionPoint.isRuntime(name)) {
            result.add(ParkedFrames.site(point).element(point.host));
        } else {
            Collections.addAll(result, ReflectionFrames.ofParked(name));
            Collections.addAll(result, PrivilegedFrames.ofParked(point, isAll));
        }
    }

    /** The places of heap frames, innermost first. */
    public static StackTraceElement[] ofPoints(SuspensionPoint[] points) {
        ArrayList<StackTraceElement> result = new ArrayList<>();
        for (SuspensionPoint each : points) {
            addSite(each, false, result);
        }
        return result.toArray(new StackTraceElement[0]);
    }

    /**
     * Initializes what the JDK needs for elements of traces, which a walk of the stack needs only in a fiber.
     *
     * @throws StackOverflowError if there is not enough of the stack for that
     */
    public static void prepare() {
        if (!isPrepared) {
            StackProbe.beforeDefinition();
            element(Object.class, "", null, -1);
            isPrepared = true;
        }
    }

    /** An element that prints as the VM's own of that class do. */
    public static StackTraceElement element(Class<?> host, String method, String file, int line) {
        Module module = host.getModule();
        ClassLoader loader = host.getClassLoader();
        StackTraceElement element = new StackTraceElement(
                loader == null ? null : loader.getName(),
                module.getName(),
                module.getDescriptor() == null
                        ? null
                        : module.getDescriptor().rawVersion().orElse(null),
                host.getName(),
                method,
                file,
                line);
        JdkAccess.declaringClassObject(element, host);
        JdkAccess.computeFormat(element);
        return element;
    }
}
