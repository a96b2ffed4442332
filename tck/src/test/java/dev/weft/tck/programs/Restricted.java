package dev.weft.tck.programs;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * A program under a security manager from the start, with the default policy: what its threads may do, and what they
 * may not.
 */
public final class Restricted {
    private Restricted() {}

    private static synchronized String slow(String text) throws InterruptedException {
        Thread.sleep(5);
        return text;
    }

    /** Prints one line per thread. */
    @SuppressWarnings("removal")
    public static void main(String[] args) throws Exception {
        if (System.getSecurityManager() == null) {
            throw new IllegalStateException("needs -Djava.security.manager");
        }
        List<Thread> threads = new ArrayList<>();
        String[] lines = new String[20];
        for (int i = 0; i < lines.length; i++) {
            int number = i;
            threads.add(new Thread(() -> lines[number] = line(number)));
        }
        threads.forEach(Thread::start);
        for (Thread each : threads) {
            each.join();
        }
        System.out.println(String.join("\n", lines));
    }

    private static String line(int number) {
        try {
            Callable<String> lambda = () -> slow("thread " + number);
            InvocationHandler handler = (proxy, method, arguments) -> lambda.call();
            Callable<?> proxy = (Callable<?>)
                    Proxy.newProxyInstance(Restricted.class.getClassLoader(), new Class<?>[] {Callable.class}, handler);
            return proxy.call() + ": " + home();
        } catch (Exception e) {
            return e.toString();
        }
    }

    private static String home() {
        try {
            return System.getProperty("user.home");
        } catch (SecurityException e) {
            return "denied";
        }
    }
}
