package dev.weft.programs;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayDeque;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * An agent changes all methods of all classes of the boot loader, those that were loaded and those that are loaded
 * later: their stacks are larger by one, so that they do what they did. The agent is {@link Agent}.
 */
public final class ChangedJdk {
    private ChangedJdk() {}

    /** Needs no class of the JDK's while it changes one. */
    public static final class Agent implements ClassFileTransformer {
        private static final int HEAD = 8;
        private static final int SMALLEST = 22;
        private static final int UTF8 = 1;
        private static final int LONG = 5;
        private static final int DOUBLE = 6;
        private static final byte[] CODE = {0, 4, 'C', 'o', 'd', 'e'};

        /** Sizes of constants, by their tags; 0 for a text, whose size it tells itself. */
        private static final int[] SIZES = {0, 0, 0, 5, 5, 9, 9, 3, 3, 5, 5, 5, 5, 0, 0, 4, 3, 5, 5, 3, 3};

        private Agent() {}

        /** Called by the VM. */
        public static void premain(String arguments, Instrumentation instrumentation)
                throws UnmodifiableClassException {
            Agent agent = new Agent();
            // so that all that it needs is there
            byte[] empty = new byte[SMALLEST];
            empty[HEAD + 1] = 1;
            changed(empty);
            instrumentation.addTransformer(agent, true);
            for (Class<?> each : instrumentation.getAllLoadedClasses()) {
                if (each.getClassLoader() == null && instrumentation.isModifiableClass(each)) {
                    instrumentation.retransformClasses(each);
                }
            }
        }

        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] file) {
            return loader == null && name != null ? changed(file) : null;
        }

        private static byte[] changed(byte[] original) {
            byte[] file = original.clone();
            int code = 0;
            int at = HEAD + 2;
            for (int i = 1; i < u2(file, HEAD); i++) {
                int tag = file[at];
                if (tag == UTF8) {
                    code = isCode(file, at + 1) ? i : code;
                    at += 3 + u2(file, at + 1);
                } else {
                    at += SIZES[tag];
                    i += tag == LONG || tag == DOUBLE ? 1 : 0;
                }
            }
            at += 6;
            at += 2 + 2 * u2(file, at);
            at = changeMembers(file, at, 0);
            changeMembers(file, at, code);
            return file;
        }

        private static boolean isCode(byte[] file, int at) {
            for (int i = 0; i < CODE.length; i++) {
                if (file[at + i] != CODE[i]) {
                    return false;
                }
            }
            return true;
        }

        /** Returns where they end. */
        private static int changeMembers(byte[] file, int start, int code) {
            int at = start + 2;
            for (int i = u2(file, start); i > 0; i--) {
                int attributes = u2(file, at + 6);
                at += 8;
                for (; attributes > 0; attributes--) {
                    if (code != 0 && u2(file, at) == code) {
                        int size = u2(file, at + 6) + 1;
                        file[at + 6] = (byte) (size >> 8);
                        file[at + 7] = (byte) size;
                    }
                    at += 6 + (u2(file, at + 2) << 16 | u2(file, at + 4));
                }
            }
            return at;
        }

        private static int u2(byte[] file, int at) {
            return (file[at] & 0xFF) << 8 | file[at + 1] & 0xFF;
        }
    }

    private static String text(Supplier<String> text) {
        return text.get();
    }

    /** Uses classes that are loaded, and others that are not. */
    private static String work(BlockingQueue<String> from) throws Exception {
        StringBuilder all = new StringBuilder(from.take());
        Thread.sleep(2);
        synchronized (all) {
            all.wait(2);
        }
        LockSupport.parkNanos(1_000);
        Thread.yield();
        Thread thread = new Thread(() -> all.append(text(() -> "b")));
        thread.start();
        thread.join();
        TreeMap<String, Integer> sorted = new TreeMap<>();
        sorted.put("d", 1);
        sorted.put("c", 2);
        return all.append(sorted).append(new ArrayDeque<>(sorted.values())).toString();
    }

    /** Prints a line. */
    public static void main(String[] args) throws Exception {
        BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        Thread thread = new Thread(() -> queue.add("a"));
        thread.start();
        System.out.println(work(queue));
    }
}
