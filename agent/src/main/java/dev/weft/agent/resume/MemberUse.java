package dev.weft.agent.resume;

import jdk.internal.weft.agent.HostAccess;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * What an instruction uses, and the VM may refuse (JVMS 5.4.4): a member, or a class. It is equal to others by code of
 * its own: what javac leaves to {@code ObjectMethods} is linked when it is first called, maybe in a full heap, and if
 * that class' initializer fails once, it has failed for ever.
 *
 * @param kind of the reference (JVMS 5.4.3.5); {@link HostAccess#CLASS} for the class alone
 * @param owner the class that the instruction names, with slashes; no array
 * @param name of the member; empty for the class alone
 * @param desc of the member; empty for the class alone
 */
public record MemberUse(int kind, String owner, String name, String desc) {
    private static final String RUNTIME = "java/weft/";

    /** Null where the instruction uses nothing, or what the class may use in any case: its own members. */
    static MemberUse of(AbstractInsnNode insn, ClassNode host) {
        MemberUse use = of(insn);
        boolean isOpen = use == null
                || use.owner.startsWith("[")
                || use.owner.startsWith(RUNTIME)
                || isHandle(use.owner)
                || use.owner.equals(host.name) && (use.kind == HostAccess.CLASS || use.isDeclaredIn(host));
        return isOpen ? null : use;
    }

    /** Their methods are public, and some are resolved for any descriptor (JVMS 2.9.3). */
    private static boolean isHandle(String owner) {
        return owner.equals("java/lang/invoke/MethodHandle") || owner.equals("java/lang/invoke/VarHandle");
    }

    private static MemberUse of(AbstractInsnNode insn) {
        if (insn instanceof FieldInsnNode) {
            FieldInsnNode field = (FieldInsnNode) insn;
            return new MemberUse(kind(field), field.owner, field.name, field.desc);
        } else if (insn instanceof MethodInsnNode) {
            MethodInsnNode call = (MethodInsnNode) insn;
            return new MemberUse(kind(call), call.owner, call.name, call.desc);
        } else if (insn instanceof MultiANewArrayInsnNode) {
            return ofClass(Type.getType(((MultiANewArrayInsnNode) insn).desc));
        } else if (insn instanceof LdcInsnNode && ((LdcInsnNode) insn).cst instanceof Type) {
            return ofClass((Type) ((LdcInsnNode) insn).cst);
        } else if (insn instanceof TypeInsnNode) {
            return ofClass(Type.getObjectType(((TypeInsnNode) insn).desc));
        }
        return null;
    }

    /** Whether the VM looks at the class only if there is an object. */
    static boolean isOfObject(AbstractInsnNode insn) {
        return insn.getOpcode() == Opcodes.CHECKCAST || insn.getOpcode() == Opcodes.INSTANCEOF;
    }

    private static MemberUse ofClass(Type type) {
        Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
        return element.getSort() == Type.OBJECT
                ? new MemberUse(
                        HostAccess.CLASS,
                        element.getInternalName(),
                        "",
                        type.getSort() == Type.ARRAY ? type.getDescriptor() : "")
                : null;
    }

    private static int kind(FieldInsnNode field) {
        switch (field.getOpcode()) {
            case Opcodes.GETFIELD:
                return Opcodes.H_GETFIELD;
            case Opcodes.PUTFIELD:
                return Opcodes.H_PUTFIELD;
            case Opcodes.GETSTATIC:
                return Opcodes.H_GETSTATIC;
            default:
                return Opcodes.H_PUTSTATIC;
        }
    }

    private static int kind(MethodInsnNode call) {
        switch (call.getOpcode()) {
            case Opcodes.INVOKESTATIC:
                return Opcodes.H_INVOKESTATIC;
            case Opcodes.INVOKEINTERFACE:
                return Opcodes.H_INVOKEINTERFACE;
            case Opcodes.INVOKESPECIAL:
                return call.name.equals("<init>") ? Opcodes.H_NEWINVOKESPECIAL : Opcodes.H_INVOKESPECIAL;
            default:
                return Opcodes.H_INVOKEVIRTUAL;
        }
    }

    private boolean isDeclaredIn(ClassNode host) {
        for (FieldNode field : host.fields) {
            if (field.name.equals(name) && field.desc.equals(desc)) {
                return true;
            }
        }
        for (MethodNode method : host.methods) {
            if (method.name.equals(name) && method.desc.equals(desc)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MemberUse && isSame((MemberUse) other);
    }

    private boolean isSame(MemberUse other) {
        return kind == other.kind && name.equals(other.name) && owner.equals(other.owner) && desc.equals(other.desc);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * kind + owner.hashCode()) + name.hashCode()) + desc.hashCode();
    }
}
