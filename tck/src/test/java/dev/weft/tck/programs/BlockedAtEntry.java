package dev.weft.tck.programs;

import dev.weft.tck.Await;

/** Where threads are said to be that are blocked at the entry of a synchronized method: in its first line. */
public final class BlockedAtEntry {
    private int count;

    private BlockedAtEntry() {}

    private static synchronized int ofClass(int n) {
        int sum = n;
        for (int i = 0; i < 3; i++) {
            sum += i;
        }
        return sum;
    }

    private synchronized void ofObject(int n) {
        count += n;
        while (count > 100) {
            count--;
        }
        count++;
    }

    /** Which frame has the line differs where a fiber looks on itself, so that the thread is looked at by another. */
    private static void show(String name, Object monitor, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.start();
        Await.monitor(thread, monitor);
        StackTraceElement top = thread.getStackTrace()[0];
        System.out.println(top.getMethodName() + " " + top.getLineNumber());
    }

    private static void holdBoth() {
        BlockedAtEntry object = new BlockedAtEntry();
        object.ofObject(ofClass(1));
        synchronized (BlockedAtEntry.class) {
            synchronized (object) {
                show("class", BlockedAtEntry.class, () -> ofClass(2));
                show("object", object, () -> object.ofObject(2));
            }
        }
    }

    /** Held by {@code main}, then by another thread. */
    public static void main(String[] args) throws InterruptedException {
        holdBoth();
        Thread other = new Thread(BlockedAtEntry::holdBoth);
        other.start();
        other.join();
    }
}
