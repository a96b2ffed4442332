package dev.weft.agent.facts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.weft.agent.abi.Names;
import dev.weft.agent.analysis.Written;
import dev.weft.agent.facts.TwinPlan.Call;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** What the planner decides, in a world that says what a test needs. */
class PlannerTest {
    private final World world = mock(World.class);
    private final ClassNode host = new ClassNode();

    PlannerTest() {
        host.name = Written.OWNER;
        host.superName = "java/lang/Object";
    }

    private void allHaveTwins() {
        when(world.callsTwin(any(), any(), any(), anyInt())).thenReturn(true);
    }

    private TwinPlan plan(MethodNode method, boolean chaos) throws StubReason {
        return new Planner(host, world, chaos).plan(method, new PointNumbers(7), false);
    }

    private StubReason.Reason refusal(MethodNode method) {
        return assertThrows(StubReason.class, () -> plan(method, false)).reason();
    }

    /** Of which the first local is read behind a call, and the second is not. */
    private static MethodNode caller(String desc) {
        MethodNode method = Written.method(desc);
        Written.call(method);
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitInsn(Opcodes.POP);
        method.visitInsn(Opcodes.RETURN);
        return method;
    }

    @Test
    void aCallOfATwinIsAPointThatSavesWhatIsLive() throws StubReason {
        allHaveTwins();
        TwinPlan plan = plan(caller("(II)V"), false);
        Call call = plan.calls().values().iterator().next();
        assertEquals(Names.twinName("other"), call.name());
        assertEquals(Names.twinDesc("()V"), call.desc());
        assertTrue(call.passesContext());
        Point point = plan.points().values().iterator().next();
        assertEquals(7, point.number());
        assertArrayEquals(new int[] {0}, point.saved());
        assertEquals(0, point.monitors());
    }

    /** With an argument and a variable that are not read again, behind a call. */
    private static MethodNode keeper(int access) {
        MethodNode method = Written.method("(Ljava/lang/String;)V");
        method.access = access;
        int variable = (access & Opcodes.ACC_STATIC) == 0 ? 2 : 1;
        method.visitLdcInsn("text");
        method.visitVarInsn(Opcodes.ASTORE, variable);
        Written.call(method);
        method.visitInsn(Opcodes.RETURN);
        method.maxLocals = variable + 1;
        return method;
    }

    private int[] saved(MethodNode method, boolean keepsReferences) throws StubReason {
        host.methods = new ArrayList<>(List.of(method));
        TwinPlan plan = new Planner(host, world, false).plan(method, new PointNumbers(0), keepsReferences);
        return plan.points().values().iterator().next().saved();
    }

    @Test
    void aFrameKeepsWhatLocalsReferToIfItIsTo() throws StubReason {
        allHaveTwins();
        assertArrayEquals(new int[] {}, saved(keeper(Opcodes.ACC_STATIC), false));
        assertArrayEquals(new int[] {0, 1}, saved(keeper(Opcodes.ACC_STATIC), true));
        assertArrayEquals(new int[] {0, 1, 2}, saved(keeper(0), true));
        assertArrayEquals(new int[] {0, 1, 2}, saved(keeper(Opcodes.ACC_PRIVATE), true));
    }

    @Test
    void aFrameKeepsNoThisThatTheCallersFrameKeeps() throws StubReason {
        allHaveTwins();
        MethodNode inner = keeper(Opcodes.ACC_PRIVATE);
        inner.name = "inner";
        MethodNode outer = Written.method("()V");
        outer.access = 0;
        outer.visitMethodInsn(Opcodes.INVOKESPECIAL, Written.OWNER, inner.name, inner.desc, false);
        inner.visitMethodInsn(Opcodes.INVOKESPECIAL, Written.OWNER, inner.name, inner.desc, false);
        host.methods = new ArrayList<>(List.of(inner));
        assertFalse(new HeldReceivers(host).isOf(inner), "a class of the same nest must have called it first");
        host.methods = new ArrayList<>(List.of(inner, outer));
        assertTrue(new HeldReceivers(host).isOf(inner));
        assertFalse(new HeldReceivers(host).isOf(outer));
        inner.access |= Opcodes.ACC_STATIC;
        assertFalse(new HeldReceivers(host).isOf(inner), "its first local is an argument");
        inner.access = Opcodes.ACC_PRIVATE;
        outer.access = Opcodes.ACC_STATIC;
        assertFalse(new HeldReceivers(host).isOf(inner), "a static method may have made the object for the call");
    }

    @Test
    void aCallOfWhatHasNoTwinStaysAsItIs() {
        MethodNode method = caller("(II)V");
        Planner planner = new Planner(host, world, false);
        assertNull(planner.call((MethodInsnNode) method.instructions.get(0)));
        assertFalse(planner.mayHavePoints(method));
    }

    @Test
    void inChaosModeThereAreTwoMorePointsForEachCall() throws StubReason {
        allHaveTwins();
        TwinPlan plan = plan(caller("(II)V"), true);
        assertEquals(1, plan.points().size());
        assertEquals(1, plan.chaosBefore().size());
        assertEquals(1, plan.chaosAfter().size());
    }

    @Test
    void aMonitorIsAPointThatHoldsThoseAroundIt() throws StubReason {
        allHaveTwins();
        MethodNode method = Written.method("(Ljava/lang/Object;Ljava/lang/Object;)V");
        int outer = Written.monitor(method, Opcodes.MONITORENTER, 0);
        int inner = Written.monitor(method, Opcodes.MONITORENTER, 1);
        int call = Written.next(method);
        Written.call(method);
        Written.monitor(method, Opcodes.MONITOREXIT, 1);
        Written.monitor(method, Opcodes.MONITOREXIT, 0);
        method.visitInsn(Opcodes.RETURN);
        TwinPlan plan = plan(method, false);
        assertEquals(0, plan.entries().get(method.instructions.get(outer)).monitors());
        assertEquals(1, plan.entries().get(method.instructions.get(inner)).monitors());
        assertEquals(2, plan.points().get(method.instructions.get(call)).monitors());
        method.access |= Opcodes.ACC_SYNCHRONIZED;
        plan = plan(method, false);
        assertTrue(plan.isSynchronized());
        assertEquals(0, plan.entries().get(null).monitors(), "the method's own");
        assertEquals(3, plan.points().get(method.instructions.get(call)).monitors());
    }

    @Test
    void anAllocationMovesBehindItsArguments() throws StubReason {
        allHaveTwins();
        MethodNode method = Written.method("()V");
        method.visitTypeInsn(Opcodes.NEW, "java/lang/Object");
        method.visitInsn(Opcodes.DUP);
        Written.call(method);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        method.visitInsn(Opcodes.POP);
        method.visitInsn(Opcodes.RETURN);
        TwinPlan plan = plan(method, false);
        assertTrue(plan.movedNews().contains(method.instructions.get(0)));
        assertTrue(plan.movedCopies().contains(method.instructions.get(1)));
        assertEquals(2, plan.movedInits().get(method.instructions.get(3)));
    }

    /** As javac has it around a switch expression that handles exceptions. */
    @Test
    void anAllocationMovesOutOfLocalsToo() throws StubReason {
        allHaveTwins();
        MethodNode method = Written.method("()V");
        method.visitTypeInsn(Opcodes.NEW, "java/lang/Object");
        method.visitInsn(Opcodes.DUP);
        method.visitVarInsn(Opcodes.ASTORE, 0);
        method.visitVarInsn(Opcodes.ASTORE, 1);
        Written.call(method);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        method.visitInsn(Opcodes.POP);
        method.visitInsn(Opcodes.RETURN);
        TwinPlan plan = plan(method, false);
        assertTrue(plan.movedNews().contains(method.instructions.get(0)));
        for (int copy : new int[] {1, 2, 3, 5, 6}) {
            assertTrue(plan.movedCopies().contains(method.instructions.get(copy)), "instruction " + copy);
        }
        assertEquals(2, plan.movedInits().get(method.instructions.get(7)));
    }

    @Test
    void whatAFrameCannotKeepIsRefusedWithItsReason() {
        allHaveTwins();
        MethodNode crosswise = Written.method("(Ljava/lang/Object;Ljava/lang/Object;)V");
        for (int[] each :
                new int[][] {{Opcodes.MONITORENTER, 0}, {Opcodes.MONITORENTER, 1}, {Opcodes.MONITOREXIT, 0}}) {
            Written.monitor(crosswise, each[0], each[1]);
        }
        Written.monitor(crosswise, Opcodes.MONITOREXIT, 1);
        crosswise.visitInsn(Opcodes.RETURN);
        assertEquals(StubReason.Reason.UNBALANCED_MONITORS, refusal(crosswise));
        MethodNode large = caller("(II)V");
        large.maxLocals = 60_001;
        assertEquals(StubReason.Reason.TOO_LARGE, refusal(large));
        assertEquals(StubReason.Reason.TOO_MANY_ARGUMENTS, refusal(caller("(" + "I".repeat(255) + ")V")));
        MethodNode subroutine = caller("(II)V");
        subroutine.visitVarInsn(Opcodes.RET, 1);
        assertEquals(StubReason.Reason.SUBROUTINE, refusal(subroutine));
    }

    @Test
    void whatNeverSuspendsIsToldWithoutAPlan() {
        allHaveTwins();
        Planner planner = new Planner(host, world, false);
        assertTrue(planner.mayHavePoints(caller("(II)V")));
        MethodNode leaf = Written.method("()V");
        leaf.visitInsn(Opcodes.RETURN);
        assertFalse(planner.mayHavePoints(leaf));
    }
}
