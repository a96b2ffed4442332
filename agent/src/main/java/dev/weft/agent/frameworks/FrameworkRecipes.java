package dev.weft.agent.frameworks;

import dev.weft.agent.abi.StandardError;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/**
 * The list of all recipes for frameworks. Each answers, in one class, one question: most of them whether there are
 * virtual threads, which the framework would else answer from the release of Java; the release that the program sees
 * is that of its JDK. The framework uses virtual threads only where it is told to. {@code -Dweft.frameworks=none} turns
 * all recipes off.
 */
public final class FrameworkRecipes {
    /** Made only for programs that have classes of such names. */
    private static final class All {
        static final List<FrameworkRecipe> RECIPES = List.of(
                new FindBuilderInTomcat(),
                new SeparateReleasesInTomcat(),
                new AskForMadeVirtualInCatsEffect(),
                new DelegateInSpring(),
                new EndExecutorsInSpring(),
                new ActivateInSpringBoot("autoconfigure/thread"),
                new ActivateInSpringBoot("thread"));
    }

    private final boolean isOn = !"none".equals(System.getProperty("weft.frameworks"));

    /** The class file with the recipe for it applied; the argument itself if there is none. */
    public byte[] apply(String name, byte[] file) {
        if (!isOn || !(name.startsWith("org/") || name.startsWith("cats/effect/"))) {
            return file;
        }
        for (FrameworkRecipe recipe : All.RECIPES) {
            if (recipe.className().equals(name)) {
                return apply(recipe, file);
            }
        }
        return file;
    }

    private static byte[] apply(FrameworkRecipe recipe, byte[] file) {
        byte[] changed = null;
        try {
            ClassNode target = new ClassNode();
            new ClassReader(file).accept(target, 0);
            if (recipe.apply(target)) {
                ClassWriter writer = new ClassWriter(0);
                target.accept(writer);
                changed = writer.toByteArray();
            }
        } catch (RuntimeException e) {
            // a class file that cannot be read: whoever weaves it next will say so
        }
        if (changed == null) {
            StandardError.say("weft: " + recipe.className().replace('/', '.') + " is not of the form that Weft knows: "
                    + recipe.otherwise());
            return file;
        }
        return changed;
    }
}
