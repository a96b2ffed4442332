package dev.weft.tck.programs;

import dev.weft.tck.Hidden;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.Callable;

/** Each class file is a hidden class and an ordinary one, in one order or the other; both wait in a fiber. */
public final class DefinedTwice implements Runnable {
    private DefinedTwice() {}

    /** First hidden. */
    static class Early implements Callable<String> {
        @Override
        public String call() throws InterruptedException {
            Thread.sleep(1);
            return "early";
        }
    }

    /** First ordinary. */
    static class Late implements Callable<String> {
        @Override
        public String call() throws InterruptedException {
            Thread.sleep(1);
            return "late";
        }
    }

    /** Prints what both answer. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(new DefinedTwice());
        thread.start();
        thread.join();
    }

    @Override
    public void run() {
        try {
            MethodHandles.Lookup own = MethodHandles.lookup();
            System.out.println(Hidden.of(own, Early.class, Callable.class).call() + " " + new Early().call());
            System.out.println(new Late().call()
                    + ' '
                    + Hidden.of(own, Late.class, Callable.class).call());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
