package dev.weft.agent;

import dev.weft.agent.twin.ForwarderWeaver;
import java.util.function.BiFunction;
import org.objectweb.asm.ClassReader;

/** Weaves the classes that only java.base itself sees: lambda proxies, other hidden classes, Proxy classes. */
final class HiddenClasses implements BiFunction<byte[], Class<?>, byte[]> {
    private final Generators generators;

    HiddenClasses(Generators generators) {
        this.generators = generators;
    }

    /** The woven class file, or null to leave the class as it is. */
    @Override
    public byte[] apply(byte[] file, Class<?> host) {
        if (generators.areBeingMade()) {
            return null;
        }
        try {
            return new ForwarderWeaver(generators.world()).weave(new ClassReader(file));
        } catch (RuntimeException | LinkageError e) {
            System.err.println("weft: cannot weave a generated class"
                    + (host == null ? "" : " of " + host.getName())
                    + " (" + e + "): it runs unwoven, and pins the fibers that block in it");
            return null;
        }
    }
}
