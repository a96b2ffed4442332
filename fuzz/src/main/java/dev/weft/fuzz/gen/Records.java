package dev.weft.fuzz.gen;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** {@code record Rec(int number, Object any, long wide)} whose canonical constructor tells what it is given. */
final class Records {
    static final String NAME = "fuzzed/Rec";
    static final Type[] COMPONENTS = {Type.INT_TYPE, Kinds.OBJECT, Type.LONG_TYPE};

    private static final String[] NAMES = {"number", "any", "wide"};
    private static final Handle METHODS = new Handle(
            Opcodes.H_INVOKESTATIC,
            "java/lang/runtime/ObjectMethods",
            "bootstrap",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/TypeDescriptor;Ljava/lang/Class;"
                    + "Ljava/lang/String;[Ljava/lang/invoke/MethodHandle;)Ljava/lang/Object;",
            false);

    /** The class file, as javac makes it. */
    byte[] classFile() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_RECORD;
        writer.visit(Opcodes.V17, access, NAME, null, "java/lang/Record", null);
        for (int k = 0; k < NAMES.length; k++) {
            writer.visitRecordComponent(NAMES[k], COMPONENTS[k].getDescriptor(), null)
                    .visitEnd();
            writer.visitField(
                            Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL,
                            NAMES[k],
                            COMPONENTS[k].getDescriptor(),
                            null,
                            null)
                    .visitEnd();
            accessor(writer, k);
        }
        constructor(writer);
        ofObject(writer, "equals", "(Ljava/lang/Object;)Z");
        ofObject(writer, "hashCode", "()I");
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void accessor(ClassWriter writer, int k) {
        String desc = COMPONENTS[k].getDescriptor();
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_PUBLIC, NAMES[k], "()" + desc, null, null);
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitFieldInsn(Opcodes.GETFIELD, NAME, NAMES[k], desc);
        mv.visitInsn(COMPONENTS[k].getOpcode(Opcodes.IRETURN));
        mv.visitMaxs(0, 0);
    }

    private static void constructor(ClassWriter writer) {
        String desc = Type.getMethodDescriptor(Type.VOID_TYPE, COMPONENTS);
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", desc, null, null);
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Record", "<init>", "()V", false);
        int slot = 1;
        for (int k = 0; k < NAMES.length; k++) {
            mv.visitVarInsn(COMPONENTS[k].getOpcode(Opcodes.ILOAD), slot);
            Kinds.tell(mv, COMPONENTS[k]);
            mv.visitVarInsn(Opcodes.ALOAD, 0);
            mv.visitVarInsn(COMPONENTS[k].getOpcode(Opcodes.ILOAD), slot);
            mv.visitFieldInsn(Opcodes.PUTFIELD, NAME, NAMES[k], COMPONENTS[k].getDescriptor());
            slot += COMPONENTS[k].getSize();
        }
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
    }

    /**
     * By {@code ObjectMethods}, of the number and the wide component: what any object hashes to differs from run to
     * run.
     */
    private static void ofObject(ClassWriter writer, String name, String desc) {
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, name, desc, null, null);
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        if (name.equals("equals")) {
            mv.visitVarInsn(Opcodes.ALOAD, 1);
        }
        Type returned = Type.getReturnType(desc);
        mv.visitInvokeDynamicInsn(
                name,
                "(L" + NAME + ";" + desc.substring(1),
                METHODS,
                Type.getObjectType(NAME),
                "number;wide",
                new Handle(Opcodes.H_GETFIELD, NAME, NAMES[0], "I", false),
                new Handle(Opcodes.H_GETFIELD, NAME, NAMES[2], "J", false));
        mv.visitInsn(returned.getOpcode(Opcodes.IRETURN));
        mv.visitMaxs(0, 0);
    }
}
