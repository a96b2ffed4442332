package dev.weft.tck.programs;

import java.lang.management.ManagementFactory;

/** Calls the same members by reflection again and again, each time by objects that are collected afterwards. */
public final class CollectedMembers {
    private static final int ROUNDS = 50;

    /** Called by reflection. */
    public CollectedMembers() {}

    /** Called by reflection. */
    public int twice(int value) {
        return 2 * value;
    }

    /** Prints how many classes that has loaded, once it has been done some times: a few, or one for each time. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            call();
            int before = loaded();
            call();
            int more = loaded() - before;
            System.out.println("few: " + (more < ROUNDS / 2));
            System.err.println(more + " classes");
        });
        thread.start();
        thread.join();
    }

    private static void call() {
        for (int i = 0; i < ROUNDS; i++) {
            try {
                Object made = CollectedMembers.class.getConstructor().newInstance();
                CollectedMembers.class.getMethod("twice", int.class).invoke(made, i);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
            System.gc();
        }
    }

    private static int loaded() {
        return ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
    }
}
