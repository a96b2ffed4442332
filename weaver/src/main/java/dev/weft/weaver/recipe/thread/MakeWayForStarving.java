package dev.weft.weaver.recipe.thread;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Synchronizers of {@code java.util.concurrent} let others in before the first of their queue. A fiber that is late
 * again and again tells so, and who has woken it leaves its carrier, where it was asked to, before it takes such a lock
 * once more: see {@code Starving}.
 */
public final class MakeWayForStarving implements Recipe {
    private static final String LOCKS = "java/util/concurrent/locks/";
    private static final String SYNC = LOCKS + "ReentrantLock$Sync";
    private static final String STAMPED = LOCKS + "StampedLock";
    private static final String WAITING = Names.BLOCKING + "Waiting";

    /** By the name; each is there once. */
    private static final Set<String> OF_SYNC = Set.of("lock", "lockInterruptibly", "tryLockNanos");

    private static final Set<String> OF_QUEUES = Set.of(
            "acquire",
            "acquireInterruptibly",
            "tryAcquireNanos",
            "acquireShared",
            "acquireSharedInterruptibly",
            "tryAcquireSharedNanos");

    private static final Set<String> OF_STAMPED =
            Set.of("writeLock", "writeLockInterruptibly", "readLock", "readLockInterruptibly");

    /** The loops of those that wait. */
    private static final Set<String> LOOPS = Set.of("acquire", "acquireWrite", "acquireRead");

    @Override
    public Set<String> classes() {
        return Set.of(SYNC, STAMPED, LOCKS + "AbstractQueuedSynchronizer", LOCKS + "AbstractQueuedLongSynchronizer");
    }

    private static Set<String> names(ClassNode target) {
        switch (target.name) {
            case SYNC:
                return OF_SYNC;
            case STAMPED:
                return OF_STAMPED;
            default:
                return OF_QUEUES;
        }
    }

    @Override
    public void apply(ClassNode target) {
        Set<String> names = names(target);
        int found = 0;
        for (MethodNode method : target.methods) {
            // not the loop of all kinds, which has many parameters
            if (names.contains(method.name) && !method.desc.contains("ZZZ")) {
                method.instructions.insert(Edit.invoke(WAITING, "leaveIfAsked", "()V"));
                found++;
            }
        }
        if (found != names.size()) {
            throw Edit.mismatch(this, target, "methods", names.size(), found);
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
