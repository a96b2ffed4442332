package dev.weft.agent.facts;

import dev.weft.agent.analysis.Flow;
import dev.weft.agent.analysis.MonitorDepth;
import dev.weft.agent.analysis.Types;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Everything that the emitter of a full twin must know; the emitter decides nothing.
 *
 * @param owner the class that holds the method
 * @param method the original
 * @param calls what becomes of each call, by instruction; calls that are not listed stay as they are
 * @param points the suspension points by instruction
 * @param entries points of contended monitor entries by their MONITORENTER instruction; key null for a synchronized
 *     method
 * @param chaosBefore in chaos mode, points in front of those calls
 * @param chaosAfter in chaos mode, points behind them, with the result among the operands
 * @param movedNews allocations that move behind their arguments
 * @param movedCopies instructions that copy those, and vanish
 * @param movedInits constructor calls where the object is allocated instead, with the number of copies
 * @param flow control flow of the original
 * @param types verification types of the original
 * @param depth monitors of the original
 * @param isSynchronized whether the whole method holds a monitor
 */
public record TwinPlan(
        String owner,
        MethodNode method,
        Map<AbstractInsnNode, Call> calls,
        Map<AbstractInsnNode, Point> points,
        Map<AbstractInsnNode, Point> entries,
        Map<AbstractInsnNode, Point> chaosBefore,
        Map<AbstractInsnNode, Point> chaosAfter,
        Set<AbstractInsnNode> movedNews,
        Set<AbstractInsnNode> movedCopies,
        Map<AbstractInsnNode, Integer> movedInits,
        Flow flow,
        Types types,
        MonitorDepth depth,
        boolean isSynchronized) {

    /**
     * What a twin calls in place of the original's call.
     *
     * @param opcode the invoke instruction
     * @param passesHost whether the calling class is passed behind the arguments
     * @param passesContext whether the context is the last argument; then the call may suspend
     */
    public record Call(
            int opcode,
            String owner,
            String name,
            String desc,
            boolean isInterface,
            boolean passesContext,
            boolean passesHost) {
        /** The class whose calls are calls by a method handle, of which the twin is called. */
        public static final String HANDLE = "java/lang/invoke/MethodHandle";

        /** Stands for {@code Thread.currentThread()}, which a twin reads from its context. */
        public static final Call CURRENT_THREAD = new Call(0, "", "", "", false, false, false);
    }
}
