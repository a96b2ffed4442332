package dev.weft.tck.programs;

import java.util.concurrent.CountDownLatch;

/** Ends in the way that its argument says. */
public final class Exits {
    private Exits() {}

    /** The ways: return, exit, halt, throw, throwInThread, signal. */
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        CountDownLatch never = new CountDownLatch(1);
        switch (args[0]) {
            case "return" -> System.out.println("returning");
            case "exit" -> {
                new Thread(() -> System.exit(7)).start();
                never.await();
            }
            case "halt" -> {
                new Thread(() -> Runtime.getRuntime().halt(8)).start();
                never.await();
            }
            case "throw" -> throw new IllegalStateException("meant");
            case "throwInThread" -> new Thread(
                            () -> {
                                throw new IllegalStateException("meant");
                            },
                            "failing")
                    .start();
            case "signal" -> {
                new Thread(() -> System.out.println("ready")).start();
                never.await();
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
