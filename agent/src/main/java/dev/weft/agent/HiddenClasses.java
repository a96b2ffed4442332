package dev.weft.agent;

import dev.weft.agent.abi.StandardError;
import dev.weft.agent.format.Malformed;
import dev.weft.agent.format.RawStubs;
import dev.weft.agent.format.RuntimeNames;
import dev.weft.agent.format.WellFormed;
import dev.weft.agent.twin.ForwarderWeaver;
import jdk.internal.weft.agent.GeneratedClasses;
import org.objectweb.asm.ClassReader;

/**
 * Weaves the classes that only java.base itself sees: lambda proxies, other hidden classes, Proxy classes. Like others
 * they are kept for later runs; a lambda proxy has the same class file in each run, since the recipe
 * {@code WeaveGeneratedClasses} has taken the number out of its name. Those that have one are not kept.
 */
final class HiddenClasses {
    /** Tells what is made here from what an ordinary class with the same class file becomes. */
    private static final long HIDDEN = 0x68696464656EL;

    private final LazyWeaver weaver;
    private final ClassCache cache;

    HiddenClasses(LazyWeaver weaver, ClassCache cache) {
        this.weaver = weaver;
        this.cache = cache;
    }

    /** The woven class file, or null to leave the class as it is. */
    byte[] weave(byte[] file, Class<?> host) {
        if (weaver.areBeingMade()) {
            return null;
        }
        byte[] closed = file;
        try {
            if (host != null && !ImageModules.containFromTheStart(host.getModule())) {
                closed = RuntimeNames.close(file);
            }
            byte[] woven = weave(host, closed);
            return woven == null && closed != file ? closed : woven;
        } catch (Malformed e) {
            throw new IllegalAccessError("a hidden class of " + host.getName() + " is refused: " + e.getMessage());
        } catch (RuntimeException | LinkageError e) {
            sayUnwoven(host, e.toString());
            return closed == file ? null : closed;
        }
    }

    private byte[] weave(Class<?> host, byte[] file) {
        ContentHash key = ContentHash.of(file).with(HIDDEN);
        byte[] known = cache.find(file.length, key);
        if (known != null) {
            return known;
        }
        boolean isKept;
        try {
            WellFormed.check(file);
            isKept = !GeneratedClasses.haveLambdasNumbers()
                    || !new ClassReader(file).getClassName().contains("$$Lambda$");
        } catch (Malformed e) {
            return withRawStubs(host, file, e);
        }
        byte[] woven = new ForwarderWeaver(weaver.world()).weave(file);
        if (woven != null && isKept) {
            cache.add(file, key, woven);
        }
        return woven;
    }

    private static void sayUnwoven(Class<?> host, String reason) {
        StandardError.say("weft: cannot weave a generated class" + (host == null ? "" : " of " + host.getName()) + " ("
                + reason + "): it runs unwoven, and pins the fibers that block in it");
    }

    /** The VM reads such a file in another way than the weaver would, if it does not refuse it; null to leave it. */
    private static byte[] withRawStubs(Class<?> host, byte[] file, Malformed reason) {
        if (reason.isHopeless()) {
            // the VM says why
            return null;
        }
        try {
            byte[] stubbed = RawStubs.add(file);
            StandardError.say("weft: no twins for a generated class" + (host == null ? "" : " of " + host.getName())
                    + " (" + reason.getMessage() + RawStubs.MEANING);
            return stubbed;
        } catch (Malformed e) {
            sayUnwoven(host, reason.getMessage());
            return null;
        }
    }
}
