package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/**
 * Streams of pipes and terminals (standard input and output, processes): a fiber waits through the poller until the
 * native call will not block, and who closes a descriptor leaves the file open for those. {@code WeftFiles} holds what
 * a platform thread and a fiber do; this recipe joins the two as method and twin.
 */
public final class AwaitStreams implements Recipe {
    private static final String IN = "java/io/FileInputStream";
    private static final String OUT = "java/io/FileOutputStream";
    private static final String HELPER = "sun/nio/ch/WeftFiles";
    private static final String FD = "Ljava/io/FileDescriptor;";
    private static final String DESCRIPTOR = "java/io/FileDescriptor";
    private static final String READ = "(L" + IN + ";)I";
    private static final String READ_BYTES = "(L" + IN + ";[BII)I";
    private static final String WRITE = "(L" + OUT + ";IZ)V";
    private static final String WRITE_BYTES = "(L" + OUT + ";[BIIZ)V";

    @Override
    public Set<String> classes() {
        return Set.of(IN, OUT, DESCRIPTOR, HELPER);
    }

    @Override
    public Set<String> suspendingTwins() {
        return Set.of(
                HELPER + ".read0" + READ,
                HELPER + ".readBytes" + READ_BYTES,
                HELPER + ".write" + WRITE,
                HELPER + ".writeBytes" + WRITE_BYTES);
    }

    @Override
    public void apply(ClassNode target) {
        switch (target.name) {
            case IN -> {
                replace(target, "read0", 1, READ);
                replace(target, "readBytes", 2, READ_BYTES);
            }
            case OUT -> {
                replace(target, "writeBytes", 2, WRITE_BYTES);
                Edit.calls(
                        target,
                        method -> true,
                        call -> Edit.named(OUT, "write").test(call) && call.desc.equals("(IZ)V"),
                        1,
                        this,
                        (method, call) -> method.instructions.set(call, Edit.invoke(HELPER, "write", WRITE)));
            }
            case DESCRIPTOR -> Edit.calls(
                    target,
                    Edit.methodNamed("close"),
                    Edit.named(DESCRIPTOR, "close0"),
                    1,
                    this,
                    (method, call) -> method.instructions.set(call, Edit.invoke(HELPER, "close", "(" + FD + ")V")));
            default -> {
                addTwin(target, "read0", READ, "readByte$weft");
                addTwin(target, "readBytes", READ_BYTES, "readReady$weft");
                addTwin(target, "write", WRITE, "writeByte$weft");
                addTwin(target, "writeBytes", WRITE_BYTES, "writePieces$weft");
            }
        }
    }

    private void replace(ClassNode target, String name, int expected, String desc) {
        Edit.calls(
                target,
                method -> true,
                Edit.named(target.name, name),
                expected,
                this,
                (method, call) -> method.instructions.set(call, Edit.invoke(HELPER, name, desc)));
    }

    private void addTwin(ClassNode target, String name, String desc, String twin) {
        Edit.twinCalls(target, Edit.method(target, name, desc, this), HELPER, twin, true);
    }
}
