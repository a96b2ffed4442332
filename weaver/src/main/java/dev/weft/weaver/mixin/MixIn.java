package dev.weft.weaver.mixin;

import dev.weft.weaver.error.WeaveException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Merges one mixin into its target. A mixin extends the target, or only has static members:
 *
 * <pre>
 * in the mixin            means
 * a field                 the target's of that name and type, which may be private
 * a native method         the target's of that name and type, which may be private
 * a private constructor   nothing
 * another constructor     is added; its super() is that of the target, whose initializers it must repeat
 * another method          is added
 * a nested class          is the target's
 * an interface            is added to the target's
 * </pre>
 *
 * What is added and there already, or expected and missing, fails the weave.
 */
final class MixIn {
    private final ClassNode mixin;
    private final ClassNode target;

    /** {@code mixin} has the target's names already. */
    MixIn(ClassNode mixin, ClassNode target) {
        this.mixin = mixin;
        this.target = target;
    }

    void merge() {
        for (FieldNode field : mixin.fields) {
            expect(find(field) != null, field.name + " " + field.desc, 1);
        }
        for (MethodNode method : mixin.methods) {
            if ((method.access & Opcodes.ACC_NATIVE) != 0) {
                expect(find(method) != null, method.name + method.desc, 1);
            } else if (!isPrivateConstructor(method)) {
                expect(find(method) == null, method.name + method.desc, 0);
                add(method);
            }
        }
        for (String each : mixin.interfaces) {
            if (!each.equals(target.name) && !target.interfaces.contains(each)) {
                expect(target.signature == null, "signature", 0);
                target.interfaces.add(each);
            }
        }
        addNested();
    }

    private static boolean isPrivateConstructor(MethodNode method) {
        return method.name.equals("<init>") && (method.access & Opcodes.ACC_PRIVATE) != 0;
    }

    private void add(MethodNode method) {
        if (method.name.equals("<init>")) {
            callSuper(method);
        }
        target.methods.add(method);
    }

    private void callSuper(MethodNode constructor) {
        for (AbstractInsnNode insn : constructor.instructions) {
            if (insn instanceof MethodInsnNode call && call.name.equals("<init>") && call.owner.equals(target.name)) {
                expect(call.desc.equals("()V"), "arguments of super()", 0);
                call.owner = target.superName;
                return;
            }
        }
        expect(false, "calls of super()", 1);
    }

    private void addNested() {
        for (InnerClassNode inner : mixin.innerClasses) {
            boolean isKnown = target.innerClasses.stream().anyMatch(each -> each.name.equals(inner.name));
            if (!isKnown) {
                target.innerClasses.add(inner);
            }
        }
        if (mixin.nestMembers != null) {
            expect(target.nestHostClass == null, "nest hosts", 0);
            if (target.nestMembers == null) {
                target.nestMembers = new java.util.ArrayList<>();
            }
            target.nestMembers.addAll(mixin.nestMembers);
        }
    }

    private FieldNode find(FieldNode wanted) {
        for (FieldNode field : target.fields) {
            boolean isSame = field.name.equals(wanted.name) && field.desc.equals(wanted.desc);
            if (isSame && ((field.access ^ wanted.access) & Opcodes.ACC_STATIC) == 0) {
                return field;
            }
        }
        return null;
    }

    private MethodNode find(MethodNode wanted) {
        for (MethodNode method : target.methods) {
            if (method.name.equals(wanted.name) && method.desc.equals(wanted.desc)) {
                return method;
            }
        }
        return null;
    }

    private void expect(boolean isSo, String what, int expected) {
        if (!isSo) {
            throw new WeaveException("the mixin for " + target.name.replace('/', '.') + " does not fit: expected "
                    + expected + " " + what + ", found " + (1 - expected) + " (JDK "
                    + System.getProperty("java.version") + ", " + System.getProperty("java.vendor")
                    + "): this JDK build is not supported; please report it");
        }
    }
}
