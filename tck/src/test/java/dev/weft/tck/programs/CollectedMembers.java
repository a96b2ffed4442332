package dev.weft.tck.programs;

/** Calls the same members by reflection again and again, each time by objects that are collected afterwards. */
public final class CollectedMembers {
    private static final int ROUNDS = 50;

    /** Called by reflection. */
    public CollectedMembers() {}

    /** Called by reflection. */
    public int twice(int value) {
        return 2 * value;
    }

    /** Prints the last result. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> System.out.println("the last is " + call()));
        thread.start();
        thread.join();
    }

    private static Object call() {
        Object last = null;
        for (int i = 0; i < ROUNDS; i++) {
            try {
                Object made = CollectedMembers.class.getConstructor().newInstance();
                last = CollectedMembers.class.getMethod("twice", int.class).invoke(made, i);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
            System.gc();
        }
        return last;
    }
}
