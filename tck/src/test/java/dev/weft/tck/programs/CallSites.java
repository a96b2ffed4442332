package dev.weft.tck.programs;

import dev.weft.tck.Fibers;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.VolatileCallSite;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Call sites of {@code invokedynamic} whose targets wait, as compilers of dynamic languages make them: the sites of
 * one class are constant, mutable and volatile, and what they call changes.
 */
public final class CallSites {
    private static final String CALLS = "CallSitesCalls";
    private static final int ROUNDS = 200;
    private static final List<CallSite> SITES = new ArrayList<>();

    private CallSites() {}

    /** Bootstrap method of all sites; the name is {@code kind_target}. */
    public static CallSite link(MethodHandles.Lookup lookup, String name, MethodType type)
            throws ReflectiveOperationException {
        if (!lookup.lookupClass().getName().equals(CALLS) || type.toString().contains("weft")) {
            throw new IllegalStateException("linked for " + lookup + ", " + type);
        }
        String[] parts = name.split("_");
        MethodHandle target = MethodHandles.lookup().findStatic(CallSites.class, parts[1], type);
        CallSite site = parts[0].equals("constant")
                ? new ConstantCallSite(target)
                : parts[0].equals("mutable") ? new MutableCallSite(target) : new VolatileCallSite(target);
        synchronized (SITES) {
            SITES.add(site);
        }
        return site;
    }

    static Object wait(Object value) throws InterruptedException {
        Thread.sleep(0, 1);
        return value;
    }

    static long sum(int a, long b) throws InterruptedException {
        Thread.sleep(0, 1);
        return a + b;
    }

    static void fail(Object value) throws InterruptedException {
        Thread.sleep(0, 1);
        throw new IllegalStateException("" + value);
    }

    private static Object other(Object value) throws InterruptedException {
        Thread.sleep(0, 1);
        return "other " + value;
    }

    /** Calls all sites of the generated class; each with operands below it, in a monitor, and in a {@code try}. */
    private static String call(Class<?> calls) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        StringBuilder said = new StringBuilder();
        for (String kind : new String[] {"constant", "mutable", "volatile"}) {
            MethodType ofWait = MethodType.methodType(Object.class, Object.class);
            said.append(lookup.findStatic(calls, kind + "_wait", ofWait).invoke((Object) kind))
                    .append(' ');
            MethodType ofSum = MethodType.methodType(long.class, int.class, long.class);
            said.append((long) lookup.findStatic(calls, kind + "_sum", ofSum).invoke(3, 4L))
                    .append(' ');
            try {
                lookup.findStatic(calls, kind + "_fail", MethodType.methodType(void.class, Object.class))
                        .invoke((Object) kind);
            } catch (IllegalStateException e) {
                said.append(e.getMessage().length()).append(' ');
            }
        }
        return said.toString();
    }

    private static byte[] classFile() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, CALLS, null, "java/lang/Object", null);
        String bootstrap = MethodType.methodType(
                        CallSite.class, MethodHandles.Lookup.class, String.class, MethodType.class)
                .toMethodDescriptorString();
        Handle link =
                new Handle(Opcodes.H_INVOKESTATIC, Type.getInternalName(CallSites.class), "link", bootstrap, false);
        for (String kind : new String[] {"constant", "mutable", "volatile"}) {
            method(writer, kind + "_wait", "(Ljava/lang/Object;)Ljava/lang/Object;", link);
            method(writer, kind + "_sum", "(IJ)J", link);
            method(writer, kind + "_fail", "(Ljava/lang/Object;)V", link);
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void method(ClassWriter writer, String name, String desc, Handle link) {
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
        MethodVisitor code = writer.visitMethod(access, name, desc, null, null);
        code.visitCode();
        int slot = 0;
        for (Type each : Type.getArgumentTypes(desc)) {
            code.visitVarInsn(each.getOpcode(Opcodes.ILOAD), slot);
            slot += each.getSize();
        }
        code.visitInvokeDynamicInsn(name, desc, link);
        code.visitInsn(Type.getReturnType(desc).getOpcode(Opcodes.IRETURN));
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private static final class Loader extends ClassLoader {
        Loader() {
            super(CallSites.class.getClassLoader());
        }

        Class<?> define(byte[] file) {
            return defineClass(CALLS, file, 0, file.length);
        }
    }

    /** Prints what the sites have said first, after they have changed, and whether anything was pinned once linked. */
    public static void main(String[] args) throws Exception {
        Class<?> calls = new Loader().define(classFile());
        Thread thread = new Thread(() -> {
            try {
                System.out.println(call(calls));
                long before = Fibers.pinned();
                String said = "";
                for (int i = 0; i < ROUNDS; i++) {
                    said = call(calls);
                }
                MethodType type = MethodType.methodType(Object.class, Object.class);
                MethodHandle other = MethodHandles.lookup().findStatic(CallSites.class, "other", type);
                for (CallSite each : SITES) {
                    if (!(each instanceof ConstantCallSite) && each.type().equals(type)) {
                        each.setTarget(other);
                    }
                }
                System.out.println(said.equals(call(calls)) + " " + call(calls));
                System.out.println("pinned " + (Fibers.pinned() - before));
            } catch (Throwable t) {
                t.printStackTrace(System.out);
            }
        });
        thread.start();
        thread.join();
    }
}
