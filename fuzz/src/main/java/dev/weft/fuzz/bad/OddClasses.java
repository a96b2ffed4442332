package dev.weft.fuzz.bad;

import java.util.LinkedHashMap;
import java.util.Map;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ByteVector;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Class files as no compiler makes them: at the limits of the format, of all versions, with odd names, odd attributes
 * and wrong frames. Each has {@code public static String run()}, whose result tells that it has run; the VM refuses
 * some. One list, and hence one file.
 */
final class OddClasses {
    private static final String STRING = "()Ljava/lang/String;";
    private static final int PUBLIC_STATIC = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    private static final int MAX_ARGUMENTS = 255;
    private static final int FIRST_VERSION = 45;
    private static final int LAST_VERSION = 62;

    private final Map<String, byte[]> classes = new LinkedHashMap<>();

    private OddClasses() {}

    /** Class files by what is odd about them; each class is called {@code odd.Odd}. */
    static Map<String, byte[]> all() {
        OddClasses odd = new OddClasses();
        odd.versions();
        odd.names();
        odd.limits();
        odd.attributes();
        odd.frames();
        return odd.classes;
    }

    // ------------------------------------------------------------------------------------------------ versions

    private void versions() {
        for (int version = FIRST_VERSION; version <= LAST_VERSION; version++) {
            ClassWriter odd = begin(version);
            call(odd, "twice");
            classes.put("version " + version, end(odd));
        }
        for (int version : new int[] {45, 55, 61}) {
            ClassWriter odd = begin(Opcodes.V_PREVIEW | version);
            call(odd, "twice");
            classes.put("preview of version " + version, end(odd));
        }
        ClassWriter abstractOne = begin(Opcodes.V1_4);
        call(abstractOne, "twice");
        abstractOne
                .visitMethod(Opcodes.ACC_ABSTRACT | Opcodes.ACC_SYNCHRONIZED, "m", "()V", null, null)
                .visitEnd();
        classes.put("abstract and synchronized in version 48", end(abstractOne));
        for (int version : new int[] {Opcodes.V1_1, Opcodes.V1_4, Opcodes.V1_5, Opcodes.V1_7}) {
            classes.put(
                    "interface with the flag of classes, version " + (version & 0xFFFF), oddInterface(version, false));
            classes.put("interface with code, version " + (version & 0xFFFF), oddInterface(version, true));
            classes.put("interface that is not abstract, version " + (version & 0xFFFF), unsaid(version));
            int[] flags = {0, Opcodes.ACC_ABSTRACT | Opcodes.ACC_SUPER, Opcodes.ACC_ABSTRACT | Opcodes.ACC_ENUM};
            for (int each : flags) {
                classes.put(
                        "member that is an interface with the flags " + each + ", version " + (version & 0xFFFF),
                        withMember(version, Opcodes.ACC_INTERFACE | each));
            }
            classes.put(
                    "member that is a class with the flag of annotations, version " + (version & 0xFFFF),
                    withMember(version, Opcodes.ACC_ANNOTATION));
        }
        for (int version : new int[] {Opcodes.V1_4, Opcodes.V1_5}) {
            classes.put("allocation behind a jump, version " + version, allocation(version));
        }
        ClassWriter subroutine = begin(Opcodes.V1_4);
        MethodVisitor mv = subroutine.visitMethod(PUBLIC_STATIC, "run", STRING, null, null);
        Label inner = new Label();
        mv.visitCode();
        mv.visitJumpInsn(Opcodes.JSR, inner);
        mv.visitJumpInsn(Opcodes.JSR, inner);
        mv.visitLdcInsn("came back twice");
        mv.visitInsn(Opcodes.ARETURN);
        mv.visitLabel(inner);
        mv.visitVarInsn(Opcodes.ASTORE, 0);
        yields(mv);
        mv.visitVarInsn(Opcodes.RET, 0);
        mv.visitMaxs(1, 1);
        mv.visitEnd();
        classes.put("subroutine", end(subroutine));
    }

    private static byte[] oddInterface(int version, boolean hasCode) {
        ClassWriter odd = new ClassWriter(0);
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT | Opcodes.ACC_SUPER;
        odd.visit(version, hasCode ? access & ~Opcodes.ACC_SUPER : access, "odd/Odd", null, "java/lang/Object", null);
        odd.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, "m", "()V", null, null)
                .visitEnd();
        if (hasCode) {
            call(odd, "twice");
        }
        return end(odd);
    }

    private static byte[] unsaid(int version) {
        ClassWriter odd = new ClassWriter(0);
        odd.visit(version, Opcodes.ACC_PUBLIC | Opcodes.ACC_INTERFACE, "odd/Odd", null, "java/lang/Object", null);
        odd.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, "m", "()V", null, null)
                .visitEnd();
        return end(odd);
    }

    private static byte[] withMember(int version, int access) {
        ClassWriter odd = begin(version);
        call(odd, "twice");
        odd.visitInnerClass("odd/Odd$Member", "odd/Odd", "Member", access | PUBLIC_STATIC);
        return end(odd);
    }

    /**
     * A loop, and behind it the target of a jump in front of it, where an object is allocated that a branch follows.
     */
    private static byte[] allocation(int version) {
        ClassWriter odd = begin(version);
        MethodVisitor mv = odd.visitMethod(PUBLIC_STATIC, "run", STRING, null, null);
        Label loop = new Label();
        Label behind = new Label();
        Label other = new Label();
        Label call = new Label();
        mv.visitCode();
        mv.visitFieldInsn(Opcodes.GETSTATIC, "java/io/File", "separatorChar", "C");
        mv.visitJumpInsn(Opcodes.IFNE, behind);
        mv.visitLabel(loop);
        yields(mv);
        mv.visitFieldInsn(Opcodes.GETSTATIC, "java/io/File", "separatorChar", "C");
        mv.visitJumpInsn(Opcodes.IFEQ, loop);
        mv.visitLdcInsn("never");
        mv.visitInsn(Opcodes.ARETURN);
        mv.visitLabel(behind);
        mv.visitTypeInsn(Opcodes.NEW, "java/lang/String");
        mv.visitInsn(Opcodes.DUP);
        yields(mv);
        mv.visitFieldInsn(Opcodes.GETSTATIC, "java/io/File", "separatorChar", "C");
        mv.visitJumpInsn(Opcodes.IFEQ, other);
        yields(mv);
        mv.visitLdcInsn("allocated");
        mv.visitJumpInsn(Opcodes.GOTO, call);
        mv.visitLabel(other);
        mv.visitLdcInsn("never");
        mv.visitLabel(call);
        mv.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/String", "<init>", "(Ljava/lang/String;)V", false);
        mv.visitInsn(Opcodes.ARETURN);
        mv.visitMaxs(3, 0);
        mv.visitEnd();
        return end(odd);
    }

    // ------------------------------------------------------------------------------------------------ names

    private void names() {
        String[] names = {
            "a$weft",
            "weft$a",
            "$weft",
            "$weft$",
            "with space",
            "while",
            "null",
            "ünïcödé",
            "\uD83E\uDDF5",
            "a-b",
            "a>b",
            "\t",
            "1",
            "a\0b"
        };
        for (String name : names) {
            for (int version : new int[] {Opcodes.V1_4, Opcodes.V1_6}) {
                ClassWriter odd = begin(version);
                call(odd, name);
                odd.visitField(Opcodes.ACC_STATIC, name, "I", null, null).visitEnd();
                classes.put("name " + name + " in version " + version, end(odd));
            }
        }
        ClassWriter overloaded = begin(Opcodes.V1_6);
        call(overloaded, "a");
        answer(overloaded, "a", "()I", Opcodes.IRETURN, 1);
        answer(overloaded, "a", "()S", Opcodes.IRETURN, 2);
        answer(overloaded, "a$weft", "()S", Opcodes.IRETURN, 3);
        overloaded.visitField(Opcodes.ACC_STATIC, "a", "I", null, null).visitEnd();
        overloaded.visitField(Opcodes.ACC_STATIC, "a", "J", null, null).visitEnd();
        classes.put("methods and fields that differ in their type only", end(overloaded));
        ClassWriter duplicate = begin(Opcodes.V1_6);
        call(duplicate, "a");
        answer(duplicate, "a", STRING, Opcodes.ARETURN, -1);
        classes.put("a method twice", end(duplicate));
        for (String bad : new String[] {"a.b", "a;b", "a/b", "a[b", "<a>", ""}) {
            ClassWriter odd = begin(Opcodes.V1_6);
            call(odd, "twice");
            answer(odd, bad, STRING, Opcodes.ARETURN, -1);
            classes.put("method with the bad name " + bad, end(odd));
        }
    }

    // ------------------------------------------------------------------------------------------------ limits

    private void limits() {
        for (int size : new int[] {20_000, 40_000, 65_500, 65_528}) {
            classes.put("method of " + size + " bytes", large(size, false));
            classes.put("synchronized method of " + size + " bytes", large(size, true));
        }
        for (int constants : new int[] {40_000, 65_000, 65_480, 65_500}) {
            ClassWriter odd = begin(Opcodes.V1_6);
            call(odd, "twice");
            for (int i = 0; i < constants; i++) {
                odd.newConst(i);
            }
            classes.put("more than " + constants + " constants", end(odd));
        }
        for (int count = MAX_ARGUMENTS - 2; count <= MAX_ARGUMENTS; count++) {
            ClassWriter odd = begin(Opcodes.V1_6);
            String desc = "(" + "I".repeat(count) + ")Ljava/lang/String;";
            answer(odd, "many", desc, Opcodes.ARETURN, -1);
            MethodVisitor mv = odd.visitMethod(PUBLIC_STATIC, "run", STRING, null, null);
            mv.visitCode();
            for (int i = 0; i < count; i++) {
                mv.visitInsn(Opcodes.ICONST_1);
            }
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, "odd/Odd", "many", desc, false);
            mv.visitInsn(Opcodes.ARETURN);
            mv.visitMaxs(count, 0);
            mv.visitEnd();
            classes.put(count + " arguments", end(odd));
        }
        for (int length : new int[] {65_500, 65_534}) {
            ClassWriter odd = begin(Opcodes.V1_6);
            call(odd, "n".repeat(length));
            classes.put("name of " + length + " letters", end(odd));
        }
        ClassWriter variables = begin(Opcodes.V1_6);
        MethodVisitor mv = variables.visitMethod(PUBLIC_STATIC, "run", STRING, null, null);
        mv.visitCode();
        mv.visitInsn(Opcodes.ICONST_0);
        mv.visitVarInsn(Opcodes.ISTORE, 65_534);
        yields(mv);
        mv.visitLdcInsn("with many variables");
        mv.visitInsn(Opcodes.ARETURN);
        mv.visitMaxs(30_000, 65_535);
        mv.visitEnd();
        classes.put("all variables, many operands", end(variables));
    }

    private static byte[] large(int size, boolean isSynchronized) {
        ClassWriter odd = begin(Opcodes.V1_6);
        int access = isSynchronized ? PUBLIC_STATIC | Opcodes.ACC_SYNCHRONIZED : PUBLIC_STATIC;
        MethodVisitor mv = odd.visitMethod(access, "run", STRING, null, null);
        mv.visitCode();
        yields(mv);
        for (int i = 6; i < size; i++) {
            mv.visitInsn(Opcodes.NOP);
        }
        mv.visitLdcInsn("large");
        mv.visitInsn(Opcodes.ARETURN);
        mv.visitMaxs(1, 0);
        mv.visitEnd();
        return end(odd);
    }

    // ------------------------------------------------------------------------------------------------ attributes

    private void attributes() {
        String names = "Unknown,,Code,weft$,Signature,StackMap,Synthetic,Module,ModulePackages,ModuleMainClass";
        for (String name : names.split(",")) {
            withAttribute(name);
        }
        for (String name :
                new String[] {"RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations", "MethodParameters"}) {
            ClassWriter odd = begin(Opcodes.V1_6);
            call(odd, "twice");
            MethodVisitor mv = odd.visitMethod(Opcodes.ACC_ABSTRACT, "m", "(I)V", null, null);
            mv.visitAttribute(new Unknown(name));
            mv.visitEnd();
            classes.put("garbage as " + name, end(odd));
        }
        ClassWriter sealed = new ClassWriter(0);
        sealed.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, "odd/Odd", null, "java/lang/Object", null);
        call(sealed, "twice");
        sealed.visitAttribute(new Unknown("PermittedSubclasses", new byte[2]));
        classes.put("sealed, and without subclasses", end(sealed));
        ClassWriter signed = new ClassWriter(0);
        signed.visit(
                Opcodes.V1_4,
                Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT,
                "odd/Odd",
                "<T:>L;garbage",
                "java/lang/Object",
                null);
        AnnotationVisitor annotation = signed.visitAnnotation("Ljava/lang/Deprecated;", true);
        annotation.visitEnd();
        call(signed, "twice");
        classes.put("signature and annotation before version 49", end(signed));
        ClassWriter wrong = new ClassWriter(0);
        wrong.visit(
                Opcodes.V17,
                Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT,
                "odd/Odd",
                "<T:>L;garbage",
                "java/lang/Object",
                null);
        call(wrong, "twice");
        classes.put("signature that is none", end(wrong));
        for (int version : new int[] {Opcodes.V1_4, Opcodes.V1_5, Opcodes.V17}) {
            // the length of the range, the index of the name, the slot
            for (int place : new int[] {2, 4, 8}) {
                classes.put(
                        "generic type of no variable, by byte " + place + ", version " + version,
                        withGenericType(version, place));
            }
        }
    }

    /** Of that name, and without sense, in each place. */
    private void withAttribute(String name) {
        ClassWriter odd = begin(Opcodes.V1_6);
        odd.visitAttribute(new Unknown(name));
        var field = odd.visitField(Opcodes.ACC_STATIC, "f", "I", null, null);
        field.visitAttribute(new Unknown(name));
        field.visitEnd();
        MethodVisitor mv = odd.visitMethod(PUBLIC_STATIC, "run", STRING, null, null);
        mv.visitAttribute(new Unknown(name));
        mv.visitCode();
        yields(mv);
        mv.visitAttribute(new UnknownOfCode(name));
        mv.visitLdcInsn("with attributes");
        mv.visitInsn(Opcodes.ARETURN);
        mv.visitMaxs(1, 0);
        mv.visitEnd();
        classes.put("attributes of the name " + name, end(odd));
    }

    /** The last attribute is the generic type of a variable, of which one number is made another one. */
    private static byte[] withGenericType(int version, int place) {
        ClassWriter odd = begin(version);
        MethodVisitor mv = odd.visitMethod(PUBLIC_STATIC, "run", STRING, null, null);
        Label from = new Label();
        Label to = new Label();
        mv.visitCode();
        // what is replaced in the plain copy, too
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Thread", "currentThread", "()Ljava/lang/Thread;", false);
        mv.visitVarInsn(Opcodes.ASTORE, 0);
        mv.visitLabel(from);
        mv.visitLdcInsn("with a generic variable");
        mv.visitInsn(Opcodes.ARETURN);
        mv.visitLabel(to);
        mv.visitLocalVariable("v", "Ljava/util/List;", "Ljava/util/List<Ljava/lang/String;>;", from, to, 0);
        mv.visitMaxs(1, 2);
        mv.visitEnd();
        byte[] file = end(odd);
        file[file.length - 2 - 10 + place + 1] += place == 8 ? 1 : -1;
        return file;
    }

    private static class Unknown extends Attribute {
        private static final byte[] CONTENTS = {1, 2, 3, (byte) 0xFF, (byte) 0xFF, 0, 7, 7, 7};

        private final byte[] contents;

        Unknown(String name) {
            this(name, CONTENTS);
        }

        Unknown(String name, byte[] contents) {
            super(name);
            this.contents = contents;
        }

        @Override
        protected ByteVector write(ClassWriter writer, byte[] code, int length, int maxStack, int maxLocals) {
            ByteVector bytes = new ByteVector();
            bytes.putByteArray(contents, 0, contents.length);
            return bytes;
        }
    }

    private static final class UnknownOfCode extends Unknown {
        UnknownOfCode(String name) {
            super(name);
        }

        @Override
        public boolean isCodeAttribute() {
            return true;
        }
    }

    // ------------------------------------------------------------------------------------------------ frames

    private void frames() {
        for (int version : new int[] {Opcodes.V1_4, Opcodes.V1_5, Opcodes.V1_6, Opcodes.V1_7, Opcodes.V17}) {
            for (String frame : new String[] {"none", "right", "wrong type", "too few", "too many"}) {
                classes.put("frame " + frame + " in version " + version, framed(version, frame));
            }
        }
    }

    /** {@code String s = "kept"; for (int i = 0; i < 3; i++) Thread.yields(); return s;} */
    private static byte[] framed(int version, String frame) {
        // ASM does not write frames before version 50, so the version is put in last
        ClassWriter odd = begin(Math.max(version, Opcodes.V1_6));
        MethodVisitor mv = odd.visitMethod(PUBLIC_STATIC, "run", STRING, null, null);
        Label head = new Label();
        mv.visitCode();
        mv.visitLdcInsn("kept");
        mv.visitVarInsn(Opcodes.ASTORE, 0);
        mv.visitInsn(Opcodes.ICONST_0);
        mv.visitVarInsn(Opcodes.ISTORE, 1);
        mv.visitLabel(head);
        frame(mv, frame);
        yields(mv);
        mv.visitIincInsn(1, 1);
        mv.visitVarInsn(Opcodes.ILOAD, 1);
        mv.visitInsn(Opcodes.ICONST_3);
        mv.visitJumpInsn(Opcodes.IF_ICMPLT, head);
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitInsn(Opcodes.ARETURN);
        mv.visitMaxs(2, 2);
        mv.visitEnd();
        byte[] file = end(odd);
        file[6] = (byte) (version >> 8);
        file[7] = (byte) version;
        return file;
    }

    private static void frame(MethodVisitor mv, String kind) {
        switch (kind) {
            case "right":
                mv.visitFrame(Opcodes.F_NEW, 2, new Object[] {"java/lang/String", Opcodes.INTEGER}, 0, null);
                break;
            case "wrong type":
                mv.visitFrame(Opcodes.F_NEW, 2, new Object[] {Opcodes.FLOAT, Opcodes.INTEGER}, 0, null);
                break;
            case "too few":
                mv.visitFrame(Opcodes.F_NEW, 0, null, 0, null);
                break;
            case "too many":
                mv.visitFrame(
                        Opcodes.F_NEW,
                        3,
                        new Object[] {"java/lang/String", Opcodes.INTEGER, "java/lang/String"},
                        0,
                        null);
                break;
            default:
                break;
        }
    }

    // ------------------------------------------------------------------------------------------------ parts

    private static ClassWriter begin(int version) {
        ClassWriter odd = new ClassWriter(0);
        odd.visit(version, Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, "odd/Odd", null, "java/lang/Object", null);
        return odd;
    }

    private static byte[] end(ClassWriter odd) {
        odd.visitEnd();
        return odd.toByteArray();
    }

    private static void yields(MethodVisitor mv) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Thread", "yield", "()V", false);
    }

    /** {@code static String run() { return name(); }} and a method of that name, which yields. */
    private static void call(ClassWriter odd, String name) {
        MethodVisitor mv = odd.visitMethod(PUBLIC_STATIC, "run", STRING, null, null);
        mv.visitCode();
        yields(mv);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, "odd/Odd", name, STRING, false);
        mv.visitInsn(Opcodes.ARETURN);
        mv.visitMaxs(1, 0);
        mv.visitEnd();
        mv = odd.visitMethod(PUBLIC_STATIC, name, STRING, null, null);
        mv.visitCode();
        yields(mv);
        yields(mv);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Thread", "currentThread", "()Ljava/lang/Thread;", false);
        mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Thread", "getName", STRING, false);
        mv.visitInsn(Opcodes.ARETURN);
        mv.visitMaxs(1, 0);
        mv.visitEnd();
    }

    private static void answer(ClassWriter odd, String name, String desc, int opcode, int value) {
        MethodVisitor mv = odd.visitMethod(PUBLIC_STATIC, name, desc, null, null);
        mv.visitCode();
        yields(mv);
        if (value < 0) {
            mv.visitLdcInsn("answer");
        } else {
            mv.visitIntInsn(Opcodes.BIPUSH, value);
        }
        mv.visitInsn(opcode);
        mv.visitMaxs(1, Opcodes.ARETURN == opcode && desc.length() > MAX_ARGUMENTS - 10 ? MAX_ARGUMENTS : 0);
        mv.visitEnd();
    }
}
