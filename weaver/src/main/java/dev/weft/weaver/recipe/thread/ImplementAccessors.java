package dev.weft.weaver.recipe.thread;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Gives the native methods of the runtime's accessor classes their bodies, and the target classes the fields and
 * accessors that go with them. {@code static native R x(T target, A..)} reads (no further parameter) or writes T's
 * field x if it has that type; else it calls T's method {@code x(A..)R} if there is one; else it reads or writes a new
 * field {@code weft$x}. As T's member may be private, a public synthetic method of T named {@code weft$x} stands
 * between.
 */
public final class ImplementAccessors implements Recipe {
    private static final String HANDLES = "java/lang/invoke/";

    /** Accessor class to the classes that it reaches into. */
    private static final Map<String, Set<String>> ACCESSORS = Map.of(
            "jdk/internal/weft/JdkAccess",
            Set.of(
                    "java/io/FileDescriptor",
                    "java/io/FileInputStream",
                    "java/io/RandomAccessFile",
                    "java/lang/Thread",
                    "java/lang/ThreadGroup",
                    "java/lang/ThreadLocal",
                    "java/lang/Class",
                    "java/lang/ClassLoader",
                    "java/lang/Module",
                    "java/lang/Throwable",
                    "java/lang/StackTraceElement",
                    "java/lang/ref/ReferenceQueue",
                    "java/lang/reflect/Method",
                    "java/lang/reflect/Constructor",
                    "java/lang/reflect/AccessibleObject",
                    "java/util/concurrent/locks/AbstractOwnableSynchronizer",
                    "java/security/AccessControlContext"),
            "jdk/internal/weft/group/GroupStripes",
            Set.of("java/lang/ThreadGroup"),
            "java/lang/WeftLocals",
            Set.of("java/lang/ThreadLocal$ThreadLocalMap"),
            "java/lang/invoke/WeftFields",
            Set.of(HANDLES + "MethodHandle", HANDLES + "LambdaForm", HANDLES + "MemberName"),
            "sun/nio/ch/WeftFields",
            Set.of(
                    "sun/nio/ch/NioSocketImpl",
                    "sun/nio/ch/NativeThreadSet",
                    "sun/nio/ch/FileChannelImpl",
                    "sun/nio/ch/FileDispatcherImpl",
                    "java/nio/channels/spi/AbstractSelectableChannel",
                    "sun/nio/ch/DatagramChannelImpl",
                    "sun/nio/ch/InheritedChannel",
                    "java/io/FileDescriptor",
                    "java/io/FileInputStream",
                    "java/io/FileOutputStream"));

    /**
     * The fields that the JDK's classes do not have. A class without a member of an accessor's name gets a field: a
     * private member that another update of the JDK has renamed or removed would be taken for one of these.
     */
    public static final Set<String> NEW_FIELDS = Set.of(
            "java/io/FileDescriptor.kind",
            "java/io/FileDescriptor.untold",
            "java/io/FileDescriptor.uses",
            "java/lang/Class.kept",
            "java/lang/Class.points",
            "java/lang/Thread.bindings",
            "java/lang/Thread.choice",
            "java/lang/Thread.groupIndex",
            "java/lang/Thread.role",
            "java/lang/ThreadGroup.stripes",
            "java/lang/ThreadLocal.owner",
            "java/lang/Throwable.outer",
            "java/lang/invoke/LambdaForm.twin",
            "java/lang/invoke/MethodHandle.twin",
            "java/lang/ref/ReferenceQueue.removers",
            "java/lang/reflect/Constructor.invoker",
            "java/lang/reflect/Method.invoker",
            "java/nio/channels/spi/AbstractSelectableChannel.forced");

    private final Map<String, List<MethodNode>> wanted = new HashMap<>();

    @Override
    public Set<String> classes() {
        Set<String> all = new java.util.LinkedHashSet<>(new java.util.TreeSet<>(ACCESSORS.keySet()));
        ACCESSORS.values().forEach(all::addAll);
        return all;
    }

    @Override
    public void apply(ClassNode target) {
        if (ACCESSORS.containsKey(target.name)) {
            int found = 0;
            for (MethodNode method : target.methods) {
                if ((method.access & Opcodes.ACC_NATIVE) != 0) {
                    implement(method);
                    found++;
                }
            }
            if (found == 0) {
                throw Edit.mismatch(this, target, "native accessors, at least", 1, 0);
            }
        } else {
            List<MethodNode> accessors = wanted.getOrDefault(target.name, List.of());
            if (accessors.isEmpty()) {
                throw Edit.mismatch(this, target, "accessors that reach into it, at least", 1, 0);
            }
            for (MethodNode accessor : accessors) {
                // two accessor classes may want the same member, and another recipe may have made way for it
                if (find(target, "weft$" + accessor.name, accessor.desc) == null) {
                    addStub(target, accessor);
                }
            }
        }
    }

    private void implement(MethodNode method) {
        Type[] parameters = Type.getArgumentTypes(method.desc);
        String owner = parameters[0].getInternalName();
        wanted.computeIfAbsent(owner, key -> new ArrayList<>()).add(method);
        method.access &= ~Opcodes.ACC_NATIVE;
        int slots = load(method, parameters);
        boolean isField = parameters.length <= 2;
        method.visitMethodInsn(Opcodes.INVOKESTATIC, owner, "weft$" + method.name, method.desc, false);
        method.visitInsn(Type.getReturnType(method.desc).getOpcode(Opcodes.IRETURN));
        method.visitMaxs(slots + 2, slots + (isField ? 0 : 1));
    }

    private static int load(MethodNode method, Type[] parameters) {
        int slot = 0;
        for (Type type : parameters) {
            method.visitVarInsn(type.getOpcode(Opcodes.ILOAD), slot);
            slot += type.getSize();
        }
        return slot;
    }

    private void addStub(ClassNode target, MethodNode accessor) {
        Type[] parameters = Type.getArgumentTypes(accessor.desc);
        Type result = Type.getReturnType(accessor.desc);
        MethodNode stub = new MethodNode(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                "weft$" + accessor.name,
                accessor.desc,
                null,
                null);
        String desc = Type.getMethodDescriptor(result, Arrays.copyOfRange(parameters, 1, parameters.length));
        boolean isField =
                hasField(target, accessor.name, (parameters.length == 1 ? result : parameters[1]).getDescriptor());
        MethodNode method = isField ? null : find(target, accessor.name, desc);
        int slots;
        if (method != null && (method.access & Opcodes.ACC_STATIC) != 0) {
            slots = loadTail(stub, parameters);
            stub.visitMethodInsn(Opcodes.INVOKESTATIC, target.name, method.name, desc, false);
        } else {
            slots = load(stub, parameters);
            emitMember(target, stub, accessor, method, parameters, result);
        }
        stub.visitInsn(result.getOpcode(Opcodes.IRETURN));
        stub.visitMaxs(slots + 2, slots + 1);
        target.methods.add(stub);
    }

    private static int loadTail(MethodNode stub, Type[] parameters) {
        int slot = parameters[0].getSize();
        for (int i = 1; i < parameters.length; i++) {
            stub.visitVarInsn(parameters[i].getOpcode(Opcodes.ILOAD), slot);
            slot += parameters[i].getSize();
        }
        return slot;
    }

    private void emitMember(
            ClassNode target, MethodNode stub, MethodNode accessor, MethodNode method, Type[] parameters, Type result) {
        if (method != null) {
            boolean isPrivate = (method.access & Opcodes.ACC_PRIVATE) != 0;
            int opcode = isPrivate ? Opcodes.INVOKESPECIAL : Opcodes.INVOKEVIRTUAL;
            stub.visitMethodInsn(opcode, target.name, method.name, method.desc, false);
            return;
        }
        boolean isGetter = parameters.length == 1;
        if (!isGetter && (parameters.length > 2 || !result.equals(Type.VOID_TYPE))) {
            throw Edit.mismatch(this, target, "method " + accessor.name + accessor.desc, 1, 0);
        }
        String type = (isGetter ? result : parameters[1]).getDescriptor();
        String field = field(target, accessor.name, type);
        stub.visitFieldInsn(isGetter ? Opcodes.GETFIELD : Opcodes.PUTFIELD, target.name, field, type);
    }

    private static MethodNode find(ClassNode target, String name, String desc) {
        for (MethodNode method : target.methods) {
            if (method.name.equals(name) && method.desc.equals(desc)) {
                return method;
            }
        }
        return null;
    }

    private static boolean hasField(ClassNode target, String name, String desc) {
        return target.fields.stream().anyMatch(field -> field.name.equals(name) && field.desc.equals(desc));
    }

    private String field(ClassNode target, String name, String desc) {
        String added = "weft$" + name;
        for (FieldNode field : target.fields) {
            if (field.desc.equals(desc) && (field.name.equals(name) || field.name.equals(added))) {
                return field.name;
            }
        }
        if (!NEW_FIELDS.contains(target.name + "." + name)) {
            throw Edit.mismatch(this, target, "member " + name, 1, 0);
        }
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
        FieldNode made = new FieldNode(access, added, desc, null, null);
        if (target.name.startsWith(HANDLES)) {
            // written once: the JIT may take it for a constant, as all that handles are made of
            made.visitAnnotation("Ljdk/internal/vm/annotation/Stable;", true).visitEnd();
        }
        target.fields.add(made);
        return added;
    }
}
