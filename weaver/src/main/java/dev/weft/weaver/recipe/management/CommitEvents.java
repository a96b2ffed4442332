package dev.weft.weaver.recipe.management;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Fibers record a program's own events, and those that the JDK commits by classes of the same root (of processes,
 * certificates, handshakes, objects that are read). The flight recorder gives the classes of these methods of their own
 * in place of the empty ones that they inherit, inside the VM, when no agent sees it: those have no twins. So the twins
 * of the empty ones call virtually.
 *
 * <pre>
 * void commit$weft(CarrierContext context) { commit(); }
 * </pre>
 */
public final class CommitEvents implements Recipe {
    private static final List<String> METHODS =
            List.of("begin()V", "end()V", "commit()V", "isEnabled()Z", "shouldCommit()Z", "set(ILjava/lang/Object;)V");

    private final String type;
    private final String module;

    private CommitEvents(String type, String module) {
        this.type = type;
        this.module = module;
    }

    /** For the class that programs extend, whose methods are final, and for its parent, which the JDK extends. */
    public static List<Recipe> all() {
        return List.of(
                new CommitEvents("jdk/jfr/Event", "jdk.jfr"),
                new CommitEvents("jdk/internal/event/Event", "java.base"));
    }

    @Override
    public Set<String> classes() {
        return Set.of(type);
    }

    @Override
    public String module() {
        return module;
    }

    @Override
    public void apply(ClassNode target) {
        for (String each : METHODS) {
            int end = each.indexOf('(');
            callVirtually(target, Edit.method(target, each.substring(0, end), each.substring(end), this));
        }
    }

    private static void callVirtually(ClassNode target, MethodNode method) {
        MethodNode twin = new MethodNode(
                // an event that a program makes at run time has a method set of its own, in spite of the final one
                method.access & ~Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC,
                Names.twinName(method.name),
                Names.twinDesc(method.desc),
                null,
                null);
        twin.visitVarInsn(Opcodes.ALOAD, 0);
        int slot = 1;
        for (Type type : Type.getArgumentTypes(method.desc)) {
            twin.visitVarInsn(type.getOpcode(Opcodes.ILOAD), slot);
            slot += type.getSize();
        }
        twin.visitMethodInsn(Opcodes.INVOKEVIRTUAL, target.name, method.name, method.desc, false);
        twin.visitInsn(Type.getReturnType(method.desc).getOpcode(Opcodes.IRETURN));
        twin.visitMaxs(slot, slot + 1);
        target.methods.add(twin);
    }
}
