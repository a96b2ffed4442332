package dev.weft.agent.facts;

import dev.weft.agent.abi.Names;
import dev.weft.agent.analysis.Flow;
import dev.weft.agent.analysis.Liveness;
import dev.weft.agent.analysis.MonitorDepth;
import dev.weft.agent.analysis.MonitorPairs;
import dev.weft.agent.analysis.Types;
import dev.weft.agent.facts.TwinPlan.Call;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Decides how one method is turned into a full twin, or that it is not. Emits nothing.
 *
 * <p>The class stays whole because its checks are one sequence: each may rely on those before it, and the first that
 * refuses decides.
 */
public final class Planner {
    /** Above, the handle's twin would have no room for itself and the context. */
    private static final int MAX_HANDLE_SLOTS = 250;

    /**
     * Leaves room for the context, monitors and temporaries among 65,535 variables and as many operands (JVMS 4.7.3).
     */
    private static final int MAX_VARIABLES = 60_000;

    /** So many values of variables and operands are followed, over all instructions: more take gigabytes. */
    private static final long MAX_VALUES = 20_000_000;

    /** So many values can be saved at all points together: each takes two bytes of code at least. */
    private static final int MAX_SAVED = 32_767;

    private final ClassNode host;
    private final World world;
    private final boolean chaos;
    private final Set<String> declared = new HashSet<>();
    private final QuietMethods quiet;
    private HeldReceivers receivers;

    /** A planner for the methods of one class; in chaos mode twins may suspend on both sides of each call of a twin. */
    public Planner(ClassNode host, World world, boolean chaos) {
        this.chaos = chaos;
        this.host = host;
        this.world = world;
        for (MethodNode method : host.methods) {
            declared.add(method.name + method.desc);
        }
        quiet = world.knowsNothingOfCallees() ? new QuietMethods(host, this) : null;
    }

    /** What a twin of this class makes of a call, or null to leave it as it is. */
    public Call call(MethodInsnNode insn) {
        String owner = CallNames.owner(host.name, host.superName, declared, insn);
        if (isCurrentThread(insn)) {
            return Call.CURRENT_THREAD;
        }
        boolean isStatic = insn.getOpcode() == Opcodes.INVOKESTATIC;
        Substitutions.Target target = Substitutions.inTwin(owner, insn.name, insn.desc, isStatic);
        if (target != null) {
            String desc = target.suspends() ? Names.twinDesc(target.desc()) : target.desc();
            boolean isWoven = target.owner().startsWith(Names.BLOCKING);
            String name = target.suspends() && isWoven ? Names.twinName(target.name()) : target.name();
            return new Call(
                    Opcodes.INVOKESTATIC, target.owner(), name, desc, false, target.suspends(), target.passesHost());
        }
        if (isHandleCall(insn)) {
            return new Call(
                    Opcodes.INVOKEVIRTUAL, Call.HANDLE, "invokeExact", Names.twinDesc(insn.desc), false, true, false);
        }
        boolean fits = Names.canHaveTwin(insn.name, insn.desc, isStatic);
        if (!fits || isQuiet(insn) || !world.callsTwin(owner, insn.name, insn.desc, insn.getOpcode())) {
            return null;
        }
        return new Call(
                insn.getOpcode(),
                insn.owner,
                Names.twinName(insn.name),
                Names.twinDesc(insn.desc),
                insn.itf,
                true,
                false);
    }

    /** A call by a method handle; classes before Java 7 cannot hold a method type. */
    private boolean isHandleCall(MethodInsnNode insn) {
        return insn.owner.equals(Call.HANDLE)
                && insn.getOpcode() == Opcodes.INVOKEVIRTUAL
                && (insn.name.equals("invokeExact") || insn.name.equals("invoke"))
                && (host.version & 0xFFFF) >= Opcodes.V1_7
                && Names.argumentSlots(insn.desc, false) <= MAX_HANDLE_SLOTS
                && world.suspendsInHandles();
    }

    /**
     * A call site whose target may suspend: not one of the JDK's own bootstrap methods, which make objects and strings.
     * In a twin it has the context as one more argument, which tells the JDK what to link.
     */
    private boolean isSite(AbstractInsnNode insn) {
        if (!(insn instanceof InvokeDynamicInsnNode)) {
            return false;
        }
        InvokeDynamicInsnNode site = (InvokeDynamicInsnNode) insn;
        return !site.bsm.getOwner().startsWith("java/lang/")
                && Names.argumentSlots(site.desc, false) <= MAX_HANDLE_SLOTS
                && world.suspendsInHandles();
    }

    private boolean isCurrentThread(MethodInsnNode insn) {
        return insn.getOpcode() == Opcodes.INVOKESTATIC
                && insn.name.equals("currentThread")
                && insn.desc.equals("()Ljava/lang/Thread;")
                && CallNames.owner(host.name, host.superName, declared, insn).equals("java/lang/Thread");
    }

    /** True if anything in the method may suspend. */
    public boolean mayHavePoints(MethodNode method) {
        if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
            return true;
        }
        for (AbstractInsnNode insn : method.instructions) {
            if (mayBePoint(insn)) {
                return true;
            }
        }
        return false;
    }

    /** True if the instruction may suspend, or counts the frames above it: a pinned stub would be one more. */
    boolean mayBePoint(AbstractInsnNode insn) {
        if (insn.getOpcode() == Opcodes.MONITORENTER || isSite(insn)) {
            return true;
        }
        if (!(insn instanceof MethodInsnNode)) {
            return false;
        }
        Call call = call((MethodInsnNode) insn);
        return call != null && call.passesContext() || walksStack((MethodInsnNode) insn);
    }

    private static boolean walksStack(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof MethodInsnNode && walksStack((MethodInsnNode) insn)) {
                return true;
            }
        }
        return false;
    }

    private static boolean walksStack(MethodInsnNode insn) {
        return insn.owner.equals("java/lang/StackWalker");
    }

    private HeldReceivers receivers() {
        if (receivers == null) {
            receivers = new HeldReceivers(host);
        }
        return receivers;
    }

    private boolean isQuiet(MethodInsnNode insn) {
        return quiet != null && quiet.isCallOf(insn);
    }

    /**
     * Plans the full twin of a method with code; that of a constructor is what its plain copy is in front of
     * {@code super(..)}.
     *
     * @param numbers gives the next free point number of the class
     * @param keepsReferences whether frames keep what {@code this} and variables refer to that are not read again
     * @throws StubReason if the method must get a pinned stub
     */
    public TwinPlan plan(MethodNode method, PointNumbers numbers, boolean keepsReferences) throws StubReason {
        return new Work(method, numbers, keepsReferences).plan();
    }

    private final class Work {
        private final MethodNode method;
        private final PointNumbers numbers;
        private final boolean isSynchronized;
        private final boolean isConstructor;
        private final Flow flow;
        private final Types types;
        private final MonitorDepth depth;
        private final Map<AbstractInsnNode, Call> calls = new LinkedHashMap<>();
        private final Map<AbstractInsnNode, Point> points = new LinkedHashMap<>();
        private final Map<AbstractInsnNode, Point> entries = new LinkedHashMap<>();
        private final Map<AbstractInsnNode, Point> chaosBefore = new LinkedHashMap<>();
        private final Map<AbstractInsnNode, Point> chaosAfter = new LinkedHashMap<>();
        private final Set<AbstractInsnNode> movedNews = new HashSet<>();
        private final boolean keepsReferences;
        private Liveness liveness;
        private int savedValues;

        Work(MethodNode method, PointNumbers numbers, boolean keepsReferences) throws StubReason {
            this.method = method;
            this.keepsReferences = keepsReferences;
            this.numbers = numbers;
            isSynchronized = (method.access & Opcodes.ACC_SYNCHRONIZED) != 0;
            isConstructor = method.name.equals("<init>");
            boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
            if (!Names.canHaveTwin(method.name, method.desc, isStatic)) {
                throw new StubReason(StubReason.Reason.TOO_MANY_ARGUMENTS, null);
            }
            if (method.maxLocals + 2 * method.maxStack > MAX_VARIABLES) {
                throw new StubReason(StubReason.Reason.TOO_LARGE, "it has too many variables");
            }
            if ((long) method.instructions.size() * (method.maxLocals + method.maxStack) > MAX_VALUES) {
                throw new StubReason(StubReason.Reason.TOO_LARGE, "it has too many values");
            }
            for (AbstractInsnNode insn : method.instructions) {
                if (insn.getOpcode() == Opcodes.JSR || insn.getOpcode() == Opcodes.RET) {
                    throw new StubReason(StubReason.Reason.SUBROUTINE, null);
                }
            }
            flow = new Flow(method);
            depth = new MonitorDepth(flow);
            boolean isNested = depth.deepest() == 0 || MonitorPairs.areNested(host.name, method, flow);
            if (!depth.isBalanced() || !isNested) {
                throw new StubReason(StubReason.Reason.UNBALANCED_MONITORS, null);
            }
            types = new Types(host.name, method);
        }

        TwinPlan plan() throws StubReason {
            for (int i = 0; i < flow.size(); i++) {
                AbstractInsnNode insn = flow.insn(i);
                if (types.before(i) == null || depth.before(i) < 0) {
                    continue;
                }
                if (insn instanceof MethodInsnNode) {
                    planCall(i, (MethodInsnNode) insn);
                } else if (isSite(insn) && !isBeforeSuper(types.before(i))) {
                    planSuspension(i, insn, ((InvokeDynamicInsnNode) insn).desc);
                } else if (insn.getOpcode() == Opcodes.MONITORENTER && !isBeforeSuper(types.before(i))) {
                    entries.put(insn, point(i, types.after(i), Type.VOID_TYPE, keptAfter(i), depth.before(i)));
                }
            }
            if (isSynchronized) {
                entries.put(null, entryOfMethod());
            }
            if (points.isEmpty() && entries.isEmpty() && !walksStack(method)) {
                throw new StubReason(StubReason.Reason.NEVER_SUSPENDS, null);
            }
            MovedAllocations moved = new MovedAllocations(flow, types, movedNews);
            return new TwinPlan(
                    host.name,
                    method,
                    calls,
                    points,
                    entries,
                    chaosBefore,
                    chaosAfter,
                    movedNews,
                    moved.copies(),
                    moved.inits(),
                    flow,
                    types,
                    depth,
                    isSynchronized);
        }

        private void planCall(int i, MethodInsnNode insn) throws StubReason {
            Types.State after = types.after(i);
            boolean isBefore = isBeforeSuper(types.before(i));
            if (isBefore && depth.before(i) > 0 && after != null && !isBeforeSuper(after)) {
                throw new StubReason(StubReason.Reason.UNBALANCED_MONITORS, "held across super(..)");
            }
            Call call = call(insn);
            // in front of super(..) nothing can suspend: calls are those of the plain copy
            boolean isPlain = isBefore && !insn.name.equals("<init>");
            if (call == null || isPlain || after == null || call.passesContext() && isBeforeSuper(after)) {
                return;
            }
            calls.put(insn, call);
            if (call.passesContext()) {
                planSuspension(i, insn, insn.desc);
            }
        }

        private boolean isBeforeSuper(Types.State state) {
            return isConstructor && state.isBeforeSuper();
        }

        /** Behind a call with that descriptor the method may suspend. */
        private void planSuspension(int i, AbstractInsnNode insn, String desc) throws StubReason {
            Types.State after = types.after(i);
            points.put(insn, point(i, after, Type.getReturnType(desc), keptAfter(i), depth.before(i)));
            if (chaos) {
                planChaos(i, insn, after);
            }
        }

        private void planChaos(int i, AbstractInsnNode insn, Types.State after) throws StubReason {
            chaosAfter.put(insn, point(i, after, Type.VOID_TYPE, keptAfter(i), depth.before(i)));
            if (!isBeforeSuper(types.before(i))) {
                Point before = point(i, types.before(i), Type.VOID_TYPE, keptAfter(i), depth.before(i));
                chaosBefore.put(insn, before);
            }
        }

        /** Which locals are kept behind an instruction: for the method, for what they refer to, or for a debugger. */
        private BitSet keptAfter(int i) {
            if (liveness == null) {
                liveness = new Liveness(flow);
            }
            BitSet read = liveness.after(i);
            if (keepsReferences) {
                addReferences(i, read);
            }
            if (world.keepsVariables() && method.localVariables != null) {
                for (LocalVariableNode each : method.localVariables) {
                    if (flow.index(each.start) <= i && flow.index(each.end) > i && isThere(each, types.after(i))) {
                        read.set(each.index);
                    }
                }
            }
            return read;
        }

        /** What all locals refer to; objects that the instruction constructs are none yet in front of it. */
        private void addReferences(int i, BitSet kept) {
            Object[] before = types.before(i).locals();
            Object[] after = types.after(i).locals();
            for (int v = receivers().isOf(method) ? 1 : 0; v < after.length; v++) {
                if (before[v] instanceof String && after[v] instanceof String) {
                    kept.set(v);
                }
            }
        }

        /** A table that another tool has made may say anything. */
        private static boolean isThere(LocalVariableNode variable, Types.State state) {
            Object[] locals = state.locals();
            return variable.index < locals.length && !(locals[variable.index] instanceof Label);
        }

        /** The contended entry of a synchronized method: all parameters are saved. */
        private Point entryOfMethod() throws StubReason {
            Types.State start = types.before(0);
            BitSet all = new BitSet();
            all.set(0, start.locals().length);
            return point(0, start, Type.VOID_TYPE, all, -1);
        }

        private static boolean isWide(Object type) {
            return type == Opcodes.LONG || type == Opcodes.DOUBLE;
        }

        private Point point(int i, Types.State state, Type result, BitSet live, int blocks) throws StubReason {
            List<Object> stack = new ArrayList<>(Arrays.asList(state.stack()));
            for (int k = result.getSize(); k > 0; k--) {
                stack.remove(stack.size() - 1);
            }
            for (int k = 0; k < stack.size(); k++) {
                Object value = stack.get(k);
                boolean isLost = value == Opcodes.TOP && (k == 0 || !isWide(stack.get(k - 1)));
                if (isLost || value instanceof Label && types.allocation(value) == null) {
                    throw new StubReason(StubReason.Reason.NO_FRAMES, "types of operands");
                }
                if (value instanceof Label) {
                    movedNews.add(types.allocation(value));
                }
            }
            Object[] locals = state.locals();
            int[] saved = new int[locals.length];
            int count = 0;
            for (int v = live.nextSetBit(0); v >= 0 && v < locals.length; v = live.nextSetBit(v + 1)) {
                if (locals[v] instanceof Label) {
                    if (types.allocation(locals[v]) == null) {
                        throw new StubReason(StubReason.Reason.UNINITIALIZED_OBJECT, "in a local");
                    }
                    continue;
                }
                boolean holdsValue = locals[v] != Opcodes.TOP && locals[v] != Opcodes.NULL;
                if (holdsValue) {
                    saved[count++] = v;
                }
            }
            for (Object local : locals) {
                // one that is not read any more: the author's frames may have it still, and the twin's cannot
                if (local instanceof Label && types.allocation(local) != null) {
                    movedNews.add(types.allocation(local));
                }
            }
            savedValues += stack.size() + count;
            if (savedValues > MAX_SAVED) {
                throw new StubReason(StubReason.Reason.TOO_LARGE, "it saves too many values");
            }
            int held = blocks + (isSynchronized ? 1 : 0);
            return new Point(i, numbers.take(), result, locals, stack, Arrays.copyOf(saved, count), held);
        }
    }
}
