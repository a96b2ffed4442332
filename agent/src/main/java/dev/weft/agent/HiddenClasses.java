package dev.weft.agent;

import dev.weft.agent.facts.World;
import dev.weft.agent.twin.ForwarderWeaver;
import java.util.function.BiFunction;
import org.objectweb.asm.ClassReader;

/** Weaves the classes that only java.base itself sees: lambda proxies, other hidden classes, Proxy classes. */
final class HiddenClasses implements BiFunction<byte[], Class<?>, byte[]> {
    private final World world;

    HiddenClasses(World world) {
        this.world = world;
    }

    /** The woven class file, or null to leave the class as it is. */
    @Override
    public byte[] apply(byte[] file, Class<?> host) {
        try {
            return new ForwarderWeaver(world).weave(new ClassReader(file));
        } catch (RuntimeException | LinkageError e) {
            System.err.println("weft: cannot weave a generated class"
                    + (host == null ? "" : " of " + host.getName())
                    + " (" + e + "): it runs unwoven, and pins the fibers that block in it");
            return null;
        }
    }
}
