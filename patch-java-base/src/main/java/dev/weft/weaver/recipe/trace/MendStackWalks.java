package dev.weft.weaver.recipe.trace;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

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

    /** {@code WeftStackWalk.findCaller(finder)} for {@code finder.findCaller()}. */
    private void findCallers(ClassNode target) {
        Edit.calls(
                target,
                Edit.methodNamed("getCallerClass"),
                call -> call.name.equals("findCaller"),
                1,
                this,
                (method, call) -> method.instructions.set(
                        call,
                        Edit.invoke(WALK, "findCaller", "(L" + FACTORY + "$CallerClassFinder;)Ljava/lang/Class;")));
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
