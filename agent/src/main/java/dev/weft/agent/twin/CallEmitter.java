package dev.weft.agent.twin;

import dev.weft.agent.abi.Names;
import dev.weft.agent.analysis.Types;
import dev.weft.agent.facts.Point;
import dev.weft.agent.facts.TwinPlan;
import dev.weft.agent.facts.TwinPlan.Call;
import dev.weft.agent.facts.World;
import dev.weft.agent.layout.MethodLayout;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Emits what a twin calls in place of the original's calls, and the allocations that move to a constructor's call. */
final class CallEmitter {
    private final TwinDraft draft;
    private final SaveEmitter saves;
    private final World world;
    private final TwinPlan plan;
    private final MethodLayout layout;
    private final MethodNode mv;

    CallEmitter(TwinDraft draft, SaveEmitter saves, World world) {
        this.draft = draft;
        this.saves = saves;
        this.world = world;
        plan = draft.plan;
        layout = draft.layout;
        mv = draft.mv;
    }

    /** Where a moved NEW stood: initialize the class if anybody could notice that it happens later. */
    void emitMark(String className) {
        if (world.mayHaveInitializer(className)) {
            mv.visitTypeInsn(Opcodes.NEW, className);
            mv.visitInsn(Opcodes.POP);
        }
    }

    /** The call, which is the i-th instruction, and the test behind it if it may suspend. */
    void emit(int i, MethodInsnNode insn) {
        Call call = plan.calls().get(insn);
        if (Call.CURRENT_THREAD.equals(call)) {
            mv.visitVarInsn(Opcodes.ALOAD, layout.context());
            mv.visitFieldInsn(Opcodes.GETFIELD, Names.CONTEXT, "thread", "Ljava/lang/Thread;");
            return;
        }
        if (plan.chaosBefore().containsKey(insn)) {
            emitChaos(plan.chaosBefore().get(insn), plan.types().before(i));
        }
        Integer copies = plan.movedInits().get(insn);
        if (copies != null) {
            emitMovedAllocation(i, insn, copies);
        }
        if (call == null) {
            mv.visitMethodInsn(insn.getOpcode(), insn.owner, insn.name, insn.desc, insn.itf);
            return;
        }
        if (call.owner().equals(Call.HANDLE)) {
            emitTwinOfHandle(insn);
        }
        if (call.passesHost()) {
            draft.pushHost();
        }
        if (call.passesContext()) {
            mv.visitVarInsn(Opcodes.ALOAD, layout.context());
        }
        mv.visitMethodInsn(call.opcode(), call.owner(), call.name(), call.desc(), call.isInterface());
        emitBehind(i, insn);
    }

    /** The call of a call site: the same one, with the context as its last argument. */
    void emitSite(int i, InvokeDynamicInsnNode insn) {
        if (plan.chaosBefore().containsKey(insn)) {
            emitChaos(plan.chaosBefore().get(insn), plan.types().before(i));
        }
        mv.visitVarInsn(Opcodes.ALOAD, layout.context());
        mv.visitInvokeDynamicInsn(insn.name, Names.twinDesc(insn.desc), insn.bsm, insn.bsmArgs);
        emitBehind(i, insn);
    }

    private void emitBehind(int i, AbstractInsnNode insn) {
        Point point = plan.points().get(insn);
        if (point != null) {
            saves.emitTest(point, plan.types().after(i).stack());
        }
        if (plan.chaosAfter().containsKey(insn)) {
            emitChaos(plan.chaosAfter().get(insn), plan.types().after(i));
        }
    }

    /** {@code Chaos.maybeSuspend(context)}, and the usual test. */
    private void emitChaos(Point point, Types.State state) {
        mv.visitVarInsn(Opcodes.ALOAD, layout.context());
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.CHAOS, "maybeSuspend", "(" + Names.CONTEXT_D + ")V", false);
        saves.emitTest(point, state.stack());
    }

    private void emitMovedAllocation(int i, MethodInsnNode insn, int copies) {
        Type[] arguments = Type.getArgumentTypes(insn.desc);
        int[] slots = storeArguments(arguments);
        mv.visitTypeInsn(Opcodes.NEW, insn.owner);
        Types.State state = plan.types().before(i);
        int receiver = state.stack().length - (Type.getArgumentsAndReturnSizes(insn.desc) >> 2);
        for (int local = 0; local < state.locals().length; local++) {
            if (isSameAllocation(state.locals()[local], state.stack()[receiver])) {
                mv.visitInsn(Opcodes.DUP);
                mv.visitVarInsn(Opcodes.ASTORE, local);
            }
        }
        for (int k = 1; k < copies; k++) {
            mv.visitInsn(Opcodes.DUP);
        }
        loadArguments(arguments, slots);
    }

    private boolean isSameAllocation(Object type, Object moved) {
        return type instanceof Label
                && plan.types().allocation(type) == plan.types().allocation(moved);
    }

    /** Puts the twin of the handle, which lies below the arguments, into its place. */
    private void emitTwinOfHandle(MethodInsnNode insn) {
        Type[] arguments = Type.getArgumentTypes(insn.desc);
        int[] slots = storeArguments(arguments);
        mv.visitLdcInsn(Type.getMethodType(insn.desc));
        String name = insn.name.equals("invoke") ? "adaptedTwin" : "exactTwin";
        String handle = "L" + Call.HANDLE + ";";
        mv.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                Names.WOVEN,
                name,
                "(" + handle + "Ljava/lang/invoke/MethodType;)" + handle,
                false);
        loadArguments(arguments, slots);
    }

    private int[] storeArguments(Type[] arguments) {
        int[] slots = new int[arguments.length];
        int used = 0;
        for (int k = 0; k < arguments.length; k++) {
            slots[k] = layout.temp(used);
            used += arguments[k].getSize();
        }
        draft.usesTemps(used);
        for (int k = arguments.length - 1; k >= 0; k--) {
            mv.visitVarInsn(arguments[k].getOpcode(Opcodes.ISTORE), slots[k]);
        }
        return slots;
    }

    /** Takes them back. In a frame of the interpreter a variable that is dead still keeps its object: none is left. */
    private void loadArguments(Type[] arguments, int[] slots) {
        for (int k = 0; k < arguments.length; k++) {
            mv.visitVarInsn(arguments[k].getOpcode(Opcodes.ILOAD), slots[k]);
            if (arguments[k].getSort() >= Type.ARRAY) {
                mv.visitInsn(Opcodes.ACONST_NULL);
                mv.visitVarInsn(Opcodes.ASTORE, slots[k]);
            }
        }
    }
}
