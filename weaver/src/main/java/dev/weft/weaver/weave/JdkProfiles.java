package dev.weft.weaver.weave;

import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.jrt.JdkHome;
import dev.weft.weaver.recipe.JdkClasses;
import dev.weft.weaver.recipe.markword.MarkWord;
import java.util.List;
import org.objectweb.asm.Opcodes;

/** The releases of the JDK that can be woven. */
public final class JdkProfiles {
    /** The only one so far. */
    public static final JdkProfile JDK_17 = new JdkProfile(
            "JDK 17",
            jdk -> jdk.classFileVersion() == Opcodes.V17,
            new MarkWord("17", 8, 0x78, 5),
            Recipes::forJdk17,
            List.of(
                    "java/lang/Thread",
                    "java/util/concurrent/ExecutorService",
                    "java/util/concurrent/Future",
                    "java/util/concurrent/Executors",
                    "java/lang/ClassLoader",
                    "java/util/concurrent/ForkJoinPool",
                    "javax/security/auth/Subject"));

    /** All of them. */
    public static final List<JdkProfile> ALL = List.of(JDK_17);

    private JdkProfiles() {}

    /**
     * The profile that fits a JDK.
     *
     * @throws WeaveException if none does
     */
    static JdkProfile of(JdkClasses jdk, List<JdkProfile> profiles) {
        for (JdkProfile profile : profiles) {
            if (profile.fits().test(jdk)) {
                return profile;
            }
        }
        throw new WeaveException("a JDK with class files of version " + jdk.classFileVersion()
                + " is not supported: Weft needs JDK " + JdkHome.SUPPORTED
                + "; set WEFT_JAVA_HOME to the folder of one");
    }
}
