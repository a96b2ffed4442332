package dev.weft.programs;

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** An agent looks at classes of proxies, and changes them, as they are defined and afterwards. */
public final class RedefinedProxies {
    private RedefinedProxies() {}

    /** What the proxies of the program implement. */
    interface Adder {
        int add(int number) throws InterruptedException;

        default int twice(int number) {
            return 2 * number;
        }
    }

    /** What the agent does with a class of a proxy. */
    private enum Answer {
        NONE,
        THE_SAME,
        CHANGED
    }

    /** Sees proxies only. */
    private static final class Watcher implements ClassFileTransformer {
        volatile Answer answer = Answer.NONE;
        volatile byte[] last;

        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] file) {
            if (name == null || !name.contains("$Proxy")) {
                return null;
            }
            System.out.println((redefined == null ? "new, " : "again, ") + methods(file));
            last = file;
            return answer == Answer.NONE ? null : answer == Answer.THE_SAME ? file.clone() : changed(file);
        }

        private static Set<String> methods(byte[] file) {
            Set<String> names = new TreeSet<>();
            ClassVisitor naming = new ClassVisitor(Opcodes.ASM9) {
                @Override
                public MethodVisitor visitMethod(int access, String name, String desc, String sig, String[] thrown) {
                    names.add(name);
                    return null;
                }
            };
            new ClassReader(file).accept(naming, 0);
            return names;
        }

        /** With a branch at the beginning of each method. */
        private static byte[] changed(byte[] file) {
            ClassWriter writer = new ClassWriter(0);
            ClassVisitor adding = new ClassVisitor(Opcodes.ASM9, writer) {
                @Override
                public MethodVisitor visitMethod(int access, String name, String desc, String sig, String[] thrown) {
                    return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, desc, sig, thrown)) {
                        @Override
                        public void visitCode() {
                            super.visitCode();
                            if (!name.equals("<init>")) {
                                Label always = new Label();
                                super.visitInsn(Opcodes.ICONST_0);
                                super.visitJumpInsn(Opcodes.IFEQ, always);
                                super.visitInsn(Opcodes.ACONST_NULL);
                                super.visitInsn(Opcodes.ATHROW);
                                super.visitLabel(always);
                                super.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
                                super.visitInsn(Opcodes.NOP);
                            }
                        }
                    };
                }
            };
            new ClassReader(file).accept(adding, 0);
            return writer.toByteArray();
        }
    }

    /** Prints what the agent sees, and what the proxies do. */
    public static void main(String[] args) throws Exception {
        Instrumentation instrumentation = ByteBuddyAgent.install();
        InvocationHandler handler = (proxy, method, arguments) -> {
            Thread.sleep(1);
            return arguments == null ? "called" : 1 + (Integer) arguments[0];
        };
        Adder before = (Adder) proxy(handler, Adder.class);
        Callable<?> ofJdk = (Callable<?>) Proxy.newProxyInstance(null, new Class<?>[] {Callable.class}, handler);
        Watcher watcher = new Watcher();
        instrumentation.addTransformer(watcher, true);
        watcher.answer = Answer.CHANGED;
        Adder later = (Adder) proxy(handler, Adder.class, Callable.class);
        for (Answer answer : Answer.values()) {
            watcher.answer = answer;
            System.out.println(answer);
            for (Object each : new Object[] {later, ofJdk, before}) {
                instrumentation.retransformClasses(each.getClass());
            }
            call(before, ofJdk, later);
        }
        instrumentation.redefineClasses(new ClassDefinition(before.getClass(), watcher.last));
        call(before, ofJdk, later);
        instrumentation.removeTransformer(watcher);
        instrumentation.retransformClasses(before.getClass(), ofJdk.getClass(), later.getClass());
        call(before, ofJdk, later);
    }

    private static Object proxy(InvocationHandler handler, Class<?>... types) {
        return Proxy.newProxyInstance(RedefinedProxies.class.getClassLoader(), types, handler);
    }

    private static void call(Adder before, Callable<?> ofJdk, Adder later) throws InterruptedException {
        Thread thread = new Thread(() -> {
            try {
                System.out.println(before.add(4) + " " + before.twice(5) + " " + ofJdk.call() + " " + later.add(6) + " "
                        + ((Callable<?>) later).call());
            } catch (Exception e) {
                System.out.println(e);
            }
        });
        thread.start();
        thread.join();
    }
}
