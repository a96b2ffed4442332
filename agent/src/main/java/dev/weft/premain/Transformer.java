package dev.weft.premain;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.function.Function;

/**
 * Hands the class files of applications to the weaver. JDK classes come woven from the image; of those of java.base it hears only
 * that there is one more.
 */
final class Transformer implements ClassFileTransformer {
    private static final Module JAVA_BASE = Object.class.getModule();

    private final Function<Object[], byte[]> weaver;

    Transformer(Function<Object[], byte[]> weaver) {
        this.weaver = weaver;
    }

    @Override
    public byte[] transform(
            Module module,
            ClassLoader loader,
            String name,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] original) {
        if (module == JAVA_BASE && redefined == null) {
            return weaver.apply(null);
        }
        return weaver.apply(new Object[] {module, loader, name, original, redefined});
    }
}
