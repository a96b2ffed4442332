package dev.weft.weaver.cache;

import dev.weft.weaver.error.WeaveException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The right to make or remove one entry; the operating system takes it back when the process dies. */
final class EntryLock {
    /** What is done under a lock. */
    interface Action {
        void run() throws IOException;
    }

    private static final String PREFIX = ".lock-";

    private final FileChannel channel;
    private final FileLock lock;

    private EntryLock(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /** Runs the action under the lock if that is free, else does nothing. */
    static void runIfFree(Cache cache, String entry, Action action) throws IOException {
        EntryLock lock = tryTake(cache, entry);
        if (lock != null) {
            lock.runAndClose(action);
        }
    }

    /** Runs the action under the lock; while that is not free, says so once and waits. */
    static void run(Cache cache, String entry, Runnable onWait, Action action) throws IOException {
        take(cache, entry, onWait).runAndClose(action);
    }

    private void runAndClose(Action action) throws IOException {
        try {
            action.run();
        } finally {
            close();
        }
    }

    /** The lock if it is free, else null. */
    private static EntryLock tryTake(Cache cache, String entry) throws IOException {
        FileChannel channel = open(cache.root().resolve(PREFIX + entry));
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            lock = null;
        }
        if (lock == null) {
            channel.close();
            return null;
        }
        return new EntryLock(channel, lock);
    }

    private static EntryLock take(Cache cache, String entry, Runnable onWait) throws IOException {
        boolean told = false;
        while (true) {
            EntryLock lock = tryTake(cache, entry);
            if (lock != null) {
                return lock;
            }
            if (!told) {
                onWait.run();
                told = true;
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WeaveException("interrupted while waiting for another weave; start again");
        }
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private void close() throws IOException {
        lock.release();
        channel.close();
    }
}
