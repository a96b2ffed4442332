package dev.weft.weaver.recipe.trace;

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

/**
 * What looks at the stack sees a fiber's as its author wrote it, with the frames that are parked on the heap: walks of
 * StackWalker and its {@code getCallerClass}, and the search of {@code ObjectInputStream} for the latest loader of user
 * code.
 */
public final class MendStackWalks implements Recipe {
    private static final String WALK = "java/lang/WeftStackWalk";
    private static final String FACTORY = "java/lang/StackStreamFactory";
    private static final String VM = "jdk/internal/misc/VM";

    @Override
    public Set<String> classes() {
        return Set.of(FACTORY + "$StackFrameTraverser", "java/lang/StackWalker", VM);
    }

    @Override
    public void apply(ClassNode target) {
        if (target.name.equals(VM)) {
            askForParkedLoaders(target);
        } else if (target.name.endsWith("StackWalker")) {
            findCallers(target);
        } else {
            walkFibers(target);
        }
    }

    /** {@code StreamSupport.stream(WeftStackWalk.of(this), false)}. */
    private void walkFibers(ClassNode target) {
        Edit.calls(
                target,
                Edit.methodNamed("consumeFrames"),
                Edit.named("java/util/stream/StreamSupport", "stream"),
                1,
                this,
                // behind the receiver stands the flag
                (method, call) -> method.instructions.insertBefore(
                        call.getPrevious(),
                        Edit.invoke(WALK, "of", "(L" + FACTORY + "$StackFrameTraverser;)Ljava/util/Spliterator;")));
    }

    /**
     * {@code Class c = WeftStackWalk.callerInFiber(); if (c != null) return c;} before {@code finder.findCaller()}, which
     * must be called from here: it counts frames.
     */
    private void findCallers(ClassNode target) {
        Edit.calls(
                target,
                Edit.methodNamed("getCallerClass"),
                call -> call.name.equals("findCaller"),
                1,
                this,
                (method, call) -> {
                    LabelNode on = new LabelNode();
                    InsnList ask = new InsnList();
                    ask.add(Edit.invoke(WALK, "callerInFiber", "()Ljava/lang/Class;"));
                    ask.add(new InsnNode(Opcodes.DUP));
                    ask.add(new JumpInsnNode(Opcodes.IFNULL, on));
                    ask.add(new InsnNode(Opcodes.ARETURN));
                    ask.add(on);
                    Object[] stack = {FACTORY + "$CallerClassFinder", "java/lang/Class"};
                    ask.add(new FrameNode(Opcodes.F_FULL, 1, new Object[] {target.name}, 2, stack));
                    ask.add(new InsnNode(Opcodes.POP));
                    method.instructions.insertBefore(call, ask);
                    method.maxStack = Math.max(method.maxStack, 3);
                });
    }

    /** {@code ParkedFrames.userLoader(latestUserDefinedLoader0())}. */
    private void askForParkedLoaders(ClassNode target) {
        String loader = "Ljava/lang/ClassLoader;";
        Edit.calls(
                target,
                Edit.methodNamed("latestUserDefinedLoader"),
                Edit.named(VM, "latestUserDefinedLoader0"),
                1,
                this,
                (method, call) -> method.instructions.insert(
                        call,
                        Edit.invoke(
                                "jdk/internal/weft/fiber/ParkedFrames", "userLoader", "(" + loader + ")" + loader)));
    }
}
