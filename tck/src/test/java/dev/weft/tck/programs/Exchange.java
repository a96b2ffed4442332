package dev.weft.tck.programs;

import dev.weft.tck.Suspend;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Writes objects of many kinds to a file ({@code write FILE}), or reads them and prints what they are
 * ({@code read FILE}).
 */
public final class Exchange {
    private Exchange() {}

    /**
     * None of these classes has a {@code serialVersionUID} of its own: the default one comes from all their members.
     */
    @SuppressWarnings("serial")
    static class Base implements Serializable, Comparable<Base> {
        static final List<String> NAMES = List.of("initialized", "by code");
        private final int number;
        protected transient String lost = "lost";

        Base(int number) {
            Suspend.now();
            this.number = number;
        }

        synchronized int number() {
            return Suspend.with(number);
        }

        @Override
        public int compareTo(Base other) {
            return number - other.number;
        }

        private static void helper(String text, long... numbers) {
            Suspend.with(text + numbers.length);
        }
    }

    @SuppressWarnings("serial")
    private static final class Heir extends Base implements Callable<String> {
        private String text;
        private Heir other;

        Heir(int number, String text) {
            super(number);
            this.text = text;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            Suspend.now();
            out.defaultWriteObject();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            Suspend.now();
            in.defaultReadObject();
        }

        @Override
        public String call() {
            return number() + text + (other == null ? "" : other.call()) + lost;
        }
    }

    private record Pair(Object first, Object second) implements Serializable {}

    private enum Kind {
        ONE,
        TWO {
            @Override
            public String toString() {
                return "two";
            }
        }
    }

    private interface Task extends Callable<String>, Serializable {}

    @SuppressWarnings("serial")
    private static final class Handler implements InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return "proxied " + Suspend.with(method.getName());
        }
    }

    private static Map<String, Object> objects() {
        Heir heir = new Heir(1, "a");
        heir.other = new Heir(2, "b");
        Base.helper("", 1);
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("heir", heir);
        all.put("pair", new Pair(heir, new ArrayList<>(List.of(1, 2L, "3", 'c'))));
        all.put("kinds", new Kind[] {Kind.ONE, Kind.TWO});
        Task task = () -> "lambda " + heir.call();
        all.put("lambda", task);
        all.put(
                "proxy",
                Proxy.newProxyInstance(
                        Exchange.class.getClassLoader(), new Class<?>[] {Callable.class}, new Handler()));
        all.put("class", Heir.class);
        all.put("failure", new IllegalStateException("outer", new IOException("inner")));
        return all;
    }

    private static void print(Map<?, ?> all) throws Exception {
        Pair pair = (Pair) all.get("pair");
        System.out.println(((Heir) all.get("heir")).call() + pair.second());
        System.out.println(pair.first() == all.get("heir"));
        System.out.println(List.of((Object[]) all.get("kinds")));
        System.out.println(((Callable<?>) all.get("lambda")).call());
        System.out.println(((Callable<?>) all.get("proxy")).call());
        System.out.println(all.get("class"));
        Throwable failure = (Throwable) all.get("failure");
        System.out.println(failure + " " + failure.getCause() + " " + failure.getStackTrace()[0]);
        System.out.println(failure.getStackTrace().length > 2);
    }

    /** Does it in a thread of its own, which is a fiber if threads are. */
    public static void main(String[] args) throws Exception {
        Throwable[] failure = new Throwable[1];
        Thread thread = new Thread(() -> {
            try {
                run(args[0], Path.of(args[1]));
            } catch (Throwable t) {
                failure[0] = t;
            }
        });
        thread.start();
        thread.join();
        if (failure[0] != null) {
            failure[0].printStackTrace();
            System.exit(1);
        }
    }

    private static void run(String what, Path file) throws Exception {
        if (what.equals("write")) {
            try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
                out.writeObject(objects());
            }
        } else {
            try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
                print((Map<?, ?>) in.readObject());
            }
        }
    }
}
