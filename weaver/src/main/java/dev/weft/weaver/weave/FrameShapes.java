package dev.weft.weaver.weave;

import dev.weft.agent.abi.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Generates the family of heap frames, {@code FrameA<n>J<m>} with n reference and m long fields and {@code FrameX} with
 * arrays, the class {@code Save} with the methods that fill them, and {@code Fill} with those that fill the arrays:
 *
 * <pre>
 *   static void s2_1(Object a0, Object a1, long j0, CarrierContext context, Class host, int point) {
 *       if (context.hasSpares && again2_1(a0, a1, j0, context, host, point)) return;
 *       SuspensionPoint at;
 *       for (; ; )
 *           try { at = SuspensionPoint.of(host, point);  break; }
 *           catch (OutOfMemoryError e) { Reserve.spend(context, e, null); }
 *       FrameA2J1 f;
 *       do
 *           try { f = new FrameA2J1(); }
 *           catch (OutOfMemoryError e) { f = (FrameA2J1) Reserve.spend(context, e, FrameA2J1.class); }
 *       while (f == null);
 *       f.at = at;
 *       f.a0 = a0;  f.a1 = a1;  f.j0 = j0;
 *       context.push(f);
 *   }
 *
 *   static boolean again2_1(Object a0, Object a1, long j0, CarrierContext context, Class host, int point) {
 *       FrameA2J1 f = (FrameA2J1) context.takeSpare(host, point);
 *       if (f == null || f.a0 != a0 || f.a1 != a1) { context.skipSpare(f); return false; }
 *       f.j0 = j0;
 *       context.pushSpare(f);
 *       return true;
 *   }
 *
 *   static void j2(long[] array, long v0, long v1, int from) {
 *       array[from++] = v0;  array[from++] = v1;
 *   }
 * </pre>
 *
 * <p>A spare frame is used again only if its references are what they were: to store others into an old object would
 * cost more than a new frame does. Frames with arrays are always new.
 */
final class FrameShapes {
    private static final String FRAME_X = "java/weft/FrameX";
    private static final String POINT = "java/weft/SuspensionPoint";
    private static final String OUT_OF_MEMORY = "java/lang/OutOfMemoryError";

    private FrameShapes() {}

    static Map<String, byte[]> classFiles() {
        Map<String, byte[]> files = new TreeMap<>();
        ClassWriter save = begin(Names.SAVE, "java/lang/Object");
        for (int a = 0; a <= Names.MAX_A; a++) {
            for (int j = 0; j <= Names.MAX_J; j++) {
                String name = Names.frameName(a, j);
                ClassWriter frame = begin(name, Names.FRAME);
                for (int k = 0; k < a; k++) {
                    frame.visitField(Opcodes.ACC_PUBLIC, "a" + k, Names.OBJECT_D, null, null);
                }
                for (int k = 0; k < j; k++) {
                    frame.visitField(Opcodes.ACC_PUBLIC, "j" + k, "J", null, null);
                }
                files.put(name + ".class", frame.toByteArray());
                saver(save, name, a, j);
            }
        }
        ClassWriter frame = begin(FRAME_X, Names.FRAME);
        frame.visitField(Opcodes.ACC_PUBLIC, "as", "[" + Names.OBJECT_D, null, null);
        frame.visitField(Opcodes.ACC_PUBLIC, "js", "[J", null, null);
        files.put(FRAME_X + ".class", frame.toByteArray());
        saverOfArrays(save);
        files.put(Names.SAVE + ".class", save.toByteArray());
        files.put(Names.FILL + ".class", fill());
        return files;
    }

    private static byte[] fill() {
        ClassWriter fill = begin(Names.FILL, "java/lang/Object");
        for (int count = 1; count <= Names.MAX_FILL; count++) {
            filler(fill, "a" + count, Names.OBJECT_D, count);
            filler(fill, "j" + count, "J", count);
        }
        return fill.toByteArray();
    }

    private static void filler(ClassWriter fill, String name, String type, int count) {
        boolean isLong = type.equals("J");
        int from = 1 + (isLong ? 2 : 1) * count;
        MethodVisitor mv = method(fill, name, "([" + type + type.repeat(count) + "I)V");
        for (int k = 0; k < count; k++) {
            mv.visitVarInsn(Opcodes.ALOAD, 0);
            mv.visitVarInsn(Opcodes.ILOAD, from);
            mv.visitVarInsn(isLong ? Opcodes.LLOAD : Opcodes.ALOAD, 1 + (isLong ? 2 : 1) * k);
            mv.visitInsn(isLong ? Opcodes.LASTORE : Opcodes.AASTORE);
            mv.visitIincInsn(from, 1);
        }
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(4, from + 1);
        mv.visitEnd();
    }

    private static ClassWriter begin(String name, String superName) {
        ClassWriter writer = new ClassWriter(0);
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
        writer.visit(Opcodes.V11, access, name, null, superName, null);
        MethodVisitor init = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        init.visitVarInsn(Opcodes.ALOAD, 0);
        init.visitMethodInsn(Opcodes.INVOKESPECIAL, superName, "<init>", "()V", false);
        init.visitInsn(Opcodes.RETURN);
        init.visitMaxs(1, 1);
        init.visitEnd();
        return writer;
    }

    private static void saver(ClassWriter save, String frame, int references, int longs) {
        String desc =
                "(" + Names.OBJECT_D.repeat(references) + "J".repeat(longs) + Names.CONTEXT_D + "Ljava/lang/Class;I)V";
        int context = references + 2 * longs;
        again(save, frame, references, longs);
        MethodVisitor mv = method(save, "s" + references + "_" + longs, desc);
        useSpare(mv, desc, references, longs);
        makeFrame(mv, locals(desc), frame, context);
        for (int k = 0; k < references; k++) {
            store(mv, context + 3, frame, Opcodes.ALOAD, k, "a" + k, Names.OBJECT_D);
        }
        for (int k = 0; k < longs; k++) {
            store(mv, context + 3, frame, Opcodes.LLOAD, references + 2 * k, "j" + k, "J");
        }
        endSaver(mv, context);
    }

    private static void saverOfArrays(ClassWriter save) {
        String arrayD = "[" + Names.OBJECT_D;
        String desc = "(" + arrayD + "[J" + Names.CONTEXT_D + "Ljava/lang/Class;I)V";
        MethodVisitor mv = method(save, "x", desc);
        makeFrame(mv, locals(desc), FRAME_X, 2);
        store(mv, 5, FRAME_X, Opcodes.ALOAD, 0, "as", arrayD);
        store(mv, 5, FRAME_X, Opcodes.ALOAD, 1, "js", "[J");
        endSaver(mv, 2);
    }

    private static MethodVisitor method(ClassWriter save, String name, String desc) {
        MethodVisitor mv = save.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, name, desc, null, null);
        mv.visitCode();
        return mv;
    }

    private static void useSpare(MethodVisitor mv, String desc, int references, int longs) {
        int context = references + 2 * longs;
        Label none = new Label();
        mv.visitVarInsn(Opcodes.ALOAD, context);
        mv.visitFieldInsn(Opcodes.GETFIELD, Names.CONTEXT, "hasSpares", "Z");
        mv.visitJumpInsn(Opcodes.IFEQ, none);
        for (int k = 0; k < references; k++) {
            mv.visitVarInsn(Opcodes.ALOAD, k);
        }
        for (int k = 0; k < longs; k++) {
            mv.visitVarInsn(Opcodes.LLOAD, references + 2 * k);
        }
        mv.visitVarInsn(Opcodes.ALOAD, context);
        mv.visitVarInsn(Opcodes.ALOAD, context + 1);
        mv.visitVarInsn(Opcodes.ILOAD, context + 2);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.SAVE, again(references, longs), desc.replace(")V", ")Z"), false);
        mv.visitJumpInsn(Opcodes.IFEQ, none);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitLabel(none);
    }

    private static String again(int references, int longs) {
        return "again" + references + "_" + longs;
    }

    /** A method of its own: where there are no spare frames, what is compiled does not contain it. */
    private static void again(ClassWriter save, String frame, int references, int longs) {
        String desc =
                "(" + Names.OBJECT_D.repeat(references) + "J".repeat(longs) + Names.CONTEXT_D + "Ljava/lang/Class;I)Z";
        int context = references + 2 * longs;
        MethodVisitor mv = method(save, again(references, longs), desc);
        Label none = new Label();
        mv.visitVarInsn(Opcodes.ALOAD, context);
        mv.visitVarInsn(Opcodes.ALOAD, context + 1);
        mv.visitVarInsn(Opcodes.ILOAD, context + 2);
        mv.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL, Names.CONTEXT, "takeSpare", "(Ljava/lang/Class;I)" + Names.FRAME_D, false);
        mv.visitTypeInsn(Opcodes.CHECKCAST, frame);
        mv.visitVarInsn(Opcodes.ASTORE, context + 3);
        mv.visitVarInsn(Opcodes.ALOAD, context + 3);
        mv.visitJumpInsn(Opcodes.IFNULL, none);
        for (int k = 0; k < references; k++) {
            mv.visitVarInsn(Opcodes.ALOAD, context + 3);
            mv.visitFieldInsn(Opcodes.GETFIELD, frame, "a" + k, Names.OBJECT_D);
            mv.visitVarInsn(Opcodes.ALOAD, k);
            mv.visitJumpInsn(Opcodes.IF_ACMPNE, none);
        }
        for (int k = 0; k < longs; k++) {
            store(mv, context + 3, frame, Opcodes.LLOAD, references + 2 * k, "j" + k, "J");
        }
        push(mv, context, "pushSpare");
        mv.visitInsn(Opcodes.ICONST_1);
        mv.visitInsn(Opcodes.IRETURN);
        mv.visitLabel(none);
        List<Object> locals = locals(desc);
        locals.add(frame);
        mv.visitFrame(Opcodes.F_FULL, locals.size(), locals.toArray(), 0, new Object[0]);
        push(mv, context, "skipSpare");
        mv.visitInsn(Opcodes.ICONST_0);
        mv.visitInsn(Opcodes.IRETURN);
        mv.visitMaxs(4, context + 4);
        mv.visitEnd();
    }

    /** The frame comes to the first free local, its point to the next. */
    private static void makeFrame(MethodVisitor mv, List<Object> locals, String frame, int context) {
        findPoint(mv, locals, context);
        List<Object> withPoint = new ArrayList<>(locals);
        withPoint.add(Opcodes.TOP);
        withPoint.add(POINT);
        Label start = new Label();
        Label end = new Label();
        Label outOfMemory = new Label();
        Label made = new Label();
        mv.visitTryCatchBlock(start, end, outOfMemory, OUT_OF_MEMORY);
        mv.visitLabel(start);
        visitFrame(mv, withPoint);
        make(mv, frame, context);
        mv.visitLabel(end);
        mv.visitJumpInsn(Opcodes.GOTO, made);
        mv.visitLabel(outOfMemory);
        visitFrame(mv, withPoint, OUT_OF_MEMORY);
        mv.visitVarInsn(Opcodes.ALOAD, context);
        mv.visitInsn(Opcodes.SWAP);
        mv.visitLdcInsn(Type.getObjectType(frame));
        spend(mv);
        mv.visitTypeInsn(Opcodes.CHECKCAST, frame);
        mv.visitVarInsn(Opcodes.ASTORE, context + 3);
        mv.visitVarInsn(Opcodes.ALOAD, context + 3);
        mv.visitJumpInsn(Opcodes.IFNULL, start);
        locals.add(frame);
        locals.add(POINT);
        mv.visitLabel(made);
        visitFrame(mv, locals);
        store(mv, context + 3, Names.FRAME, Opcodes.ALOAD, context + 4, "at", "L" + POINT + ";");
    }

    private static void findPoint(MethodVisitor mv, List<Object> locals, int context) {
        Label start = new Label();
        Label end = new Label();
        Label outOfMemory = new Label();
        Label found = new Label();
        mv.visitTryCatchBlock(start, end, outOfMemory, OUT_OF_MEMORY);
        mv.visitLabel(start);
        visitFrame(mv, locals);
        mv.visitVarInsn(Opcodes.ALOAD, context + 1);
        mv.visitVarInsn(Opcodes.ILOAD, context + 2);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, POINT, "of", "(Ljava/lang/Class;I)L" + POINT + ";", false);
        mv.visitVarInsn(Opcodes.ASTORE, context + 4);
        mv.visitLabel(end);
        mv.visitJumpInsn(Opcodes.GOTO, found);
        mv.visitLabel(outOfMemory);
        visitFrame(mv, locals, OUT_OF_MEMORY);
        mv.visitVarInsn(Opcodes.ALOAD, context);
        mv.visitInsn(Opcodes.SWAP);
        mv.visitInsn(Opcodes.ACONST_NULL);
        spend(mv);
        mv.visitInsn(Opcodes.POP);
        mv.visitJumpInsn(Opcodes.GOTO, start);
        mv.visitLabel(found);
    }

    private static void visitFrame(MethodVisitor mv, List<Object> locals, Object... stack) {
        mv.visitFrame(Opcodes.F_FULL, locals.size(), locals.toArray(), stack.length, stack);
    }

    private static void spend(MethodVisitor mv) {
        String desc = "(" + Names.CONTEXT_D + "L" + OUT_OF_MEMORY + ";Ljava/lang/Class;)" + Names.OBJECT_D;
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.RESERVE, "spend", desc, false);
    }

    private static void make(MethodVisitor mv, String frame, int context) {
        mv.visitTypeInsn(Opcodes.NEW, frame);
        mv.visitInsn(Opcodes.DUP);
        mv.visitMethodInsn(Opcodes.INVOKESPECIAL, frame, "<init>", "()V", false);
        mv.visitVarInsn(Opcodes.ASTORE, context + 3);
    }

    private static List<Object> locals(String desc) {
        List<Object> locals = new ArrayList<>();
        for (Type type : Type.getArgumentTypes(desc)) {
            switch (type.getSort()) {
                case Type.LONG -> locals.add(Opcodes.LONG);
                case Type.INT -> locals.add(Opcodes.INTEGER);
                default -> locals.add(type.getInternalName());
            }
        }
        return locals;
    }

    private static void store(
            MethodVisitor mv, int target, String owner, int load, int source, String field, String desc) {
        mv.visitVarInsn(Opcodes.ALOAD, target);
        mv.visitVarInsn(load, source);
        mv.visitFieldInsn(Opcodes.PUTFIELD, owner, field, desc);
    }

    private static void push(MethodVisitor mv, int context, String how) {
        mv.visitVarInsn(Opcodes.ALOAD, context);
        mv.visitVarInsn(Opcodes.ALOAD, context + 3);
        mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, Names.CONTEXT, how, "(" + Names.FRAME_D + ")V", false);
    }

    private static void endSaver(MethodVisitor mv, int context) {
        push(mv, context, "push");
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(context + 4, context + 5);
        mv.visitEnd();
    }
}
