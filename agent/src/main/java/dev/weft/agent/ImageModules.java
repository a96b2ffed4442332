package dev.weft.agent;

import java.lang.module.ModuleReference;
import java.lang.module.ResolvedModule;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Which modules were woven ahead of time. */
final class ImageModules {
    /** The JDK's own: others can only say that they are of the image. */
    private static final String REFERENCE = "jdk.internal.module.ModuleReferenceImpl";

    /** Of the boot layer, which stays. */
    private static final Map<Module, Boolean> KNOWN = new ConcurrentHashMap<>();

    private static final Map<Module, Boolean> PATCHED = new ConcurrentHashMap<>();

    private ImageModules() {}

    /** True for modules of the JDK's image, in whichever layer: where it has few, more may be loaded later. */
    static boolean contain(Module module) {
        if (module == null || !module.isNamed()) {
            return false;
        }
        if (module.getLayer() != ModuleLayer.boot()) {
            return isOfLaterLayer(module);
        }
        Boolean known = KNOWN.get(module);
        if (known == null) {
            known = isOfImage(resolved(module));
            KNOWN.put(module, known);
        }
        return known;
    }

    /** True for those of the image that are there from the start: no other code chose their loaders. */
    static boolean containFromTheStart(Module module) {
        return contain(module) && module.getLayer() == ModuleLayer.boot();
    }

    /**
     * True if classes of the module of the image may be others than the image's: the program has put some there by
     * {@code --patch-module}, or Weft has, where it starts so; or the layer is the program's, and so may be the loader.
     */
    static boolean mayHoldOthers(Module module) {
        if (!module.isNamed()) {
            return false;
        }
        if (module.getLayer() != ModuleLayer.boot()) {
            return isOfLaterLayer(module);
        }
        Boolean known = PATCHED.get(module);
        if (known == null) {
            known = saysItIsPatched(module);
            PATCHED.put(module, known);
        }
        return known;
    }

    private static boolean isOfLaterLayer(Module module) {
        if (module.getLayer() == null) {
            return false;
        }
        Optional<ResolvedModule> resolved = resolved(module);
        if (!isOfImage(resolved)) {
            return false;
        }
        Class<? extends ModuleReference> type = resolved.get().reference().getClass();
        return type.getName().equals(REFERENCE) && type.getClassLoader() == null;
    }

    private static boolean isOfImage(Optional<ResolvedModule> resolved) {
        Optional<URI> location =
                resolved.isPresent() ? resolved.get().reference().location() : Optional.empty();
        return location.isPresent() && "jrt".equals(location.get().getScheme());
    }

    private static Optional<ResolvedModule> resolved(Module module) {
        return module.getLayer().configuration().findModule(module.getName());
    }

    /** Nothing but its text tells. */
    private static boolean saysItIsPatched(Module module) {
        Optional<ResolvedModule> resolved = resolved(module);
        return resolved.isPresent() && resolved.get().reference().toString().endsWith("(patched)]");
    }
}
