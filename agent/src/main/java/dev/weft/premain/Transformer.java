package dev.weft.premain;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.weft.entry.WeavingAgent;

/**
 * Hands the class files that the VM shows to the weaver. JDK classes come woven from the image; of those of java.base
 * the weaver hears only that there is one more, unless the program patches that module.
 */
final class Transformer implements ClassFileTransformer {
    private static final Module JAVA_BASE = Object.class.getModule();

    private final boolean mayBeOfProgram;

    /**
     * A transformer.
     *
     * @param mayBeOfProgram whether classes of java.base may be the program's
     */
    Transformer(boolean mayBeOfProgram) {
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
            WeavingAgent.baseClassLoaded();
            return null;
        }
        return WeavingAgent.weave(module, loader, name, redefined, original);
    }
}
