package dev.weft.tck.programs;

import java.io.IOException;
import java.io.InputStream;
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
            System.out.println(hidden("Early").call() + ' ' + new Early().call());
            System.out.println(new Late().call() + ' ' + hidden("Late").call());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static Callable<String> hidden(String name) throws IOException, ReflectiveOperationException {
        try (InputStream in = DefinedTwice.class.getResourceAsStream("DefinedTwice$" + name + ".class")) {
            Class<?> defined = MethodHandles.lookup()
                    .defineHiddenClass(in.readAllBytes(), true)
                    .lookupClass();
            return (Callable<String>) defined.getDeclaredConstructor().newInstance();
        }
    }
}
