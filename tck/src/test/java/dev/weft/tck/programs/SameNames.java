package dev.weft.tck.programs;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.Permission;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A fiber waits in a constructor between writes of final fields that all have one name, as obfuscators give it to
 * fields of different types, and in a method that writes static ones, as class files before version 53 may. A further
 * field has a type that does not exist. With an argument a security manager lets nobody look at declared members.
 */
public final class SameNames {
    private SameNames() {}

    /** Compiled by javac; {@link #main} takes its class file and changes names and modifiers of its fields. */
    public static final class Values {
        private static boolean ofBoolean;
        private static byte ofByte;
        private static long ofLong;
        private static Object ofObject;

        private boolean isTrue;
        private byte small;
        private short shorter;
        private char letter;
        private int number;
        private long longer;
        private float single;
        private double precise;
        private String text;
        private Object object;
        private int[] odd;

        Values(int value) throws InterruptedException {
            Thread.sleep(0, 1);
            isTrue = value > 0;
            small = (byte) -value;
            shorter = (short) (value * -300);
            Thread.sleep(0, 1);
            letter = (char) (value + 'A');
            number = value + 100_000;
            longer = (long) value << 40;
            Thread.sleep(0, 1);
            single = value / 2f;
            precise = value / 4d;
            text = "text" + value;
            object = value;
            odd = new int[value];
        }

        static void set(int value) throws InterruptedException {
            Thread.sleep(0, 1);
            ofBoolean = value > 0;
            ofByte = (byte) value;
            Thread.sleep(0, 1);
            ofLong = (long) value << 33;
            ofObject = "object" + value;
        }

        static String call(int value) throws InterruptedException {
            Values made = new Values(value);
            set(value);
            return made.isTrue + " " + made.small + " " + made.shorter + " " + made.letter + " " + made.number + " "
                    + made.longer + " " + made.single + " " + made.precise + " " + made.text + " " + made.object + " "
                    + made.odd.length + " " + ofBoolean + " " + ofByte + " " + ofLong + " " + ofObject;
        }
    }

    private static byte[] classFile() throws IOException {
        ClassNode node = new ClassNode();
        try (InputStream in = SameNames.class.getResourceAsStream("SameNames$Values.class")) {
            new ClassReader(in).accept(node, ClassReader.SKIP_DEBUG);
        }
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode insn : method.instructions) {
                if (insn instanceof FieldInsnNode use && use.owner.equals(node.name)) {
                    use.name = name(use.name);
                }
            }
        }
        for (FieldNode field : node.fields) {
            field.name = name(field.name);
            field.access |= Opcodes.ACC_FINAL;
        }
        node.fields.add(new FieldNode(0, "missing", "Ldev/weft/tck/programs/NoSuchType;", null, null));
        node.version = Opcodes.V1_8;
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }

    /** Static fields have another name; one field keeps a name of its own, which has a colon in it. */
    private static String name(String field) {
        return field.equals("odd") ? "o:I" : field.startsWith("of") ? "s" : "x";
    }

    private static final class Loader extends ClassLoader {
        Loader() {
            super(SameNames.class.getClassLoader());
        }

        Class<?> define(byte[] file) {
            return defineClass(Values.class.getName(), file, 0, file.length);
        }
    }

    @SuppressWarnings("removal")
    private static void refuseToShowMembers() {
        System.setSecurityManager(new SecurityManager() {
            @Override
            public void checkPermission(Permission permission) {
                if (permission.getName().equals("accessDeclaredMembers")) {
                    throw new SecurityException(permission.getName());
                }
            }
        });
    }

    /** Prints what the fields have got. */
    public static void main(String[] args) throws Exception {
        Class<?> fields = new Loader().define(classFile());
        var call = MethodHandles.privateLookupIn(fields, MethodHandles.lookup())
                .findStatic(fields, "call", MethodType.methodType(String.class, int.class));
        Thread thread = new Thread(() -> {
            try {
                System.out.println((String) call.invokeExact(3));
            } catch (Throwable t) {
                t.printStackTrace(System.out);
            }
        });
        if (args.length > 0) {
            refuseToShowMembers();
        }
        thread.start();
        thread.join();
    }
}
