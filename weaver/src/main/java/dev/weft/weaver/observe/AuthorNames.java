package dev.weft.weaver.observe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Makes stacks of profilers that do not know of Weft read as their author wrote the code: a twin or resumer has the
 * name of its method, the runtime's own frames and those of the carrier are left out. What such a profiler has not
 * seen, the callers that were parked at that moment, is not there to be shown: one frame says so.
 */
public final class AuthorNames implements UnaryOperator<String> {
    /** The frame that stands for callers which were parked. */
    public static final String PARKED = "[callers parked]";

    /** The frame that stands for what a carrier does between fibers. */
    public static final String SCHEDULER = "[scheduler]";

    private static final String TWIN = "$weft";
    private static final String RESUMER = "$weft$R";
    private static final String INVOKER = "$weft$I";

    /** Methods that Weft adds to classes of the JDK begin so. */
    private static final String ACCESSOR = "weft$";

    private static final List<String> RUNTIME = List.of(
            "jdk.internal.weft.",
            "java.weft.",
            "dev.weft.Continuation",
            "sun.nio.ch.Weft",
            "java.net.Weft",
            "java.lang.Weft",
            "java.lang.invoke.Weft",
            "jdk.internal.reflect.Weft");

    /** One frame, in its parts. */
    private static final class Frame {
        private final String text;
        private final String type;
        private final String method;
        private final String rest;

        /** Of the forms {@code a/b/C.m}, {@code a.b.C.m}, with a signature or a kind like {@code _[j]} behind it. */
        Frame(String text) {
            this.text = text;
            int paren = text.indexOf('(');
            int kind = text.lastIndexOf("_[");
            int end = paren >= 0 ? paren : kind > 0 && text.endsWith("]") ? kind : text.length();
            int dot = text.lastIndexOf('.', end - 1);
            boolean isMethod = dot > 0 && !text.startsWith("[");
            type = isMethod ? text.substring(0, dot) : "";
            method = isMethod ? text.substring(dot + 1, end) : text;
            rest = text.substring(end);
        }

        boolean isRuntime() {
            String name = type.replace('/', '.');
            return name.contains(INVOKER)
                    || method.startsWith(ACCESSOR) && !type.isEmpty()
                    || RUNTIME.stream().anyMatch(name::startsWith);
        }

        boolean is(String wantedType, String wantedMethod) {
            return method.equals(wantedMethod) && type.replace('/', '.').equals(wantedType);
        }

        boolean isResumer() {
            return type.contains(RESUMER);
        }

        boolean isGenerated() {
            return isResumer() || !type.isEmpty() && method.endsWith(TWIN);
        }

        Frame renamed() {
            if (!isGenerated()) {
                return this;
            }
            int resumer = type.indexOf(RESUMER);
            String host = resumer < 0 ? type : type.substring(0, resumer);
            String name = method.endsWith(TWIN)
                    ? method.replaceAll("(\\Q" + TWIN + "\\E)+$", "")
                    : type.substring(type.indexOf('$', resumer + RESUMER.length()) + 1);
            return new Frame(host + '.' + name + rest);
        }
    }

    @Override
    public String apply(String stack) {
        List<Frame> frames = new ArrayList<>();
        for (String each : stack.split(";")) {
            frames.add(new Frame(each));
        }
        List<String> result = new ArrayList<>();
        int trampoline = -1;
        boolean isCarrier = false;
        for (int i = 0; i < frames.size(); i++) {
            trampoline = frames.get(i).is("jdk.internal.weft.fiber.Fiber", "run") ? i : trampoline;
            isCarrier |= frames.get(i).is("jdk.internal.weft.scheduler.Carrier", "run");
            isCarrier |= frames.get(i).is("jdk.internal.weft.scheduler.Worker", "run");
        }
        for (int i = 0; i < frames.size(); i++) {
            Frame each = frames.get(i);
            boolean isLabel = each.text.startsWith("[");
            if (isLabel || !each.isRuntime() && i > trampoline && !(isCarrier && trampoline < 0)) {
                add(frames, i, result);
            }
        }
        // other threads of the runtime have no frames but its own
        if (isCarrier && trampoline < 0 || result.isEmpty()) {
            result.add(SCHEDULER);
        }
        return String.join(";", result);
    }

    private static void add(List<Frame> frames, int i, List<String> result) {
        Frame each = frames.get(i);
        boolean isOutermost = result.stream().allMatch(name -> name.startsWith("["));
        if (each.isResumer() && isOutermost && !result.contains(PARKED)) {
            result.add(PARKED);
        }
        Frame renamed = each.renamed();
        boolean isBridge = each.isResumer()
                && each.method.equals("resume")
                && i + 1 < frames.size()
                && frames.get(i + 1).type.equals(each.type);
        if (!isBridge && !isPinnedStub(each, renamed, i + 1 < frames.size() ? frames.get(i + 1) : null)) {
            result.add(renamed.text);
        }
    }

    /** A twin that only calls the method itself: those that may suspend call twins. */
    private static boolean isPinnedStub(Frame twin, Frame renamed, Frame inner) {
        return inner != null
                && twin.isGenerated()
                && !inner.isGenerated()
                && inner.type.equals(renamed.type)
                && inner.method.equals(renamed.method);
    }

    /** The stack of frames from the innermost to the outermost one, in that form. */
    static String collapsed(String... innermostFirst) {
        List<String> frames = Arrays.asList(innermostFirst.clone());
        Collections.reverse(frames);
        return String.join(";", frames);
    }
}
