package dev.weft.weaver.recipe.link;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Call sites and constants in a resumer are linked as if they stood in the class whose method it continues; call sites
 * of twins call twins.
 */
public final class LinkAsHost implements Recipe {
    private static final String INVOKE = "java/lang/invoke/";

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/invoke/MethodHandleNatives");
    }

    @Override
    public void apply(ClassNode target) {
        int found = 0;
        for (MethodNode method : target.methods) {
            switch (method.name) {
                case "linkCallSite", "linkDynamicConstant", "linkMethodHandleConstant" -> {
                    found++;
                    method.instructions.insert(mapFirstParameter(method.desc.startsWith("(Ljava/lang/Class;")));
                }
                default -> {}
            }
        }
        if (found != 3) {
            throw Edit.mismatch(this, target, "linking methods", 3, found);
        }
        Edit.calls(
                target,
                method -> method.name.startsWith("linkCallSite"),
                Edit.named(INVOKE + "CallSite", "makeSite"),
                1,
                this,
                (method, call) -> call.owner = INVOKE + "WeftSites");
    }

    private static InsnList mapFirstParameter(boolean isClass) {
        InsnList map = new InsnList();
        map.add(new VarInsnNode(Opcodes.ALOAD, 0));
        map.add(Edit.invoke("java/weft/entry/WovenCode", "linkingClass", "(Ljava/lang/Object;)Ljava/lang/Object;"));
        if (isClass) {
            map.add(new TypeInsnNode(Opcodes.CHECKCAST, "java/lang/Class"));
        }
        map.add(new VarInsnNode(Opcodes.ASTORE, 0));
        return map;
    }
}
