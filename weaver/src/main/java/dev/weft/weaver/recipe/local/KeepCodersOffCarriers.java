package dev.weft.weaver.recipe.local;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A fiber that needs a coder of a charset of the program's makes one: the cache, which is the carrier's
 * ({@link MoveCachesToCarriers}), would keep the charset's class loader long after the fiber has ended.
 */
public final class KeepCodersOffCarriers implements Recipe {
    private static final String CODERS = "sun/nio/cs/ThreadLocalCoders";
    private static final String CHARSET = "java/nio/charset/Charset";

    @Override
    public Set<String> classes() {
        return Set.of(CODERS);
    }

    @Override
    public void apply(ClassNode target) {
        makeAnew(target, "decoderFor", "newDecoder", "()Ljava/nio/charset/CharsetDecoder;");
        makeAnew(target, "encoderFor", "newEncoder", "()Ljava/nio/charset/CharsetEncoder;");
    }

    /** {@code if (CarrierLocals.isCharsetOfProgram(name)) return ((Charset) name).newDecoder();}. */
    private void makeAnew(ClassNode target, String name, String maker, String desc) {
        MethodNode method = Edit.method(target, name, desc.replace("()", "(Ljava/lang/Object;)"), this);
        LabelNode other = new LabelNode();
        InsnList first = new InsnList();
        first.add(new VarInsnNode(Opcodes.ALOAD, 0));
        String asks = "(Ljava/lang/Object;)Z";
        first.add(Edit.invoke("jdk/internal/weft/local/CarrierLocals", "isCharsetOfProgram", asks));
        first.add(new JumpInsnNode(Opcodes.IFEQ, other));
        first.add(new VarInsnNode(Opcodes.ALOAD, 0));
        first.add(new TypeInsnNode(Opcodes.CHECKCAST, CHARSET));
        first.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, CHARSET, maker, desc, false));
        first.add(new InsnNode(Opcodes.ARETURN));
        first.add(other);
        first.add(new FrameNode(Opcodes.F_SAME, 0, null, 0, null));
        method.instructions.insert(first);
    }
}
