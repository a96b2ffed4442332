package dev.weft.weaver.weave;

import dev.weft.agent.facts.Scope;
import dev.weft.agent.facts.StubReason;
import dev.weft.agent.twin.WeaveListener;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** What weaving makes of some classes: what {@code weft report} prints. Safe for use by several threads. */
public final class CodeReport implements WeaveListener {
    /** HotSpot inlines hot methods up to this many bytes of code (FreqInlineSize). */
    public static final int INLINE_LIMIT = 325;

    /** HotSpot compiles methods up to this many bytes of code (HugeMethodLimit). */
    public static final int COMPILE_LIMIT = 8000;

    private final Map<StubReason.Reason, Integer> stubs = new EnumMap<>(StubReason.Reason.class);
    private final List<String> pinning = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, Long> counts = new TreeMap<>();
    private int full;

    /** An empty report. */
    public CodeReport() {
        for (String each : List.of("classes", "unreadable", "bytesBefore", "bytesAfter")) {
            counts.put(each, 0L);
        }
    }

    @Override
    public synchronized void full(String owner, MethodNode method) {
        full++;
    }

    @Override
    public synchronized void stub(String owner, MethodNode method, StubReason.Reason reason) {
        boolean isOfStubbedClass =
                reason == StubReason.Reason.NEVER_SUSPENDS && Scope.isStubbed(owner) && callsWovenCode(method);
        StubReason.Reason real = isOfStubbedClass ? StubReason.Reason.STUBBED_CLASS : reason;
        stubs.merge(real, 1, Integer::sum);
        if (isPinning(real)) {
            pinning.add(real + " " + owner.replace('/', '.') + "#" + method.name + method.desc);
        }
    }

    private static boolean callsWovenCode(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof MethodInsnNode && !Scope.isUnwoven(((MethodInsnNode) insn).owner)) {
                return true;
            }
        }
        return false;
    }

    /** True for reasons of methods that contain a call which could suspend. */
    private static boolean isPinning(StubReason.Reason reason) {
        return reason != StubReason.Reason.NEVER_SUSPENDS
                && reason != StubReason.Reason.ABSTRACT
                && reason != StubReason.Reason.NATIVE;
    }

    /** Counts a class that was woven. */
    public void woven(byte[] before, byte[] after) {
        int[] sizes = sizes(after);
        synchronized (this) {
            add("classes", 1);
            add("bytesBefore", before.length);
            add("bytesAfter", after.length);
            add("plainOverInlineLimit", sizes[0]);
            add("plainOverCompileLimit", sizes[1]);
            add("twinsOverInlineLimit", sizes[2]);
            add("twinsOverCompileLimit", sizes[3]);
        }
    }

    /** Counts a class that could not be woven. */
    public synchronized void unreadable() {
        add("unreadable", 1);
    }

    private void add(String name, long value) {
        counts.merge(name, value, Long::sum);
    }

    private static int[] sizes(byte[] file) {
        int[] over = new int[4];
        new ClassReader(file)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String desc, String sig, String[] exceptions) {
                                int first = dev.weft.agent.abi.Names.isTwin(name, desc) ? 2 : 0;
                                return new CodeSizeEvaluator(Opcodes.ASM9, null) {
                                    @Override
                                    public void visitEnd() {
                                        over[first] += getMinSize() > INLINE_LIMIT ? 1 : 0;
                                        over[first + 1] += getMinSize() > COMPILE_LIMIT ? 1 : 0;
                                    }
                                };
                            }
                        },
                        ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return over;
    }

    /** Share of full twins among the methods that contain a call which could suspend, in percent. */
    public synchronized double fullPercent() {
        long all = full + (long) pinning.size();
        return all == 0 ? 100 : 100.0 * full / all;
    }

    /** Methods with a pinned stub although they contain a call which could suspend: reason and name, sorted. */
    public List<String> pinning() {
        synchronized (pinning) {
            return pinning.stream().sorted().toList();
        }
    }

    /** All numbers, by name, in the order in which they are to be shown. */
    public synchronized Map<String, Number> numbers() {
        Map<String, Number> result = new java.util.LinkedHashMap<>();
        result.put("classes", counts.get("classes"));
        result.put("unreadable", counts.get("unreadable"));
        long all = full;
        for (int each : stubs.values()) {
            all += each;
        }
        result.put("methods", all);
        result.put("fullTwins", full);
        result.put("fullPercentOfThoseThatCall", Math.round(fullPercent() * 100) / 100.0);
        stubs.forEach((reason, count) -> result.put("stubs." + reason, count));
        counts.forEach(result::putIfAbsent);
        return result;
    }
}
