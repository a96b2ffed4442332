package dev.weft.weaver.recipe.thread;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/**
 * Synchronizers of {@code java.util.concurrent} let others in before the first of their queue. A fiber that is late
 * again and again tells so, and who has woken it leaves its carrier, where it was asked to, before it takes such a lock
 * once more: see {@code Starving}.
 */
public final class MakeWayForStarving implements Recipe {
    private static final String LOCKS = "java/util/concurrent/locks/";
    private static final String SYNC = LOCKS + "ReentrantLock$Sync";
    private static final String STAMPED = LOCKS + "StampedLock";
    private static final String QUEUE = LOCKS + "AbstractQueuedSynchronizer";
    private static final String LONG_QUEUE = LOCKS + "AbstractQueuedLongSynchronizer";
    private static final String TIMED = "(JLjava/util/concurrent/TimeUnit;)J";
    private static final String WAITING = Names.BLOCKING + "Waiting";

    /** By names and descriptors in turns. */
    private static final List<String> OF_SYNC =
            List.of("lock", "()V", "lockInterruptibly", "()V", "tryLockNanos", "(J)Z");

    private static final List<String> OF_STAMPED = List.of(
            "writeLock",
            "()J",
            "writeLockInterruptibly",
            "()J",
            "tryWriteLock",
            TIMED,
            "readLock",
            "()J",
            "readLockInterruptibly",
            "()J",
            "tryReadLock",
            TIMED);

    /** The loops of those that wait. */
    private static final Set<String> LOOPS = Set.of("acquire", "acquireWrite", "acquireRead");

    @Override
    public Set<String> classes() {
        return Set.of(SYNC, STAMPED, QUEUE, LONG_QUEUE);
    }

    private static List<String> takers(String owner) {
        switch (owner) {
            case SYNC:
                return OF_SYNC;
            case STAMPED:
                return OF_STAMPED;
            default:
                String value = owner.equals(QUEUE) ? "I" : "J";
                return List.of(
                        "acquire",
                        "(" + value + ")V",
                        "acquireInterruptibly",
                        "(" + value + ")V",
                        "tryAcquireNanos",
                        "(" + value + "J)Z",
                        "acquireShared",
                        "(" + value + ")V",
                        "acquireSharedInterruptibly",
                        "(" + value + ")V",
                        "tryAcquireSharedNanos",
                        "(" + value + "J)Z");
        }
    }

    @Override
    public void apply(ClassNode target) {
        List<String> takers = takers(target.name);
        for (int i = 0; i < takers.size(); i += 2) {
            Edit.method(target, takers.get(i), takers.get(i + 1), this)
                    .instructions
                    .insert(Edit.invoke(WAITING, "leaveIfAsked", "()V"));
        }
        if (!target.name.equals(SYNC)) {
            int spins = Edit.allCalls(
                    target,
                    method -> LOOPS.contains(method.name),
                    Edit.named("java/lang/Thread", "onSpinWait"),
                    (method, call) -> method.instructions.set(call, Edit.invoke(Names.WOVEN, "comesInVain", "()V")));
            if (spins == 0) {
                throw Edit.mismatch(this, target, "calls", 1, 0);
            }
        }
    }
}
