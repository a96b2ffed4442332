package dev.weft.weaver.recipe.link;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Call sites and constants in a resumer are linked as if they stood in the class whose method it continues, and dynamic
 * constants have the values that they have there; call sites of twins call twins.
 */
public final class LinkAsHost implements Recipe {
    private static final String INVOKE = "java/lang/invoke/";
    private static final String CONSTANTS = INVOKE + "WeftConstants";
    private static final String OBJECT = "Ljava/lang/Object;";

    /** Behind the caller, the number of the call site or constant, the bootstrap method, name and type. */
    private static final int STATIC_ARGUMENTS = 5;

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
                    if (!method.name.equals("linkMethodHandleConstant")) {
                        method.instructions.insert(pullArguments());
                    }
                }
                case "linkDynamicConstantImpl" -> {
                    found++;
                    keepConstants(method);
                }
                default -> {}
            }
        }
        if (found != 4) {
            throw Edit.mismatch(this, target, "linking methods", 4, found);
        }
        Edit.calls(
                target,
                method -> method.name.startsWith("linkCallSite"),
                Edit.named(INVOKE + "CallSite", "makeSite"),
                1,
                this,
                (method, call) -> call.owner = INVOKE + "WeftSites");
    }

    /**
     * {@code Object k = WeftConstants.known(..); if (k != null) return WeftConstants.value(k);} at the start, and
     * {@code WeftConstants.keep(value, ..)} at each return.
     */
    private static void keepConstants(MethodNode method) {
        String parameters = OBJECT.repeat(Type.getArgumentTypes(method.desc).length);
        Edit.returns(method, end -> {
            InsnList keep = loadAll(method);
            keep.add(Edit.invoke(CONSTANTS, "keep", "(" + OBJECT + parameters + ")" + OBJECT));
            method.instructions.insertBefore(end, keep);
        });
        LabelNode on = new LabelNode();
        InsnList ask = loadAll(method);
        ask.add(Edit.invoke(CONSTANTS, "known", "(" + parameters + ")" + OBJECT));
        ask.add(new InsnNode(Opcodes.DUP));
        ask.add(new JumpInsnNode(Opcodes.IFNULL, on));
        ask.add(Edit.invoke(CONSTANTS, "value", "(" + OBJECT + ")" + OBJECT));
        ask.add(new InsnNode(Opcodes.ARETURN));
        ask.add(on);
        ask.add(new FrameNode(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/Object"}));
        ask.add(new InsnNode(Opcodes.POP));
        method.instructions.insert(ask);
        method.maxStack = Math.max(method.maxStack, Type.getArgumentTypes(method.desc).length + 1);
    }

    private static InsnList loadAll(MethodNode method) {
        InsnList load = new InsnList();
        for (int i = 0; i < Type.getArgumentTypes(method.desc).length; i++) {
            load.add(new VarInsnNode(Opcodes.ALOAD, i));
        }
        return load;
    }

    /**
     * {@code if (staticArguments instanceof int[]) staticArguments = WeftConstants.pulled(caller, staticArguments);},
     * with the caller that the VM tells.
     */
    private static InsnList pullArguments() {
        LabelNode on = new LabelNode();
        InsnList pull = new InsnList();
        pull.add(new VarInsnNode(Opcodes.ALOAD, STATIC_ARGUMENTS));
        pull.add(new TypeInsnNode(Opcodes.INSTANCEOF, "[I"));
        pull.add(new JumpInsnNode(Opcodes.IFEQ, on));
        pull.add(new VarInsnNode(Opcodes.ALOAD, 0));
        pull.add(new VarInsnNode(Opcodes.ALOAD, STATIC_ARGUMENTS));
        pull.add(Edit.invoke(CONSTANTS, "pulled", "(" + OBJECT + OBJECT + ")" + OBJECT));
        pull.add(new VarInsnNode(Opcodes.ASTORE, STATIC_ARGUMENTS));
        pull.add(on);
        pull.add(new FrameNode(Opcodes.F_SAME, 0, null, 0, null));
        return pull;
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
