package dev.weft.agent;

import dev.weft.agent.twin.ClassWeaver;
import dev.weft.agent.twin.WeaveListener;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import org.objectweb.asm.tree.MethodNode;

/** Weaves application classes when they are loaded. JDK classes come woven from the image. */
final class Transformer implements ClassFileTransformer {
    private final ClassWeaver weaver;
    private final WovenClasses classes;
    private final WeaveListener log = new Log();

    Transformer(ClassWeaver weaver, WovenClasses classes) {
        this.weaver = weaver;
        this.classes = classes;
    }

    @Override
    public byte[] transform(
            Module module,
            ClassLoader loader,
            String name,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] original) {
        boolean isOfImage = module != null && module.isNamed() && module.getLayer() == ModuleLayer.boot() && isJdk(module);
        if (isOfImage || name == null || name.contains(Names.MARK) || name.startsWith("dev/weft/agent/")) {
            return null;
        }
        try {
            byte[] woven = weaver.weave(original, log);
            classes.keep(loader, name, original);
            return woven;
        } catch (RuntimeException | LinkageError e) {
            System.err.println("weft: cannot weave class " + name.replace('/', '.') + " (" + e
                    + "): it runs unwoven, and pins the fibers that block in it");
            return null;
        }
    }

    private static boolean isJdk(Module module) {
        return module.getLayer().configuration()
                .findModule(module.getName())
                .flatMap(resolved -> resolved.reference().location())
                .map(location -> "jrt".equals(location.getScheme()))
                .orElse(false);
    }

    private static final class Log implements WeaveListener {
        @Override
        public void failed(String owner, MethodNode method, RuntimeException cause) {
            System.err.println("weft: no twin for " + owner.replace('/', '.') + "#" + method.name + method.desc + " ("
                    + cause + "): a fiber that blocks in it pins its carrier");
        }
    }
}
