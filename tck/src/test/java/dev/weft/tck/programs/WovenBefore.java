package dev.weft.tck.programs;

import dev.weft.tck.Task;

/**
 * A class is woven, then a class file is defined that cannot be, with the name of one that the first has calls of; the
 * first waits only then, in each of its calls.
 */
public final class WovenBefore {
    /** A version, and that there is one constant, of a kind that none has. */
    private static final byte[] REFUSED = {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0, 52, 0, 20, 0, 0
    };

    private WovenBefore() {}

    private static final class Loader extends ClassLoader {
        void define(String name) {
            try {
                defineClass(name, REFUSED, 0, REFUSED.length);
                throw new IllegalStateException("it was defined");
            } catch (ClassFormatError e) {
                System.out.println("refused");
            }
        }
    }

    private static final class First {
        static String call(String text) throws InterruptedException {
            Thread.sleep(1);
            return text + " first";
        }
    }

    private static final class Other {
        static String call(String text) throws InterruptedException {
            Thread.sleep(1);
            return text + " other";
        }
    }

    private static final class Caller {
        static void callAll(String text) throws InterruptedException {
            long kept = text.length();
            String first = First.call(text);
            String second = Other.call(text);
            String third = Other.call(text);
            System.out.println(kept + first + second + third + text);
        }
    }

    private static void test() throws ClassNotFoundException, InterruptedException {
        Class.forName(Caller.class.getName());
        new Loader().define(First.class.getName());
        Caller.callAll(".");
    }

    /** Runs it in a thread. */
    public static void main(String[] args) throws Throwable {
        Task.finish(Task.start(WovenBefore::test));
    }
}
