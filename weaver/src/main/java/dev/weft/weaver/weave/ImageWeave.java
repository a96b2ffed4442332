package dev.weft.weaver.weave;

import dev.weft.agent.facts.JdkFacts;
import dev.weft.agent.facts.Scope;
import dev.weft.agent.twin.ClassWeaver;
import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.facts.ClosedWorld;
import dev.weft.weaver.mixin.MixIns;
import dev.weft.weaver.recipe.Recipe;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/** Weaves all classes of a JDK image, which must be complete: facts about one class depend on all others. */
public final class ImageWeave {
    private static final String BASE = "java.base";
    private static final String CLASS = ".class";

    /** Takes the results; called from several threads. */
    public interface Sink {
        /**
         * One file of the patch; {@code name} is relative to the module's root, for instance
         * {@code java/lang/Thread.class}.
         */
        void put(String module, String name, byte[] content) throws IOException;
    }

    /** Is told how far the weave has come; called from several threads. */
    public interface Progress {
        /** {@code done} of {@code total} classes are woven. */
        void classes(int done, int total);
    }

    private final Map<String, Map<String, byte[]>> image = new TreeMap<>();
    private final WeaveReport report = new WeaveReport();
    private final boolean chaos;
    private final Set<String> runtimeFiles;
    private final JdkProfile profile;
    private final List<Recipe> recipes;
    private CodeReport details;

    /**
     * @param image module name to (file name, for instance {@code java/lang/Thread.class}, to class file)
     * @param runtime Weft's own classes, to be added to java.base: file name to class file
     */
    public ImageWeave(Map<String, Map<String, byte[]>> image, Map<String, byte[]> runtime) {
        this(image, runtime, false);
    }

    /** As above; {@code chaos} makes twins that may suspend on both sides of each call. */
    public ImageWeave(Map<String, Map<String, byte[]>> image, Map<String, byte[]> runtime, boolean chaos) {
        this(image, runtime, chaos, JdkProfiles.ALL);
    }

    /** As above, for JDKs of these releases. */
    ImageWeave(
            Map<String, Map<String, byte[]>> image,
            Map<String, byte[]> runtime,
            boolean chaos,
            List<JdkProfile> profiles) {
        this.chaos = chaos;
        image.forEach((module, files) -> this.image.put(module, new TreeMap<>(files)));
        Map<String, byte[]> base = this.image.get(BASE);
        if (base == null) {
            throw new WeaveException("the image has no module java.base: is this a JDK?");
        }
        ImageClasses jdk = new ImageClasses(this.image);
        profile = JdkProfiles.of(jdk, profiles);
        recipes = profile.recipes(jdk);
        base.putAll(runtime);
        base.putAll(FrameShapes.classFiles());
        runtimeFiles = Set.copyOf(runtime.keySet());
    }

    /** Tells what becomes of all classes that are woven; called before {@link #run}. */
    public void reportTo(CodeReport listener) {
        details = listener;
    }

    /** What became of the methods woven so far. */
    public WeaveReport report() {
        return report;
    }

    /**
     * Weaves.
     *
     * @param onlyModules modules whose classes go to the sink (facts are always taken from all), or null for all
     * @throws WeaveException if a recipe or the runtime does not fit this JDK
     */
    public void run(Sink sink, Progress progress, Set<String> onlyModules) throws IOException {
        MixIns.merge(image.get(BASE), runtimeFiles, profile.mixins());
        Set<String> explicitTwins = applyRecipes();
        new LinkCheck(image).check(changed());
        List<byte[]> all = new ArrayList<>();
        image.values()
                .forEach(files -> files.forEach((name, file) -> {
                    if (!name.endsWith("module-info.class")) {
                        all.add(file);
                    }
                }));
        ClosedWorld world = new ClosedWorld(all, explicitTwins);
        ByteArrayOutputStream facts = new ByteArrayOutputStream();
        world.summary(chaos).write(facts);
        sink.put(BASE, JdkFacts.RESOURCE, facts.toByteArray());
        weaveAll(new ClassWeaver(world, chaos), sink, progress, onlyModules);
    }

    private Set<String> applyRecipes() {
        Set<String> explicitTwins = new HashSet<>();
        for (Recipe recipe : recipes) {
            for (String className : recipe.classes()) {
                apply(recipe, className);
            }
            explicitTwins.addAll(recipe.suspendingTwins());
        }
        return explicitTwins;
    }

    /** The classes whose authors did not see this JDK: the runtime's, and those that have members or calls of it. */
    private Set<String> changed() {
        Set<String> changed = new HashSet<>(profile.mixins());
        recipes.forEach(recipe -> changed.addAll(recipe.classes()));
        for (String file : runtimeFiles) {
            changed.add(MixIns.renamed(file.substring(0, file.length() - CLASS.length()), profile.mixins()));
        }
        return changed;
    }

    private void apply(Recipe recipe, String className) {
        Map<String, byte[]> module = image.get(recipe.module());
        byte[] file = module.get(className + CLASS);
        if (file == null) {
            throw new WeaveException("recipe " + recipe.getClass().getSimpleName() + " needs the class "
                    + className.replace('/', '.') + ", which this JDK does not have (JDK "
                    + System.getProperty("java.version") + "): this JDK build is not supported; please report it");
        }
        ClassNode target = new ClassNode();
        new ClassReader(file).accept(target, 0);
        recipe.apply(target);
        ClassWriter writer = new ClassWriter(0);
        target.accept(writer);
        module.put(className + CLASS, writer.toByteArray());
    }

    private record Job(String module, String name, byte[] file) {}

    private void weaveAll(ClassWeaver weaver, Sink sink, Progress progress, Set<String> onlyModules)
            throws IOException {
        List<Job> jobs = new ArrayList<>();
        image.forEach((module, files) -> {
            if (onlyModules == null || onlyModules.contains(module)) {
                files.forEach((name, file) -> jobs.add(new Job(module, name, file)));
            }
        });
        AtomicInteger done = new AtomicInteger();
        try {
            jobs.parallelStream().forEach(job -> {
                try {
                    sink.put(job.module, job.name, weave(weaver, job));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                progress.classes(done.incrementAndGet(), jobs.size());
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private byte[] weave(ClassWeaver weaver, Job job) {
        String className = job.name.substring(0, job.name.length() - CLASS.length());
        if (Scope.isUnwoven(className)) {
            return job.file;
        }
        report.before(job.file.length);
        byte[] woven;
        try {
            woven = weaver.weave(job.file, details == null ? report : details);
        } catch (RuntimeException e) {
            throw new WeaveException(
                    "cannot weave " + className.replace('/', '.') + " of module " + job.module + ": " + e);
        }
        report.after(woven.length);
        if (details != null) {
            details.woven(job.file, woven);
        }
        return woven;
    }
}
