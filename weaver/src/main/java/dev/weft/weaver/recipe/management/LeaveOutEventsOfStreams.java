package dev.weft.weaver.recipe.management;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What the actions of a stream of events commit is not recorded, also where the stream is read in a fiber: it would
 * come back to them, for ever. The flight recorder leaves out a kernel thread's events, so the fiber keeps its carrier.
 *
 * <pre>
 * Thread t = Recorders.carrier();
 *
 * void process$weft(CarrierContext context) { process(); }
 * </pre>
 */
public final class LeaveOutEventsOfStreams implements Recipe {
    @Override
    public Set<String> classes() {
        return Set.of("jdk/jfr/internal/consumer/EventDirectoryStream");
    }

    @Override
    public String module() {
        return "jdk.jfr";
    }

    @Override
    public void apply(ClassNode target) {
        MethodNode method = Edit.method(target, "process", "()V", this);
        Edit.calls(
                target,
                each -> each == method,
                Edit.named("java/lang/Thread", "currentThread"),
                1,
                this,
                (each, call) -> each.instructions.set(
                        call,
                        Edit.invoke("jdk/internal/weft/management/Recorders", "carrier", "()Ljava/lang/Thread;")));
        MethodNode twin = new MethodNode(
                method.access | Opcodes.ACC_SYNTHETIC,
                Names.twinName(method.name),
                Names.twinDesc(method.desc),
                null,
                method.exceptions.toArray(new String[0]));
        twin.visitVarInsn(Opcodes.ALOAD, 0);
        twin.visitMethodInsn(Opcodes.INVOKEVIRTUAL, target.name, method.name, method.desc, false);
        twin.visitInsn(Opcodes.RETURN);
        twin.visitMaxs(1, 2);
        target.methods.add(twin);
    }
}
