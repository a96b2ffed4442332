package dev.weft.agent;

import java.lang.module.ResolvedModule;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Which modules were woven ahead of time. */
final class ImageModules {
    private static final Map<Module, Boolean> KNOWN = new ConcurrentHashMap<>();

    private static final Map<Module, Boolean> PATCHED = new ConcurrentHashMap<>();

    private ImageModules() {}

    /** True for modules of the JDK's image. */
    static boolean contain(Module module) {
        if (module == null || !module.isNamed() || module.getLayer() != ModuleLayer.boot()) {
            return false;
        }
        Boolean known = KNOWN.get(module);
        if (known == null) {
            Optional<ResolvedModule> resolved =
                    module.getLayer().configuration().findModule(module.getName());
            Optional<URI> location =
                    resolved.isPresent() ? resolved.get().reference().location() : Optional.empty();
            known = location.isPresent() && "jrt".equals(location.get().getScheme());
            KNOWN.put(module, known);
        }
        return known;
    }

    /**
     * True if the program has put classes into the module, by {@code --patch-module}; or Weft has, where it starts so.
     */
    static boolean isPatched(Module module) {
        if (!module.isNamed() || module.getLayer() != ModuleLayer.boot()) {
            return false;
        }
        Boolean known = PATCHED.get(module);
        if (known == null) {
            known = saysItIsPatched(module);
            PATCHED.put(module, known);
        }
        return known;
    }

    /** Nothing but its text tells. */
    private static boolean saysItIsPatched(Module module) {
        Optional<ResolvedModule> resolved = module.getLayer().configuration().findModule(module.getName());
        return resolved.isPresent() && resolved.get().reference().toString().endsWith("(patched)]");
    }
}
