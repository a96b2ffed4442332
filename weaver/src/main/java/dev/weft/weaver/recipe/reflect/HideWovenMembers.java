package dev.weft.weaver.recipe.reflect;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * {@code java.lang.Class} drops what the weaver added from the members that the VM reports, and the overloads that JEP
 * 444 adds to methods of JDK 17 from its lists of methods; {@code ExecutorService.close} is found in that interface
 * only. The constant pool of a class, by which some libraries find the types of a lambda's parameters, names no twin.
 */
public final class HideWovenMembers implements Recipe {
    private static final String REFLECTIONS = "jdk/internal/weft/thread/Reflections";
    private static final String CONSTANTS = "jdk/internal/reflect/ConstantPool";

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/Class", CONSTANTS);
    }

    @Override
    public void apply(ClassNode target) {
        if (target.name.equals(CONSTANTS)) {
            String member = "Ljava/lang/reflect/Member;";
            filter(target, "getMethodAt", "getMethodAt0", member);
            filter(target, "getMethodAtIfLoaded", "getMethodAtIfLoaded0", member);
            String field = "Ljava/lang/reflect/Field;";
            filter(target, "getFieldAt", "getFieldAt0", field);
            filter(target, "getFieldAtIfLoaded", "getFieldAtIfLoaded0", field);
            String type = "Ljava/lang/Class;";
            filter(target, "getClassAt", "getClassAt0", type);
            filter(target, "getClassAtIfLoaded", "getClassAtIfLoaded0", type);
            String words = "[Ljava/lang/String;";
            filter(target, "getMemberRefInfoAt", "getMemberRefInfoAt0", words);
            filter(target, "getNameAndTypeRefInfoAt", "getNameAndTypeRefInfoAt0", words);
            return;
        }
        filter(target, "privateGetDeclaredMethods", "getDeclaredMethods0", "[Ljava/lang/reflect/Method;");
        filter(target, "privateGetDeclaredFields", "getDeclaredFields0", "[Ljava/lang/reflect/Field;");
        filter(
                target,
                "privateGetDeclaredConstructors",
                "getDeclaredConstructors0",
                "[Ljava/lang/reflect/Constructor;");
        String methods = "[Ljava/lang/reflect/Method;";
        filter(target, "getMethods", "copyMethods", methods, "listed");
        filter(target, "getDeclaredMethods", "copyMethods", methods, "listed");
        Edit.calls(
                target,
                Edit.methodNamed("getMethods"),
                Edit.named(REFLECTIONS, "listed"),
                1,
                this,
                (method, call) -> method.instructions.insert(call, found(method, methods)));
        String found = "Ljava/lang/reflect/Method;";
        MethodNode getMethod = Edit.method(target, "getMethod", "(Ljava/lang/String;[Ljava/lang/Class;)" + found, this);
        Edit.returns(getMethod, insn -> getMethod.instructions.insertBefore(insn, found(getMethod, found)));
    }

    /** {@code Reflections.found(.., this)}. */
    private static InsnList found(MethodNode method, String type) {
        InsnList insns = new InsnList();
        insns.add(new VarInsnNode(Opcodes.ALOAD, 0));
        insns.add(Edit.invoke(REFLECTIONS, "found", "(" + type + "Ljava/lang/Class;)" + type));
        method.maxStack++;
        return insns;
    }

    private void filter(ClassNode target, String inside, String source, String type) {
        filter(target, inside, source, type, "visible");
    }

    private void filter(ClassNode target, String inside, String source, String type, String by) {
        Edit.calls(
                target,
                Edit.methodNamed(inside),
                Edit.named(target.name, source),
                1,
                this,
                (method, call) ->
                        method.instructions.insert(call, Edit.invoke(REFLECTIONS, by, "(" + type + ")" + type)));
    }
}
