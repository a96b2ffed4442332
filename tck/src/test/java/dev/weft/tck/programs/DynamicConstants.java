package dev.weft.tck.programs;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Dynamic constants (JEP 309) of a method that waits between its uses of them: each has one value. */
public final class DynamicConstants {
    private static final String USES = "DynamicConstantsUses";
    private static final AtomicInteger MADE = new AtomicInteger();
    private static final Set<Object> SEEN =
            Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    private DynamicConstants() {}

    /** Bootstrap method: makes a new object, or null. */
    public static Object make(MethodHandles.Lookup lookup, String name, Class<?> type, Object... arguments) {
        if (!lookup.lookupClass().getName().equals(USES)) {
            throw new IllegalStateException("linked for " + lookup);
        }
        MADE.incrementAndGet();
        return name.equals("none") ? null : new Object();
    }

    /** Bootstrap method of two parameters, for which the VM leaves it to the JDK to fetch the arguments. */
    public static CallSite site(MethodHandles.Lookup lookup, Object... nameTypeAndArguments) {
        return new ConstantCallSite(MethodHandles.constant(Object.class, nameTypeAndArguments[2]));
    }

    /** Sees a value, and waits. */
    public static void see(Object value) throws InterruptedException {
        SEEN.add(value == null ? "null" : value);
        Thread.sleep(0, 1);
    }

    private static byte[] classFile() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, USES, null, "java/lang/Object", null);
        String owner = Type.getInternalName(DynamicConstants.class);
        String desc = MethodType.methodType(
                        Object.class, MethodHandles.Lookup.class, String.class, Class.class, Object[].class)
                .toMethodDescriptorString();
        Handle make = new Handle(Opcodes.H_INVOKESTATIC, owner, "make", desc, false);
        String type = "Ljava/lang/Object;";
        ConstantDynamic inner = new ConstantDynamic("inner", type, make);
        ConstantDynamic innerOfOther = new ConstantDynamic("inner of other", type, make);
        String siteDesc = MethodType.methodType(CallSite.class, MethodHandles.Lookup.class, Object[].class)
                .toMethodDescriptorString();
        Handle site = new Handle(Opcodes.H_INVOKESTATIC, owner, "site", siteDesc, false);
        ConstantDynamic[] constants = {
            new ConstantDynamic("plain", type, make),
            new ConstantDynamic("none", type, make),
            new ConstantDynamic("of values", type, make, 1, 2L, "x", Type.getType("LDynamicConstantsUses;"), make),
            new ConstantDynamic("of values", type, make, 1, 2L, "y", Type.getType("LDynamicConstantsUses;"), make),
            new ConstantDynamic("nested", type, make, inner),
            inner,
            new ConstantDynamic("other", type, make, innerOfOther),
            innerOfOther
        };
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
        MethodVisitor code = writer.visitMethod(access, "use", "()V", null, null);
        code.visitCode();
        for (int round = 0; round < 3; round++) {
            for (ConstantDynamic each : constants) {
                code.visitLdcInsn(each);
                code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, "see", "(Ljava/lang/Object;)V", false);
            }
            code.visitInvokeDynamicInsn("site", "()" + type, site, inner, "x");
            code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, "see", "(Ljava/lang/Object;)V", false);
        }
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static final class Loader extends ClassLoader {
        Loader() {
            super(DynamicConstants.class.getClassLoader());
        }

        Class<?> define(byte[] file) {
            return defineClass(USES, file, 0, file.length);
        }
    }

    /** Prints how many values were seen and made, by two threads and this one. */
    public static void main(String[] args) throws Throwable {
        Class<?> uses = new Loader().define(classFile());
        for (int i = 0; i < 2; i++) {
            Thread thread = new Thread(() -> {
                try {
                    uses.getMethod("use").invoke(null);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.start();
            thread.join();
        }
        uses.getMethod("use").invoke(null);
        System.out.println("seen " + SEEN.size() + ", made " + MADE);
    }
}
