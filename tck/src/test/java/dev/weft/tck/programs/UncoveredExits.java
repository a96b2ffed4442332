package dev.weft.tck.programs;

import dev.weft.tck.Fibers;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Iterator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Fibers that wait in {@code synchronized} blocks as scalac compiles them: no {@code monitorexit} is covered by its own
 * block's handler, so that only handlers of outer blocks cover it, which hold fewer monitors.
 */
public final class UncoveredExits {
    private static final int ROUNDS = 200;

    private UncoveredExits() {}

    /** Compiled by javac; {@link #main} takes its class file and uncovers the exits. */
    public static final class Blocks {
        private Blocks() {}

        static String call(Object outer, Object inner) throws InterruptedException {
            return nested(outer, inner, 3) + caught(outer, inner, false) + caught(outer, inner, true);
        }

        private static int nested(Object outer, Object inner, int value) throws InterruptedException {
            int sum = value;
            synchronized (outer) {
                sum += 10;
                synchronized (inner) {
                    Thread.sleep(0, 1);
                    sum += holds(outer, inner);
                }
                Thread.sleep(0, 1);
                sum += 100 * holds(outer, inner);
            }
            return sum + 1000 * holds(outer, inner);
        }

        private static String caught(Object outer, Object inner, boolean fails) throws InterruptedException {
            String said = "";
            synchronized (outer) {
                try {
                    synchronized (inner) {
                        Thread.sleep(0, 1);
                        said += " " + holds(outer, inner);
                        if (fails) {
                            throw new IllegalStateException("failed");
                        }
                    }
                    said += " left";
                } catch (IllegalStateException e) {
                    Thread.sleep(0, 1);
                    said += " " + e.getMessage();
                } finally {
                    Thread.sleep(0, 1);
                    said += " " + holds(outer, inner);
                }
            }
            return said + " " + holds(outer, inner);
        }

        private static int holds(Object outer, Object inner) {
            return (Thread.holdsLock(outer) ? 1 : 0) + (Thread.holdsLock(inner) ? 2 : 0);
        }
    }

    private static byte[] classFile() throws IOException {
        ClassNode node = new ClassNode();
        try (InputStream in = UncoveredExits.class.getResourceAsStream("UncoveredExits$Blocks.class")) {
            new ClassReader(in).accept(node, ClassReader.SKIP_DEBUG);
        }
        int uncovered = 0;
        for (MethodNode each : node.methods) {
            uncovered += uncover(each);
        }
        if (uncovered != 4) {
            throw new IllegalStateException("uncovered " + uncovered);
        }
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }

    /** Returns how many blocks end in front of their {@code monitorexit} now. */
    private static int uncover(MethodNode method) {
        int uncovered = 0;
        for (Iterator<TryCatchBlockNode> i = method.tryCatchBlocks.iterator(); i.hasNext(); ) {
            TryCatchBlockNode block = i.next();
            AbstractInsnNode exit = previous(block.end);
            if (block.type != null || exit.getOpcode() != Opcodes.MONITOREXIT) {
                continue;
            } else if (block.start == block.handler) {
                i.remove();
            } else {
                LabelNode end = new LabelNode();
                method.instructions.insertBefore(previous(exit), end);
                block.end = end;
                uncovered++;
            }
        }
        return uncovered;
    }

    private static AbstractInsnNode previous(AbstractInsnNode insn) {
        AbstractInsnNode result = insn.getPrevious();
        while (result.getOpcode() < 0) {
            result = result.getPrevious();
        }
        return result;
    }

    private static final class Loader extends ClassLoader {
        Loader() {
            super(UncoveredExits.class.getClassLoader());
        }

        Class<?> define(byte[] file) {
            return defineClass(Blocks.class.getName(), file, 0, file.length);
        }
    }

    /** Prints what the blocks have seen, first and in the last of many rounds, and how often a fiber was pinned. */
    public static void main(String[] args) throws Exception {
        Class<?> blocks = new Loader().define(classFile());
        var call = MethodHandles.privateLookupIn(blocks, MethodHandles.lookup())
                .findStatic(blocks, "call", MethodType.methodType(String.class, Object.class, Object.class));
        Thread thread = new Thread(() -> {
            try {
                System.out.println((String) call.invokeExact(new Object(), new Object()));
                long before = Fibers.pinned();
                String said = "";
                for (int i = 0; i < ROUNDS; i++) {
                    said = (String) call.invokeExact(new Object(), new Object());
                }
                System.out.println(said);
                System.out.println("pinned " + (Fibers.pinned() - before));
            } catch (Throwable t) {
                t.printStackTrace(System.out);
            }
        });
        thread.start();
        thread.join();
    }
}
