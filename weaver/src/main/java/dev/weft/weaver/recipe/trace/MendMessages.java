package dev.weft.weaver.recipe.trace;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Messages that the VM writes name methods: helpful NullPointerExceptions (JEP 358), and errors of linking. */
public final class MendMessages implements Recipe {
    private static final String MESSAGES = "jdk/internal/weft/trace/Messages";
    private static final String STRING = "Ljava/lang/String;";
    private static final String LINKAGE = "java/lang/LinkageError";

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/NullPointerException", LINKAGE);
    }

    @Override
    public void apply(ClassNode target) {
        if (target.name.equals(LINKAGE)) {
            InsnList mendArgument = new InsnList();
            mendArgument.add(new VarInsnNode(Opcodes.ALOAD, 1));
            mendArgument.add(mend());
            mendArgument.add(new VarInsnNode(Opcodes.ASTORE, 1));
            Edit.method(target, "<init>", "(Ljava/lang/String;)V", this)
                    .instructions
                    .insert(mendArgument);
        } else {
            Edit.calls(
                    target,
                    Edit.methodNamed("getMessage"),
                    Edit.named(target.name, "getExtendedNPEMessage"),
                    1,
                    this,
                    (method, call) -> {
                        InsnList mendOwn = new InsnList();
                        mendOwn.add(new VarInsnNode(Opcodes.ALOAD, 0));
                        mendOwn.add(Edit.invoke(MESSAGES, "mend", "(" + STRING + "Ljava/lang/Throwable;)" + STRING));
                        method.instructions.insert(call, mendOwn);
                        method.maxStack += 1;
                    });
        }
    }

    private static MethodInsnNode mend() {
        return Edit.invoke(MESSAGES, "mend", "(" + STRING + ")" + STRING);
    }
}
