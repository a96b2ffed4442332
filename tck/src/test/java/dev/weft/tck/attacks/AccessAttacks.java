package dev.weft.tck.attacks;

import java.lang.reflect.InvocationTargetException;
import java.util.function.Consumer;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Classes that use what they may not, once they have waited: by then the code of a fiber runs in a class to which the
 * VM would allow everything. Each use is of a kind of its own; the controls differ from it in the access alone.
 */
final class AccessAttacks {
    private static final String VICTIM = "dev/weft/tck/attacks/Victim";
    private static final String PRIVATE = VICTIM + "$Private";

    private AccessAttacks() {}

    /** Tries all of them in the calling thread. */
    static void all(boolean isFiber) {
        // of two threads each is to be the first that uses a class
        String unseen = VICTIM + (isFiber ? "$First" : "$Second");
        uses("control: a public static field", run -> get(run, VICTIM, "open"));
        uses("a private static field", run -> get(run, VICTIM, "hidden"));
        uses("a private static field, written", run -> {
            run.visitInsn(Opcodes.ICONST_1);
            run.visitFieldInsn(Opcodes.PUTSTATIC, VICTIM, "hidden", "I");
        });
        uses("control: a public field of a class that is not loaded", run -> get(run, unseen, "open"));
        uses("a private field of a class that was not loaded", run -> get(run, unseen + "Hidden", "hidden"));
        uses("control: a public field of an object", run -> field(run, "open"));
        uses("a private field of an object", run -> field(run, "hidden"));
        uses("control: a public method", run -> call(run, "open"));
        uses("a private method", run -> call(run, "secret"));
        uses("control: a public method of an object", run -> virtual(run, "openOfObject"));
        uses("a private method of an object", run -> virtual(run, "secretOfObject"));
        uses("control: an interface's method", run -> {
            run.visitMethodInsn(Opcodes.INVOKESTATIC, VICTIM, "make", "()L" + VICTIM + ";", false);
            run.visitMethodInsn(Opcodes.INVOKEINTERFACE, "java/lang/Runnable", "run", "()V", true);
        });
        uses("a method that only the package may call", run -> call(run, "ofPackage"));
        uses("a protected method", run -> {
            run.visitTypeInsn(Opcodes.NEW, "java/util/Random");
            run.visitInsn(Opcodes.DUP);
            run.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/util/Random", "<init>", "()V", false);
            run.visitInsn(Opcodes.ICONST_1);
            run.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/util/Random", "next", "(I)I", false);
            run.visitInsn(Opcodes.POP);
        });
        uses("control: a public constructor", run -> make(run, VICTIM + "$Open"));
        uses("a private constructor", run -> make(run, VICTIM));
        uses("a class that only the package may use", run -> make(run, PRIVATE));
        uses("an array of such a class", run -> {
            run.visitInsn(Opcodes.ICONST_0);
            run.visitTypeInsn(Opcodes.ANEWARRAY, PRIVATE);
            run.visitInsn(Opcodes.POP);
        });
        uses("a cast to such a class", run -> cast(run, Opcodes.CHECKCAST, PRIVATE));
        uses("a question for such a class", run -> cast(run, Opcodes.INSTANCEOF, PRIVATE));
        uses("a cast to an array of such a class", run -> cast(run, Opcodes.CHECKCAST, "[L" + PRIVATE + ";"));
        uses("the class object of such a class", run -> {
            run.visitLdcInsn(Type.getObjectType(PRIVATE));
            run.visitInsn(Opcodes.POP);
        });
        uses("control: null, cast to a class that is not there and to such a class", run -> {
            for (String type : new String[] {"not/There", PRIVATE}) {
                run.visitInsn(Opcodes.ACONST_NULL);
                run.visitTypeInsn(Opcodes.CHECKCAST, type);
                run.visitTypeInsn(Opcodes.INSTANCEOF, type);
                run.visitInsn(Opcodes.POP);
            }
        });
        Attacks.attempt(
                "control: a cast to a class that is not there fails in the VM's words",
                () -> compareWords(run -> cast(run, Opcodes.CHECKCAST, "not/There")));
        uses("a public method of a package that is not exported", run -> {
            run.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    "jdk/internal/misc/Unsafe",
                    "getUnsafe",
                    "()Ljdk/internal/misc/Unsafe;",
                    false);
            run.visitInsn(Opcodes.POP);
        });
        Attacks.attempt("control: a refused use reaches the handler around it", () -> Attack.run(handling()));
    }

    private static void get(MethodVisitor run, String owner, String name) {
        run.visitFieldInsn(Opcodes.GETSTATIC, owner, name, "I");
        run.visitInsn(Opcodes.POP);
    }

    private static void field(MethodVisitor run, String name) {
        run.visitMethodInsn(Opcodes.INVOKESTATIC, VICTIM, "make", "()L" + VICTIM + ";", false);
        run.visitFieldInsn(Opcodes.GETFIELD, VICTIM, name + "OfObject", "I");
        run.visitInsn(Opcodes.POP);
    }

    private static void call(MethodVisitor run, String name) {
        run.visitMethodInsn(Opcodes.INVOKESTATIC, VICTIM, name, "()V", false);
    }

    private static void virtual(MethodVisitor run, String name) {
        run.visitMethodInsn(Opcodes.INVOKESTATIC, VICTIM, "make", "()L" + VICTIM + ";", false);
        run.visitMethodInsn(Opcodes.INVOKEVIRTUAL, VICTIM, name, "()V", false);
    }

    private static void make(MethodVisitor run, String type) {
        run.visitTypeInsn(Opcodes.NEW, type);
        run.visitInsn(Opcodes.DUP);
        run.visitMethodInsn(Opcodes.INVOKESPECIAL, type, "<init>", "()V", false);
        run.visitInsn(Opcodes.POP);
    }

    private static void cast(MethodVisitor run, int opcode, String type) {
        run.visitLdcInsn("an object");
        run.visitTypeInsn(opcode, type);
        run.visitInsn(Opcodes.POP);
    }

    private static void uses(String what, Consumer<MethodVisitor> use) {
        Attacks.attempt(what + ", after a wait", () -> Attack.run(waiting(use)));
        if (!what.startsWith("control")) {
            Attacks.attempt("control: " + what + " is refused in the VM's words", () -> compareWords(use));
        }
    }

    /** Before a wait it is the VM that refuses. */
    private static void compareWords(Consumer<MethodVisitor> use) {
        String before = words(classWith(run -> {
            use.accept(run);
            run.visitInsn(Opcodes.RETURN);
        }));
        String after = words(waiting(use));
        if (!before.equals(after)) {
            throw new AssertionError(before + ", and after a wait " + after);
        }
    }

    /** Without the hash codes of the loader and of its module, which are others each time. */
    private static String words(byte[] file) {
        try {
            Attack.run(file);
            return "not refused";
        } catch (Throwable t) {
            Throwable cause = t instanceof InvocationTargetException ? t.getCause() : t;
            return String.valueOf(cause).replaceAll("@(0x)?[0-9a-f]+", "@");
        }
    }

    private static byte[] waiting(Consumer<MethodVisitor> use) {
        return classWith(run -> {
            sleep(run);
            use.accept(run);
            run.visitInsn(Opcodes.RETURN);
        });
    }

    private static byte[] handling() {
        return classWith(run -> {
            Label start = new Label();
            Label end = new Label();
            Label handler = new Label();
            run.visitTryCatchBlock(start, end, handler, "java/lang/IllegalAccessError");
            sleep(run);
            run.visitLabel(start);
            get(run, VICTIM, "hidden");
            run.visitLabel(end);
            run.visitTypeInsn(Opcodes.NEW, "java/lang/AssertionError");
            run.visitInsn(Opcodes.DUP);
            run.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/AssertionError", "<init>", "()V", false);
            run.visitInsn(Opcodes.ATHROW);
            run.visitLabel(handler);
            run.visitInsn(Opcodes.POP);
            run.visitInsn(Opcodes.RETURN);
        });
    }

    private static void sleep(MethodVisitor run) {
        run.visitInsn(Opcodes.LCONST_1);
        run.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Thread", "sleep", "(J)V", false);
    }

    private static byte[] classWith(Consumer<MethodVisitor> body) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "A", null, "java/lang/Object", null);
        MethodVisitor run = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "run", "()V", null, null);
        run.visitCode();
        body.accept(run);
        run.visitMaxs(0, 0);
        run.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }
}
