package dev.weft.agent.analysis;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.objectweb.asm.Opcodes;

/** How many monitors the method holds before each instruction. */
public final class MonitorDepth {
    private final int[] depth;
    private final boolean balanced;
    private int deepest;

    /** Analyses the method; the flow must have at least one instruction. */
    public MonitorDepth(Flow flow) {
        depth = new int[flow.size()];
        Arrays.fill(depth, -1);
        balanced = spread(flow);
    }

    private boolean spread(Flow flow) {
        Deque<Integer> work = new ArrayDeque<>();
        depth[0] = 0;
        work.add(0);
        while (!work.isEmpty()) {
            int i = work.poll();
            int before = depth[i];
            int op = flow.insn(i).getOpcode();
            int after = before + (op == Opcodes.MONITORENTER ? 1 : op == Opcodes.MONITOREXIT ? -1 : 0);
            deepest = Math.max(deepest, after);
            boolean leavesHolding = op >= Opcodes.IRETURN && op <= Opcodes.RETURN && before != 0;
            if (after < 0 || leavesHolding) {
                return false;
            }
            for (int next : flow.successors(i)) {
                if (!reach(next, after, work)) {
                    return false;
                }
            }
            for (Flow.Handler handler : flow.handlers(i)) {
                if (!reach(handler.target(), before, work)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean reach(int i, int value, Deque<Integer> work) {
        if (depth[i] < 0) {
            depth[i] = value;
            work.add(i);
            return true;
        }
        return depth[i] == value;
    }

    /** False if monitors are not entered and left in pairs on every path. */
    public boolean isBalanced() {
        return balanced;
    }

    /** Monitors held before the instruction; negative if it is unreachable. */
    public int before(int i) {
        return depth[i];
    }

    /** Most monitors held at once. */
    public int deepest() {
        return deepest;
    }
}
