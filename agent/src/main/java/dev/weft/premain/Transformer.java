package dev.weft.premain;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.function.Function;

/**
 * Hands the class files of applications to the weaver. JDK classes come woven from the image; of those of java.base it hears only
 * that there is one more, unless the program patches that module.
 */
final class Transformer implements ClassFileTransformer {
    private static final Module JAVA_BASE = Object.class.getModule();

    private final Function<Object[], byte[]> weaver;

    private final boolean mayBeOfProgram;

    /**
     * A transformer.
     *
     * @param mayBeOfProgram whether classes of java.base may be the program's
     */
    Transformer(Function<Object[], byte[]> weaver, boolean mayBeOfProgram) {
        this.weaver = weaver;
        this.mayBeOfProgram = mayBeOfProgram;
    }

    @Override
    public byte[] transform(
            Module module,
            ClassLoader loader,
            String name,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] original) {
        if (module == JAVA_BASE && redefined == null && !mayBeOfProgram) {
            return weaver.apply(null);
        }
        return weaver.apply(new Object[] {module, loader, name, original, redefined});
    }
}
