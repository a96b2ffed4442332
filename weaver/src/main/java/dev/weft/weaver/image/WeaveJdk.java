package dev.weft.weaver.image;

import dev.weft.weaver.cache.CacheBuild;
import dev.weft.weaver.cache.CacheEntry;
import dev.weft.weaver.cache.Folders;
import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.jrt.JdkHome;
import dev.weft.weaver.jrt.JdkImage;
import dev.weft.weaver.jrt.WeftRuntime;
import dev.weft.weaver.weave.ImageWeave;
import dev.weft.weaver.weave.Weaver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Weaves one JDK: reads its image, has it woven, writes the patch, links the image and dumps its shared classes. */
public final class WeaveJdk implements CacheBuild.Maker {
    /** Is told what is being done. */
    public interface Steps extends ImageWeave.Progress {
        /** A step begins. */
        void step(String what);
    }

    private static final String BASE = "java.base";

    /** What {@code Compiler.directives_add} reads: the weaver, in all its packages, is not for C2 (decision 49). */
    private static final String COMPILER_DIRECTIVES = "[{ match: [\"dev/weft/agent/*.*\"], c2: { Exclude: true } }]\n";

    private final JdkHome jdk;
    private final WeftRuntime weft;
    private final Weaver weaver;
    private final Set<String> onlyModules;
    private final boolean withImage;
    private final Steps steps;

    /**
     * A weave to be run by {@link CacheBuild}.
     *
     * @param onlyModules the modules to be patched; all, if empty
     * @param withImage whether to link an image
     */
    public WeaveJdk(
            JdkHome jdk, WeftRuntime weft, Weaver weaver, Set<String> onlyModules, boolean withImage, Steps steps) {
        this.jdk = jdk;
        this.weft = weft;
        this.weaver = weaver;
        this.onlyModules = Set.copyOf(onlyModules);
        this.withImage = withImage;
        this.steps = steps;
    }

    @Override
    public boolean isEnough(CacheEntry entry) {
        return !withImage || entry.hasImage();
    }

    @Override
    public void make(CacheEntry draft, CacheEntry place) throws IOException {
        Path link = draft.path().resolve("link");
        Files.createDirectories(draft.patches());
        AgentFiles agent = AgentFiles.of(weft.agent());
        agent.writeJar(draft.agent());
        Files.writeString(draft.jdk(), jdk.path() + "\n");
        try (JdkImage source = JdkImage.open(jdk)) {
            weave(source, agent, draft, place, withImage ? link.resolve("jmods") : null);
        }
        if (withImage) {
            steps.step("linking the image");
            RuntimeImage.link(jdk, link.resolve("jmods"), draft.image());
            RecordingSettings.write(draft.image());
            Folders.delete(link);
            LaunchFlags.write(draft.imageFlags(), LaunchFlags.image(place, place.sharedClasses()));
            LaunchFlags.write(draft.smallImageFlags(), LaunchFlags.image(place, place.fewSharedClasses()));
        }
    }

    private void weave(JdkImage source, AgentFiles agent, CacheEntry draft, CacheEntry place, Path jmods)
            throws IOException {
        steps.step("reading " + jdk);
        Map<String, Map<String, byte[]>> image = source.classes();
        Set<String> unknown = new TreeSet<>(onlyModules);
        unknown.removeAll(image.keySet());
        if (!unknown.isEmpty()) {
            throw new WeaveException(
                    "no module " + String.join(", ", unknown) + " in " + jdk + "; java --list-modules lists them");
        }
        steps.step("weaving");
        try (ModuleFiles files = new ModuleFiles(draft::patch, jmods)) {
            weaver.weave(
                    agent.withDoor(image),
                    agent.with(weft.classes()),
                    files,
                    steps,
                    onlyModules.isEmpty() ? null : onlyModules);
            if (jmods != null) {
                addUnwoven(source, image, files);
            }
            LaunchFlags.write(draft.patchFlags(), LaunchFlags.patch(place));
            Files.writeString(draft.compilerDirectives(), COMPILER_DIRECTIVES);
        }
    }

    /** Adds to the jmod files what is not woven; that of java.base comes last, with the hashes of the others. */
    private void addUnwoven(JdkImage source, Map<String, Map<String, byte[]>> image, ModuleFiles files)
            throws IOException {
        for (String module : image.keySet()) {
            if (!module.equals(BASE)) {
                Set<String> added = added(image, files, module);
                if (added.isEmpty()) {
                    files.addUnwoven(module, source.resources(module));
                } else {
                    addWithPackages(source, files, module, added, Set.of(), null);
                }
                files.addUnwoven(module, image.get(module));
                files.finishJmod(module);
            }
        }
        addWithPackages(source, files, BASE, added(image, files, BASE), exported(files), files::hash);
        files.addUnwoven(BASE, image.get(BASE));
        files.finishJmod(BASE);
    }

    /** The packages that a module has got. */
    private static Set<String> added(Map<String, Map<String, byte[]>> image, ModuleFiles files, String module)
            throws IOException {
        Set<String> added = files.packages(module);
        added.removeAll(ModuleFiles.packages(image.get(module).keySet()));
        return added;
    }

    private static void addWithPackages(
            JdkImage source,
            ModuleFiles files,
            String module,
            Set<String> packages,
            Set<String> exported,
            ModuleInfo.Hashes hashes)
            throws IOException {
        Map<String, byte[]> resources = new TreeMap<>(source.resources(module));
        byte[] descriptor = resources.get("module-info.class");
        resources.put("module-info.class", ModuleInfo.extended(descriptor, packages, exported, hashes));
        files.addUnwoven(module, resources);
    }

    private static Set<String> exported(ModuleFiles files) throws IOException {
        Set<String> exported = files.packages(BASE);
        exported.retainAll(LaunchFlags.EXPORTED);
        return exported;
    }

    @Override
    public void finish(CacheEntry place) throws IOException {
        if (withImage) {
            steps.step("making the archives of shared classes");
            SharedClasses.dump(place);
        }
    }
}
