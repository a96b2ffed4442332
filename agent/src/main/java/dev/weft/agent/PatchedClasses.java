package dev.weft.agent;

import dev.weft.agent.facts.Scope;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.internal.weft.agent.ModuleFiles;

/**
 * Tells the classes that a program has put into modules of the JDK from the JDK's own: they were not woven ahead of
 * time. They come by {@code --patch-module}, or by loaders of layers that the program has made. Thread-safe.
 */
final class PatchedClasses {
    private final ModuleFiles image;
    private final WovenModules modules;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    /**
     * With what the JDK has.
     *
     * @param image what the image has
     * @param modules the woven classes, where they are not those of the image; else null
     */
    PatchedClasses(ModuleFiles image, WovenModules modules) {
        this.image = image;
        this.modules = modules;
    }

    /**
     * True if the class of a module of the JDK is the program's.
     *
     * @param file the class file that the VM has found
     * @param isLoaded whether it is loaded already, and perhaps another version of it is given
     */
    boolean has(Module module, String name, byte[] file, boolean isLoaded) {
        if (!ImageModules.mayHoldOthers(module)) {
            return false;
        }
        String key = module.getName() + '/' + name;
        if (isLoaded || known.contains(key)) {
            return known.contains(key);
        }
        String resource = name + ".class";
        boolean isRuntime = module == Object.class.getModule() && Scope.isUnwoven(name);
        boolean isOfJdk = isRuntime
                || Arrays.equals(file, image.find(module.getName(), resource))
                || modules != null && Arrays.equals(file, modules.find(module.getName(), resource));
        if (!isOfJdk) {
            known.add(key);
        }
        return !isOfJdk;
    }
}
