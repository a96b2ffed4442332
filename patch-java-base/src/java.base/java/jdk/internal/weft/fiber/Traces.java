package jdk.internal.weft.fiber;

import java.util.ArrayList;
import java.weft.AgentHooks;
import java.weft.Cont;
import java.weft.Frame;
import jdk.internal.access.SharedSecrets;
import jdk.internal.weft.Fields;

/**
 * Makes stack traces of fibers read as those of platform threads: generated names are mended, the runtime's own frames
 * dropped, and the frames that are parked below the running one appended.
 */
public final class Traces {
    private static final String MARK = "$weft";
    private static final String RESUMER = "$weft$R";

    /** Default of {@code -XX:MaxJavaStackTraceDepth}. */
    private static final int MAX_DEPTH = 1024;

    private Traces() {}

    /** Remembers, in a new exception, the parked frames below the running ones; costs time by their number. */
    public static void capture(Throwable exception) {
        Cont c = Fields.cont(Thread.currentThread());
        if (c == null || c.thread == null || c.rest == null) {
            return;
        }
        Fields.outer(exception, sites(c.rest));
    }

    /** The frames' classes, and behind them the array of their points. */
    private static Object[] sites(Frame first) {
        int n = 0;
        for (Frame f = first; f != null; f = f.next) {
            n++;
        }
        Object[] sites = new Object[n + 1];
        int[] points = new int[n];
        int i = 0;
        for (Frame f = first; f != null; f = f.next, i++) {
            sites[i] = f.host;
            points[i] = f.point;
        }
        sites[n] = points;
        return sites;
    }

    /** The stack trace as its reader expects it; returns the argument itself where nothing is to be mended. */
    public static StackTraceElement[] mend(StackTraceElement[] trace, Throwable exception) {
        Object[] outer = Fields.outer(exception);
        if (outer == null && !hasMark(trace)) {
            return trace;
        }
        ArrayList<StackTraceElement> result = new ArrayList<>(trace.length);
        boolean isCut = addMended(trace, result);
        if (outer != null && isCut) {
            addSites(outer, result);
        }
        return result.toArray(new StackTraceElement[0]);
    }

    /** The trace of a carrier, as that of the fiber mounted on it. A snapshot: the fiber runs on. */
    static StackTraceElement[] mendRunning(StackTraceElement[] trace, Fiber fiber) {
        ArrayList<StackTraceElement> result = new ArrayList<>(trace.length);
        boolean isCut = addMended(trace, result);
        for (Frame f = isCut ? fiber.framesBelow() : null; f != null; f = f.next) {
            addSite(f.host, f.point, result);
        }
        return result.toArray(new StackTraceElement[0]);
    }

    /** The trace of a platform thread; the argument itself where nothing is to be mended. */
    static StackTraceElement[] withoutRuntime(StackTraceElement[] trace) {
        if (!hasMark(trace)) {
            return trace;
        }
        ArrayList<StackTraceElement> result = new ArrayList<>(trace.length);
        addMended(trace, result);
        for (StackTraceElement each : trace) {
            // it stands in a wait of the VM's only because it must not enter yet
            if (isRuntime(each) && each.getMethodName().equals("untilAdmitted") && !result.isEmpty()) {
                result.remove(0);
                break;
            }
        }
        return result.toArray(new StackTraceElement[0]);
    }

    private static boolean hasMark(StackTraceElement[] trace) {
        for (StackTraceElement each : trace) {
            if (each.getMethodName().contains(MARK) || each.getClassName().contains(MARK) || isRuntime(each)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isRuntime(StackTraceElement each) {
        String name = each.getClassName();
        return name.startsWith("java.weft.") || name.startsWith("jdk.internal.weft.");
    }

    /** True if the trampoline was met: what is below it is the carrier's, not the fiber's. */
    private static boolean addMended(StackTraceElement[] trace, ArrayList<StackTraceElement> result) {
        String inner = null;
        for (StackTraceElement each : trace) {
            if (isRuntime(each)) {
                if (each.getClassName().equals("jdk.internal.weft.fiber.Fiber")) {
                    return true;
                }
                if (each.getClassName().equals("jdk.internal.weft.reflect.Reflective")) {
                    inner = "invoke";
                    ReflectionFrames.addTo(result);
                }
                continue;
            }
            String method = authorsMethod(each.getClassName(), each.getMethodName());
            boolean isGenerated = method != each.getMethodName();
            boolean isBridge = isGenerated && each.getLineNumber() < 0 && method.equals(inner);
            if (isBridge) {
                continue;
            }
            inner = method;
            result.add(isGenerated ? renamed(each, method) : each);
        }
        return false;
    }

    /** The name that the author gave to a method, which a twin has with a suffix, and a resumer in its class' name. */
    private static String authorsMethod(String type, String method) {
        int twin = method.indexOf(MARK);
        if (twin >= 0) {
            return method.substring(0, twin);
        }
        int resumer = type.indexOf(RESUMER);
        return resumer < 0 ? method : type.substring(type.indexOf('$', resumer + RESUMER.length()) + 1);
    }

    /** The same for a stack walk's frame. */
    public static String methodName(String method, Object memberName) {
        if (method.indexOf(MARK) < 0 && !method.equals("resume")) {
            return method;
        }
        return authorsMethod(
                SharedSecrets.getJavaLangInvokeAccess()
                        .getDeclaringClass(memberName)
                        .getName(),
                method);
    }

    /** One element with the author's names. */
    public static StackTraceElement mend(StackTraceElement each) {
        String method = authorsMethod(each.getClassName(), each.getMethodName());
        return method == each.getMethodName() ? each : renamed(each, method);
    }

    /**
     * The class of the innermost parked frame: the caller of a method that was resumed, and so is the last on the stack.
     *
     * @throws IllegalCallerException the argument, if there is none
     */
    public static Class<?> parkedCaller(IllegalCallerException none) {
        Cont c = Fields.cont(Thread.currentThread());
        for (Frame f = c == null || c.thread == null ? null : c.rest; f != null; f = f.next) {
            if (!isOwn(f.host)) {
                return f.host;
            }
        }
        throw none;
    }

    /** True for a class whose frames no stack walk of a fiber shows: the runtime's, the carrier's loop among them. */
    public static boolean isOwn(Class<?> type) {
        String name = type.getName();
        return name.startsWith("jdk.internal.weft.") || name.startsWith("java.weft.");
    }

    private static StackTraceElement renamed(StackTraceElement each, String method) {
        String type = each.getClassName();
        int at = type.indexOf(MARK);
        StackTraceElement result = new StackTraceElement(
                each.getClassLoaderName(),
                each.getModuleName(),
                each.getModuleVersion(),
                at < 0 ? type : type.substring(0, at),
                method,
                each.getFileName(),
                each.getLineNumber());
        Fields.format(result, Fields.format(each));
        return result;
    }

    private static void addSites(Object[] outer, ArrayList<StackTraceElement> result) {
        int[] points = (int[]) outer[outer.length - 1];
        for (int i = 0; i < points.length && result.size() < MAX_DEPTH; i++) {
            addSite((Class<?>) outer[i], points[i], result);
        }
    }

    /** Adds the place of one heap frame; of the runtime's own frames, what the JDK would have in their place. */
    static void addSite(Class<?> host, int point, ArrayList<StackTraceElement> result) {
        String name = host.getName();
        if (name.startsWith("jdk.internal.weft.")) {
            if (name.equals("jdk.internal.weft.reflect.InvokeFrame")) {
                ReflectionFrames.addTo(result);
            }
            return;
        }
        StackTraceElement site = site(host, point);
        result.add(element(host, site.getMethodName(), site.getFileName(), site.getLineNumber()));
    }

    /** To find a site takes milliseconds, and the trace of a recursion asks for the same one over and over. */
    private static StackTraceElement site(Class<?> host, int point) {
        Object[] known = Fields.sites(host);
        if (known != null && point < known.length && known[point] != null) {
            return (StackTraceElement) known[point];
        }
        StackTraceElement site = AgentHooks.sites.apply(host, point);
        Object[] grown = new Object[Math.max(known == null ? 0 : known.length, point + 1)];
        if (known != null) {
            System.arraycopy(known, 0, grown, 0, known.length);
        }
        grown[point] = site;
        // two threads may come at once, and one element be lost: it is found again
        Fields.sites(host, grown);
        return site;
    }

    /** An element that prints as the VM's own of that class do. */
    static StackTraceElement element(Class<?> host, String method, String file, int line) {
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
        Fields.declaringClassObject(element, host);
        Fields.computeFormat(element);
        return element;
    }
}
