package dev.weft.fuzz.gen;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Makes a program of decisions: the same decisions, the same program. */
public final class ProgramGenerator {
    private final Choices choices;
    /** Without frames; of that of Java 6 the VM looks for them first. */
    private static final int[] OLD = {Opcodes.V1_5, Opcodes.V1_6};

    private static final int[] NEW = {Opcodes.V11, Opcodes.V17, Opcodes.V1_8, Opcodes.V1_7};

    private final Shape shape;
    private final int version;

    private ProgramGenerator(Choices choices) {
        this.choices = choices;
        shape = new Shape(choices);
        boolean hasInterface = shape.all.get(0).isInterface || shape.inner != null || shape.record != null;
        boolean isOld = choices.chance(10) && !hasInterface;
        version = isOld ? OLD[choices.pick(OLD.length)] : NEW[choices.pick(newVersions())];
    }

    /**
     * The program.
     *
     * @return null if one of its methods has become too large for a class file
     */
    public static Program generate(Choices choices) {
        try {
            return new ProgramGenerator(choices).program();
        } catch (MethodTooLargeException e) {
            return null;
        }
    }

    /** How many of the newer versions can hold the program: there are nests since 11, default methods since 8. */
    private int newVersions() {
        boolean hasDefault = shape.all.get(0).isInterface;
        return shape.inner != null ? 2 : hasDefault ? 3 : NEW.length;
    }

    private Program program() {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        if (shape.record != null) {
            classes.put(Records.NAME, shape.record.classFile());
        }
        for (Shape.Declared type : shape.all) {
            choices.begin();
            classes.put(type.name, classFile(type));
            choices.end();
        }
        classes.put(Program.START, start());
        return new Program(classes);
    }

    /** {@code public void run() { new Main().run(); }} */
    private byte[] start() {
        ClassWriter writer = new Writer(ClassWriter.COMPUTE_MAXS);
        String[] interfaces = {"java/lang/Runnable"};
        writer.visit(
                version, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, Program.START, null, "java/lang/Object", interfaces);
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
        mv = writer.visitMethod(Opcodes.ACC_PUBLIC, "run", "()V", null, null);
        mv.visitTypeInsn(Opcodes.NEW, Program.MAIN);
        mv.visitInsn(Opcodes.DUP);
        mv.visitMethodInsn(Opcodes.INVOKESPECIAL, Program.MAIN, "<init>", "()V", false);
        mv.visitMethodInsn(Opcodes.INVOKEVIRTUAL, Program.MAIN, "run", "()V", false);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** Computes frames without loading a class. */
    private final class Writer extends ClassWriter {
        Writer(int flags) {
            super(flags);
        }

        @Override
        protected String getCommonSuperClass(String a, String b) {
            Shape.Declared left = shape.find(Type.getObjectType(a));
            Shape.Declared right = shape.find(Type.getObjectType(b));
            boolean isThrowable = isThrowable(a) && isThrowable(b);
            if (left == null || right == null || left.isInterface || right.isInterface) {
                return isThrowable ? "java/lang/Throwable" : "java/lang/Object";
            }
            for (Shape.Declared each = left; each != null; each = each.superClass) {
                if (right.isA(each)) {
                    return each.name;
                }
            }
            return "java/lang/Object";
        }

        private boolean isThrowable(String name) {
            return name.endsWith("Exception")
                    || name.endsWith("Error")
                    || name.endsWith("Failure")
                    || name.endsWith("Throwable");
        }
    }

    /** What runs in the middle of the first use, where nothing suspends. */
    private void emitInitializer(Shape.Declared type, ClassWriter writer) {
        choices.begin();
        if (choices.chance(15)) {
            Shape.Method method = new Shape.Method(type, Opcodes.ACC_STATIC, "<clinit>", new Type[0], Type.VOID_TYPE);
            MethodVisitor mv = writer.visitMethod(method.access(), method.name(), method.desc(), null, null);
            new Body(shape, method, choices, mv, version).emitInitializer();
            mv.visitEnd();
        }
        choices.end();
    }

    private byte[] classFile(Shape.Declared type) {
        boolean hasFrames = version >= Opcodes.V1_7;
        ClassWriter writer = new Writer(hasFrames ? ClassWriter.COMPUTE_FRAMES : ClassWriter.COMPUTE_MAXS);
        int access = Opcodes.ACC_PUBLIC
                | (type.isInterface ? Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT : Opcodes.ACC_SUPER);
        String[] interfaces = type.interfaces.stream().map(each -> each.name).toArray(String[]::new);
        if (type == shape.main) {
            interfaces = Arrays.copyOf(interfaces, interfaces.length + 1);
            interfaces[interfaces.length - 1] = "java/lang/Runnable";
        }
        writer.visit(version, access, type.name, null, type.superName(), interfaces);
        if (shape.inner == type) {
            writer.visitNestHost(Program.MAIN);
        } else if (shape.inner != null && type == shape.main) {
            writer.visitNestMember(shape.inner.name);
        }
        for (Shape.Field field : type.fields) {
            writer.visitField(field.access(), field.name(), field.type().getDescriptor(), null, null)
                    .visitEnd();
        }
        for (Shape.Method method : type.methods) {
            choices.begin();
            MethodVisitor mv = writer.visitMethod(method.access(), method.name(), method.desc(), null, null);
            if ((method.access() & Opcodes.ACC_ABSTRACT) == 0) {
                new Body(shape, method, choices, mv, version).emitMethod();
            }
            mv.visitEnd();
            choices.end();
        }
        emitInitializer(type, writer);
        if (type == shape.main) {
            choices.begin();
            Shape.Method run = new Shape.Method(type, Opcodes.ACC_PUBLIC, "run", new Type[0], Type.VOID_TYPE);
            MethodVisitor mv = writer.visitMethod(run.access(), run.name(), run.desc(), null, null);
            new Body(shape, run, choices, mv, version).emitRun();
            mv.visitEnd();
            choices.end();
        }
        writer.visitEnd();
        return writer.toByteArray();
    }
}
