package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A call for a file notes its kernel thread in a {@code NativeThreadSet}; who closes the channel signals all that are
 * noted, until their calls have returned. From the note on a fiber stays on that thread: twins call what follows
 * plainly (the brief methods of {@code Scope}). Where a monitor is entered meanwhile, it may go to another one, and
 * the first may end: there the place is marked as a fiber's, as {@link AwaitFileLocks} does. These calls do not wait in
 * the kernel for anything that a signal would end.
 */
public final class NoteNoThreadAcrossMonitors implements Recipe {
    private static final String PACKAGE = "sun/nio/ch/";
    private static final String CHANNEL = PACKAGE + "FileChannelImpl";
    private static final String ASYNCHRONOUS = PACKAGE + "SimpleAsynchronousFileChannelImpl";
    private static final String ENTER = "(L" + PACKAGE + "NativeThreadSet;)I";

    @Override
    public Set<String> classes() {
        return Set.of(CHANNEL, ASYNCHRONOUS);
    }

    @Override
    public Set<String> suspendingTwins() {
        return Set.of(PACKAGE + "WeftSockets.enter" + ENTER);
    }

    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                Edit.methodNamed("tryLock").or(NoteNoThreadAcrossMonitors::maps),
                Edit.named(PACKAGE + "NativeThreadSet", "add"),
                target.name.equals(CHANNEL) ? 2 : 1,
                this,
                (method, call) -> method.instructions.set(call, Edit.invoke(PACKAGE + "WeftSockets", "enter", ENTER)));
    }

    private static boolean maps(MethodNode method) {
        return StreamSupport.stream(method.instructions.spliterator(), false)
                .filter(MethodInsnNode.class::isInstance)
                .anyMatch(insn -> Edit.named(CHANNEL, "map0").test((MethodInsnNode) insn));
    }
}
