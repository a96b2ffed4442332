package dev.weft.tck.programs;

import java.io.IOException;
import java.io.InputStream;
import java.sql.Date;
import java.util.concurrent.locks.LockSupport;

/**
 * A class hands on objects of a class that its own loader does not find, as those of modules and bundles do: in locals,
 * operands and results, while it waits, and while it holds a monitor.
 */
public final class UnseenTypes extends ClassLoader {
    private static final int ROUNDS = 3;

    private UnseenTypes() {
        super(UnseenTypes.class.getClassLoader());
    }

    /** Runs it in a thread, as often as the argument says, each with a loader of its own and then with the same. */
    public static void main(String[] args) throws Exception {
        int rounds = args.length == 0 ? ROUNDS : Integer.parseInt(args[0]);
        for (int i = 0; i < 2; i++) {
            Class<?> between = new UnseenTypes().loadClass(Between.class.getName());
            Runnable code = (Runnable) between.getConstructor().newInstance();
            Thread thread = new Thread(() -> repeat(code, rounds));
            thread.start();
            thread.join();
        }
    }

    private static void repeat(Runnable code, int rounds) {
        for (int i = 0; i < rounds; i++) {
            code.run();
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.equals(Unseen.class.getName()) || name.startsWith("java.sql.")) {
            throw new ClassNotFoundException(name);
        }
        if (!name.equals(Between.class.getName())) {
            return super.loadClass(name, resolve);
        }
        Class<?> known = findLoadedClass(name);
        return known != null ? known : define(name);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String resource = name.substring(name.lastIndexOf('.') + 1) + ".class";
        try (InputStream in = UnseenTypes.class.getResourceAsStream(resource)) {
            byte[] file = in.readAllBytes();
            return defineClass(name, file, 0, file.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** What is not found. */
    public static final class Unseen {
        final String text;

        Unseen(String text) {
            this.text = text;
        }
    }

    /** Whose loader finds it. */
    public static final class Ends {
        private Ends() {}

        /** Waits, and makes one. */
        public static Unseen make(String text) {
            pause();
            return new Unseen(text);
        }

        /** Waits, and makes some. */
        public static Unseen[] makeAll(String text) {
            pause();
            return new Unseen[] {new Unseen(text)};
        }

        /** Waits, and makes one of the JDK's, which a loader without the platform's does not find either. */
        public static Date date() {
            pause();
            return new Date(0);
        }

        /** Waits. */
        public static long time(Date date) {
            pause();
            return date.getTime();
        }

        /** Waits, and fails. */
        public static Unseen fail(Unseen unseen) {
            pause();
            throw new IllegalStateException(unseen.text);
        }

        /** Waits. */
        public static int pause() {
            LockSupport.parkNanos(1);
            return 7;
        }

        /** What they hold. */
        public static String join(Unseen first, int number, Unseen second, Unseen[] others) {
            pause();
            return first.text + number + second.text + others[0].text;
        }
    }

    /** Whose loader does not. */
    public static final class Between implements Runnable {
        private int count;

        /** For reflection. */
        public Between() {}

        @Override
        public void run() {
            Unseen local = Ends.make("local ");
            Unseen[] others = Ends.makeAll(" array");
            System.out.println(Ends.join(local, Ends.pause(), Ends.make(" operand"), others));
            System.out.println(Ends.join(local, locked(local), pass(" passed"), others));
            System.out.println("time " + time());
            try {
                Ends.fail(local);
                System.out.println("no exception");
            } catch (IllegalStateException e) {
                System.out.println("thrown: " + e.getMessage());
            }
        }

        private synchronized int locked(Unseen held) {
            Unseen made = Ends.make("locked");
            synchronized (Between.class) {
                count += Ends.join(made, Ends.pause(), held, Ends.makeAll("")).length();
            }
            return count;
        }

        private static long time() {
            Date date = Ends.date();
            return Ends.time(date) + Ends.pause() - 7;
        }

        private static Unseen pass(String text) {
            return Ends.make(text);
        }
    }
}
