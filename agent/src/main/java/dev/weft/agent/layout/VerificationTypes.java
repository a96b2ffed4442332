package dev.weft.agent.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;

/** Verification types in the notations of ASM, and the instructions that go with them. */
public final class VerificationTypes {
    private VerificationTypes() {}

    /** True if the type takes two slots. */
    public static boolean isWide(Object type) {
        return type == Opcodes.LONG || type == Opcodes.DOUBLE;
    }

    /** From one element per slot to one per value; dead uninitialized objects become unusable. */
    public static List<Object> perValue(List<?> slots) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < slots.size(); i++) {
            Object type = slots.get(i);
            values.add(type instanceof Label ? Opcodes.TOP : type);
            if (isWide(type)) {
                i++;
            }
        }
        return values;
    }

    /** Adds unusable slots until there are so many; the values are listed one per value. */
    public static void padTo(List<Object> values, int slots) {
        int used = 0;
        for (Object value : values) {
            used += isWide(value) ? 2 : 1;
        }
        for (; used < slots; used++) {
            values.add(Opcodes.TOP);
        }
    }

    /** Opcode that loads a value of the type from a local. */
    public static int load(Object type) {
        if (type == Opcodes.INTEGER) {
            return Opcodes.ILOAD;
        } else if (type == Opcodes.LONG) {
            return Opcodes.LLOAD;
        } else if (type == Opcodes.FLOAT) {
            return Opcodes.FLOAD;
        } else if (type == Opcodes.DOUBLE) {
            return Opcodes.DLOAD;
        }
        return Opcodes.ALOAD;
    }

    /** Opcode that stores a value of the type to a local. */
    public static int store(Object type) {
        return load(type) + (Opcodes.ISTORE - Opcodes.ILOAD);
    }

    /** The verification type of a value of a declared type. */
    public static Object of(Type type) {
        switch (type.getSort()) {
            case Type.LONG:
                return Opcodes.LONG;
            case Type.FLOAT:
                return Opcodes.FLOAT;
            case Type.DOUBLE:
                return Opcodes.DOUBLE;
            case Type.OBJECT:
            case Type.ARRAY:
                return type.getInternalName();
            default:
                return Opcodes.INTEGER;
        }
    }

    /** Pushes null or zero. */
    public static void pushDefault(MethodVisitor mv, Object type) {
        if (type == Opcodes.INTEGER) {
            mv.visitInsn(Opcodes.ICONST_0);
        } else if (type == Opcodes.LONG) {
            mv.visitInsn(Opcodes.LCONST_0);
        } else if (type == Opcodes.FLOAT) {
            mv.visitInsn(Opcodes.FCONST_0);
        } else if (type == Opcodes.DOUBLE) {
            mv.visitInsn(Opcodes.DCONST_0);
        } else {
            mv.visitInsn(Opcodes.ACONST_NULL);
        }
    }

    /** Turns the value on the stack, int, float or double, to the long that a frame keeps. */
    public static void toLong(MethodVisitor mv, Object type) {
        if (type == Opcodes.INTEGER) {
            mv.visitInsn(Opcodes.I2L);
        } else if (type == Opcodes.FLOAT) {
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Float", "floatToRawIntBits", "(F)I", false);
            mv.visitInsn(Opcodes.I2L);
        } else if (type == Opcodes.DOUBLE) {
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Double", "doubleToRawLongBits", "(D)J", false);
        }
    }

    /** The inverse of {@link #toLong}. */
    public static void fromLong(MethodVisitor mv, Object type) {
        if (type == Opcodes.INTEGER) {
            mv.visitInsn(Opcodes.L2I);
        } else if (type == Opcodes.FLOAT) {
            mv.visitInsn(Opcodes.L2I);
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Float", "intBitsToFloat", "(I)F", false);
        } else if (type == Opcodes.DOUBLE) {
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Double", "longBitsToDouble", "(J)D", false);
        }
    }

    /** Classes of java.base, the more frequent ones. */
    private static final Set<String> CLASSES = Set.of(
            "java/lang/Object",
            "java/lang/String",
            "java/lang/StringBuilder",
            "java/lang/Boolean",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Class",
            "java/lang/ClassLoader",
            "java/lang/Thread",
            "java/lang/ThreadLocal",
            "java/lang/Throwable",
            "java/io/File",
            "java/io/FileDescriptor",
            "java/io/InputStream",
            "java/io/OutputStream",
            "java/math/BigInteger",
            "java/net/InetAddress",
            "java/net/Socket",
            "java/net/SocketAddress",
            "java/nio/ByteBuffer",
            "java/security/AccessControlContext",
            "java/util/ArrayList",
            "java/util/HashMap",
            "java/util/concurrent/CompletableFuture",
            "java/util/concurrent/CountDownLatch",
            "java/util/concurrent/ForkJoinPool",
            "java/util/concurrent/ForkJoinTask",
            "java/util/concurrent/TimeUnit",
            "java/util/concurrent/atomic/AtomicInteger",
            "java/util/concurrent/locks/AbstractQueuedSynchronizer",
            "java/util/concurrent/locks/ReentrantLock");

    /**
     * True if a cast to this type cannot fail in code that the verifier has seen: it is surely found, and no interface.
     * (The verifier takes interfaces for plain objects, JVMS 4.10.1.2, so that an object may lack one, the JDK's as
     * well.)
     *
     * @param host the class that has the code
     */
    public static boolean isSureToFit(Object type, ClassNode host) {
        String element = ((String) type).replace("[", "");
        boolean isArray = element.length() < ((String) type).length();
        if (isArray && element.length() == 1) {
            return true;
        }
        String name = isArray ? element.substring(1, element.length() - 1) : element;
        return CLASSES.contains(name)
                || name.startsWith("java/") && (name.endsWith("Exception") || name.endsWith("Error"))
                || name.equals(host.name) && (host.access & Opcodes.ACC_INTERFACE) == 0;
    }

    /** Casts the reference on the stack to its static type. */
    public static void cast(MethodVisitor mv, Object type) {
        if (!"java/lang/Object".equals(type)) {
            mv.visitTypeInsn(Opcodes.CHECKCAST, (String) type);
        }
    }
}
