package dev.weft.weaver.recipe.reflect;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.VarInsnNode;

/** A {@code Lookup} of the program's finds no method that the weaver has added, whatever its access. */
public final class HideWovenMembersFromLookups implements Recipe {
    private static final String INVOKE = "java/lang/invoke/";
    private static final String LOOKUP = INVOKE + "MethodHandles$Lookup";

    @Override
    public Set<String> classes() {
        return Set.of(LOOKUP);
    }

    /** {@code WeftHandles.refuseWoven(this, refc, name, type)} behind the check of the name. */
    @Override
    public void apply(ClassNode target) {
        String desc = "(BLjava/lang/Class;Ljava/lang/String;L" + INVOKE + "MethodType;)L" + INVOKE + "MemberName;";
        String ask = "(L" + LOOKUP + ";Ljava/lang/Class;Ljava/lang/String;L" + INVOKE + "MethodType;)V";
        Edit.calls(
                target,
                method -> method.name.equals("resolveOrFail") && method.desc.equals(desc),
                Edit.named(LOOKUP, "checkMethodName"),
                1,
                this,
                (method, call) -> {
                    InsnList check = new InsnList();
                    check.add(new VarInsnNode(Opcodes.ALOAD, 0));
                    check.add(new VarInsnNode(Opcodes.ALOAD, 2));
                    check.add(new VarInsnNode(Opcodes.ALOAD, 3));
                    check.add(new VarInsnNode(Opcodes.ALOAD, 4));
                    check.add(Edit.invoke(INVOKE + "WeftHandles", "refuseWoven", ask));
                    method.instructions.insert(call, check);
                    method.maxStack = Math.max(method.maxStack, 4);
                });
    }
}
