package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Locks with readers and writers. */
public final class ReadWriteLockCases {
    private ReadWriteLockCases() {}

    @Case("readers share a read-write lock")
    public static void readersShare() throws Throwable {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        CyclicBarrier allInside = new CyclicBarrier(5);
        Task.finish(Task.start(5, () -> {
            lock.readLock().lock();
            allInside.await();
            lock.readLock().unlock();
        }));
        Check.equal(0, lock.getReadLockCount());
    }

    @Case("a writer excludes readers and writers while it is suspended")
    public static void writerExcludes() throws Throwable {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        AtomicBoolean written = new AtomicBoolean();
        lock.writeLock().lock();
        Task reader = Task.start(() -> {
            lock.readLock().lock();
            Check.that(written.get(), "the writer has left");
            lock.readLock().unlock();
        });
        Task writer = Task.start(() -> {
            lock.writeLock().lock();
            Check.that(written.get(), "the writer has left");
            lock.writeLock().unlock();
        });
        Await.that("both queue", () -> lock.getQueueLength() == 2);
        Suspend.now();
        written.set(true);
        lock.writeLock().unlock();
        Task.finish(reader, writer);
    }

    @Case("a writer waits for all readers")
    public static void writerWaits() throws Throwable {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        CountDownLatch release = new CountDownLatch(1);
        Task reader = Task.start(() -> {
            lock.readLock().lock();
            release.await();
            Suspend.now();
            lock.readLock().unlock();
        });
        Await.that("it reads", () -> lock.getReadLockCount() == 1);
        Task writer = Task.start(() -> {
            lock.writeLock().lock();
            Check.equal(0, lock.getReadLockCount());
            lock.writeLock().unlock();
        });
        Await.that("the writer queues", () -> lock.hasQueuedThread(writer));
        release.countDown();
        Task.finish(reader, writer);
    }

    @Case("a writer may read, and keep reading when it no longer writes")
    public static void downgrade() throws Throwable {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.writeLock().lock();
        Suspend.now();
        lock.readLock().lock();
        lock.writeLock().unlock();
        Suspend.now();
        Check.equal(1, lock.getReadHoldCount());
        Task.start(() -> {
                    Check.that(lock.readLock().tryLock(), "others may read");
                    lock.readLock().unlock();
                    Check.that(!lock.writeLock().tryLock(), "but not write");
                })
                .finish();
        lock.readLock().unlock();
    }

    @Case("the read holds of a thread are its own")
    public static void readHolds() throws Throwable {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Task.finish(Task.start(5, () -> {
            for (int i = 1; i <= 5; i++) {
                lock.readLock().lock();
                Suspend.now();
                Check.equal(i, lock.getReadHoldCount());
            }
            for (int i = 0; i < 5; i++) {
                lock.readLock().unlock();
            }
        }));
        Check.equal(0, lock.getReadHoldCount());
    }

    @Case("a stamped lock's writer excludes, and invalidates an optimistic read")
    public static void stampedLock() throws Throwable {
        StampedLock lock = new StampedLock();
        long optimistic = lock.tryOptimisticRead();
        Suspend.now();
        Check.that(lock.validate(optimistic), "nobody wrote");
        long write = lock.writeLock();
        Task reader = Task.start(() -> {
            long stamp = lock.readLock();
            lock.unlockRead(stamp);
        });
        Await.blocked(reader);
        Check.that(!lock.validate(optimistic), "a writer came");
        Check.equal(0L, lock.tryOptimisticRead());
        lock.unlockWrite(write);
        reader.finish();
    }

    @Case("a stamped lock counts right under contention, with suspensions inside")
    public static void stampedCounting() throws Throwable {
        StampedLock lock = new StampedLock();
        int[] count = new int[1];
        Task.finish(Task.start(5, () -> {
            for (int i = 0; i < 30; i++) {
                long stamp = lock.writeLock();
                int before = count[0];
                Suspend.now();
                count[0] = before + 1;
                lock.unlockWrite(stamp);
                long read = lock.readLock();
                Check.that(count[0] > 0, "written");
                lock.unlockRead(read);
            }
        }));
        Check.equal(150, count[0]);
    }

    @Case("a read stamp is converted to a write stamp when nobody else reads")
    public static void convert() {
        StampedLock lock = new StampedLock();
        long read = lock.readLock();
        Suspend.now();
        long write = lock.tryConvertToWriteLock(read);
        Check.that(write != 0 && lock.isWriteLocked(), "converted");
        lock.unlock(write);
        Check.that(!lock.isWriteLocked() && !lock.isReadLocked(), "free");
    }
}
