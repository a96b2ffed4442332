package dev.weft.tck.programs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Code that was compiled without line numbers prints its stack, before it has waited and after. */
public final class Lineless extends ClassLoader {
    private static final byte[] TABLE = "LineNumberTable".getBytes(StandardCharsets.US_ASCII);

    private Lineless() {}

    /** Runs it in a thread. */
    public static void main(String[] args) throws Exception {
        Class<?> inside = new Lineless().loadClass(Lineless.class.getName() + "$Inside");
        Thread thread = new Thread((Runnable) inside.getConstructor().newInstance());
        thread.start();
        thread.join();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(Lineless.class.getName() + "$")) {
            return super.loadClass(name, resolve);
        }
        Class<?> known = findLoadedClass(name);
        return known != null ? known : define(name);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String resource = name.substring(name.lastIndexOf('.') + 1) + ".class";
        try (InputStream in = Lineless.class.getResourceAsStream(resource)) {
            byte[] file = in.readAllBytes();
            dropLines(file);
            return defineClass(name, file, 0, file.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** The tables get a name that nobody knows. */
    private static void dropLines(byte[] file) {
        for (int i = 0; i <= file.length - TABLE.length; i++) {
            int same = 0;
            while (same < TABLE.length && file[i + same] == TABLE[same]) {
                same++;
            }
            if (same == TABLE.length) {
                file[i] = 'X';
            }
        }
    }

    /** What can be read; the methods of all of them have the same name. */
    interface Source {
        int read(int wait);
    }

    /** Prints its stack. */
    static class Printing implements Source {
        @Override
        public int read(int wait) {
            return print(wait);
        }

        static int print(int wait) {
            if (wait > 0) {
                Inside.sleep(wait);
            }
            Inside.print(new Throwable());
            Thread.yield();
            return wait;
        }
    }

    /** Calls what it overrides. */
    static class Overriding extends Printing {
        @Override
        public int read(int wait) {
            return super.read(wait) + 1;
        }
    }

    /** Calls another one. */
    record Around(Source source) implements Source {
        @Override
        public int read(int wait) {
            return source.read(wait) + 1;
        }
    }

    /** A list whose method calls that of the JDK. */
    static class Numbers extends java.util.ArrayList<Integer> {
        private static final long serialVersionUID = 1;

        @Override
        public Integer get(int index) {
            Thread.yield();
            return super.get(index);
        }
    }

    /** What is run. */
    public static final class Inside implements Runnable {
        /** For reflection. */
        public Inside() {}

        @Override
        public void run() {
            for (int wait = 0; wait < 2; wait++) {
                new Around(new Around(new Overriding())).read(wait);
                recurse(3, wait);
                try {
                    new Numbers().get(1);
                } catch (IndexOutOfBoundsException e) {
                    print(e);
                }
                Thread.currentThread().interrupt();
                sleep(1);
                System.out.println(asker());
            }
        }

        private static int recurse(int rest, int wait) {
            return rest == 0 ? Printing.print(wait) : recurse(rest - 1, wait) + 1;
        }

        private static Class<?> asker() {
            Thread.yield();
            return Asker.asker();
        }

        static void sleep(int millis) {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                print(e);
            }
        }

        static void print(Throwable thrown) {
            StringBuilder text = new StringBuilder(thrown.getClass().getSimpleName());
            for (StackTraceElement each : thrown.getStackTrace()) {
                String type = each.getClassName();
                text.append(' ')
                        .append(type.substring(type.lastIndexOf('.') + 1))
                        .append('.')
                        .append(each.getMethodName());
            }
            System.out.println(text);
            StringBuilder walked = new StringBuilder("walk");
            StackWalker.getInstance().forEach(frame -> walked.append(' ').append(frame.getMethodName()));
            System.out.println(walked);
        }
    }

    /** Tells who calls it. */
    static final class Asker {
        static Class<?> asker() {
            return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                    .getCallerClass();
        }
    }
}
