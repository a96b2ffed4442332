package jdk.internal.weft.management;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.weft.Frame;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.thread.FiberThreads;

/**
 * The ownable synchronizers, such as that of a {@code ReentrantLock}, that threads have. A snapshot.
 *
 * <p>Overview. To note each acquisition would make all of them slower. The VM looks through the heap, which stops the
 * program meanwhile; as the address of the anchor stands in each fiber's thread, it takes all that fibers have for the
 * anchor's ({@link #noteAll}). {@code weft dump} is to let the program run on: there are those for which another thread
 * waits, as that refers to them, and of a fiber those to which its parked frames refer. Each is asked for its owner:
 * none is told that the thread has not.
 */
final class OwnedSynchronizers {
    /** More of them, in a program where some hundred thousand threads wait for as many locks, are not noted. */
    private static final int MAX_NOTED = 1 << 16;

    /** The snapshot that is being made; guarded by this class, and read without by others. */
    private static volatile OwnedSynchronizers making;

    private final Unsafe unsafe = Unsafe.getUnsafe();
    private final Map<Thread, Set<Object>> byOwner = new IdentityHashMap<>();
    private final Map<Class<?>, long[]> offsets = new HashMap<>();
    private final long ofLock = unsafe.objectFieldOffset(ReentrantLock.class, "sync");
    private final long ofBoth = unsafe.objectFieldOffset(ReentrantReadWriteLock.class, "sync");
    private final long ofWrite = unsafe.objectFieldOffset(ReentrantReadWriteLock.WriteLock.class, "sync");
    private final Thread maker = Thread.currentThread();
    private int noted;

    /** Notes what these threads wait for; null for none. */
    void note(Iterable<Thread> threads) {
        for (Thread each : threads) {
            Object blocker = each == null ? null : LockSupport.getBlocker(each);
            Thread owner = blocker == null ? null : owner(blocker);
            if (owner != null && noted < MAX_NOTED) {
                note(blocker, owner);
            }
        }
    }

    private void note(Object synchronizer, Thread owner) {
        Set<Object> known = byOwner.get(owner);
        if (known == null) {
            known = identitySet();
            byOwner.put(owner, known);
        }
        noted += known.add(synchronizer) ? 1 : 0;
    }

    /** Notes all that fibers have. */
    void noteAll(VmThreads vm) {
        Thread anchor = FiberThreads.anchorThread();
        if (anchor != null) {
            noteAll(vm, new Thread[] {anchor});
        }
    }

    /** Notes all that these have; the anchor stands for all fibers. None may be there twice: the VM would crash. */
    void noteAll(VmThreads vm, Thread[] asked) {
        synchronized (OwnedSynchronizers.class) {
            making = this;
            try {
                vm.dumpSynchronizers(asked);
            } finally {
                making = null;
            }
        }
    }

    /** The constructor of {@code ThreadInfo} was called with these. */
    static void seen(Object[] synchronizers) {
        OwnedSynchronizers snapshot = making;
        if (snapshot == null || snapshot.maker != Thread.currentThread() || synchronizers == null) {
            return;
        }
        for (Object each : synchronizers) {
            Thread owner = owner(each);
            if (owner != null) {
                snapshot.note(each, owner);
            }
        }
    }

    private static Set<Object> identitySet() {
        // most have one
        return Collections.newSetFromMap(new IdentityHashMap<>(1));
    }

    private static Thread owner(Object synchronizer) {
        return synchronizer instanceof AbstractOwnableSynchronizer
                ? JdkAccess.exclusiveOwnerThread((AbstractOwnableSynchronizer) synchronizer)
                : null;
    }

    /** Those that the thread has. */
    Object[] of(Thread thread) {
        return of(thread, (Frame) null);
    }

    /** Those that the thread has whose innermost parked frame this is. */
    Object[] of(Thread thread, Frame first) {
        Set<Object> found = known(thread);
        for (Frame f = first; f != null; f = f.next) {
            found = addOf(f, thread, found);
        }
        return array(found);
    }

    /** Those of a thread that has these parked frames. */
    Object[] of(Thread thread, Frame[] frames) {
        Set<Object> found = known(thread);
        for (Frame each : frames) {
            found = addOf(each, thread, found);
        }
        return array(found);
    }

    private static Object[] array(Set<Object> found) {
        return found == null ? new Object[0] : found.toArray();
    }

    /** Null for none. */
    private Set<Object> known(Thread thread) {
        Set<Object> known = byOwner.get(thread);
        Set<Object> found = null;
        if (known != null) {
            for (Object each : known) {
                found = add(each, thread, found);
            }
        }
        return found;
    }

    private Set<Object> addOf(Frame frame, Thread thread, Set<Object> found) {
        Set<Object> all = found;
        for (long offset : offsets(frame.getClass())) {
            if (offset >= 0) {
                all = add(synchronizer(unsafe.getReference(frame, offset)), thread, all);
                continue;
            }
            Object values = unsafe.getReference(frame, ~offset);
            for (Object each : values == null ? new Object[0] : (Object[]) values) {
                all = add(synchronizer(each), thread, all);
            }
        }
        return all;
    }

    private static Set<Object> add(Object synchronizer, Thread thread, Set<Object> found) {
        if (synchronizer == null || owner(synchronizer) != thread) {
            return found;
        }
        Set<Object> all = found == null ? identitySet() : found;
        all.add(synchronizer);
        return all;
    }

    /** That of a lock, or the argument. */
    private Object synchronizer(Object value) {
        if (value instanceof ReentrantLock) {
            return unsafe.getReference(value, ofLock);
        } else if (value instanceof ReentrantReadWriteLock) {
            return unsafe.getReference(value, ofBoth);
        } else if (value instanceof ReentrantReadWriteLock.WriteLock) {
            return unsafe.getReference(value, ofWrite);
        }
        return value;
    }

    /** Where frames of a class keep references to values; the complement of an array of them. */
    private long[] offsets(Class<?> type) {
        long[] known = offsets.get(type);
        if (known == null) {
            List<Long> found = new ArrayList<>();
            for (Field each : type.getFields()) {
                if (each.getType() == Object.class) {
                    found.add(unsafe.objectFieldOffset(each));
                } else if (each.getType() == Object[].class) {
                    found.add(~unsafe.objectFieldOffset(each));
                }
            }
            known = new long[found.size()];
            for (int i = 0; i < known.length; i++) {
                known[i] = found.get(i);
            }
            offsets.put(type, known);
        }
        return known;
    }
}
