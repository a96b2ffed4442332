package com.sun.javatest.regtest.agent;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.function.Consumer;

/** Has the name of a class of jtreg's, since tests of stack traces leave out frames below {@code main} by this name. */
public final class MainWrapper {
    private MainWrapper() {}

    /** Calls a {@code main} method. There is no other frame between it and {@code Thread.run}. */
    public static final class MainTask implements Runnable {
        private final Method main;
        private final String[] arguments;
        private final Consumer<Throwable> failed;

        /** A task that tells what {@code main} throws. */
        public MainTask(Method main, String[] arguments, Consumer<Throwable> failed) {
            this.main = main;
            this.arguments = arguments;
            this.failed = failed;
        }

        @Override
        public void run() {
            try {
                main.invoke(null, (Object) arguments);
            } catch (InvocationTargetException e) {
                failed.accept(e.getTargetException());
            } catch (Throwable e) {
                failed.accept(e);
            }
        }
    }
}
