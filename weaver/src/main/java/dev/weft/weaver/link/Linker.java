package dev.weft.weaver.link;

import dev.weft.agent.AgentOptions;
import dev.weft.agent.KeptClasses;
import dev.weft.weaver.cache.CacheEntry;
import dev.weft.weaver.cache.Folders;
import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.image.PartialImage;
import dev.weft.weaver.image.ProgramArchives;
import dev.weft.weaver.jrt.JdkHome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Links a program: makes a folder that starts by itself, with the modules of the woven JDK that the program needs, its
 * jars, their classes woven ahead, and an archive of shared classes over all of it.
 *
 * <pre>
 * bin/NAME         starts it; written last
 * app/             the program's jars
 * weft/            a cache entry of its own: image, agent, woven classes, archive of the JDK's classes
 * weft/app.jsa     the archive of the JDK's and the program's classes, for this place and these jars
 * weft/linked.quiet    after a training: which methods of the archive's classes are called plainly
 * </pre>
 */
public final class Linker {
    /**
     * What to link.
     *
     * @param classPath the jars; the only one is started by {@code -jar} if there is no main class
     * @param mainClass null if the jar says it
     * @param target the folder to make
     * @param name of the program
     * @param modules more modules of the JDK than those that its classes name
     * @param javaOptions what the program is always started with
     * @param training the run that its archive is made from
     */
    public record Request(
            List<Path> classPath,
            String mainClass,
            Path target,
            String name,
            Set<String> modules,
            List<String> javaOptions,
            Training training) {}

    /**
     * A run of the program that tells which classes it loads.
     *
     * @param seconds after which it is asked to end; 0 for no such run
     */
    public record Training(int seconds, List<String> arguments) {}

    private static final String WEFT = "weft";
    private static final String APP = "app";

    /** The archive's file; the start script names it, too. */
    private static final String ARCHIVE = "app.jsa";

    private final JdkHome jdk;
    private final CacheEntry woven;
    private final Consumer<String> steps;

    /**
     * Links from a woven JDK.
     *
     * @param jdk what it was woven from
     * @param steps is told what is being done
     */
    public Linker(JdkHome jdk, CacheEntry woven, Consumer<String> steps) {
        this.jdk = jdk;
        this.woven = woven;
        this.steps = steps;
    }

    /**
     * Looks at what can be told at once.
     *
     * @throws WeaveException if it cannot be linked
     */
    public static void check(Request request) {
        Path target = request.target();
        if (Files.exists(target)) {
            String why = Files.exists(target.resolve(WEFT)) && !Files.exists(target.resolve("bin"))
                    ? " is what an interrupted link has left"
                    : " exists";
            throw new WeaveException(target + why + ": remove it, or link to another folder with -o");
        }
        if (target.toAbsolutePath().toString().indexOf(File.pathSeparatorChar) >= 0) {
            throw new WeaveException("a class path cannot have " + target + ": no " + File.pathSeparator
                    + " is allowed in the name of the folder");
        }
        for (Path jar : request.classPath()) {
            ApplicationFiles.check(jar, request.mainClass() == null);
        }
        checkOptions(request.javaOptions());
    }

    /** What java, or Weft's agent, would refuse at each start. What the VM says of its own options is left to it. */
    private static void checkOptions(List<String> options) {
        Properties weft = new Properties();
        String before = "";
        for (String each : options) {
            // the value of an option may be the next word
            if (each.isEmpty() || !before.startsWith("-") && !each.startsWith("-") && !each.startsWith("@")) {
                throw new WeaveException("--java-option '" + each + "' is no option of java: java would take it for the"
                        + " main class; arguments of the program go behind bin/NAME");
            }
            if (each.startsWith("-Dweft.")) {
                int end = each.indexOf('=') < 0 ? each.length() : each.indexOf('=');
                weft.setProperty(each.substring(2, end), each.substring(Math.min(end + 1, each.length())));
            }
            before = each;
        }
        String wrong = AgentOptions.check(weft);
        if (wrong != null) {
            throw new WeaveException("--java-option: " + wrong);
        }
    }

    /**
     * Links it.
     *
     * @throws WeaveException if it cannot be; then nothing is left of it
     */
    public void link(Request request) throws IOException {
        check(request);
        Path target = create(request.target().toAbsolutePath());
        try {
            make(request, target);
        } catch (IOException | RuntimeException e) {
            Folders.delete(target);
            throw e;
        }
    }

    /**
     * Makes the folder, by the name that the operating system has for it: the JVM compares paths.
     *
     * @throws IOException also if another one has just made it, to which it is left
     */
    private static Path create(Path target) throws IOException {
        if (!Files.isDirectory(target.getParent())) {
            Files.createDirectories(target.getParent());
        }
        return Files.createDirectory(target).toRealPath();
    }

    private void make(Request request, Path target) throws IOException {
        Path jars = Files.createDirectories(target.resolve(APP));
        ApplicationFiles files = new ApplicationFiles(jars);
        Application application = request.mainClass() == null
                ? files.ofJar(request.classPath().get(0), request.name())
                : files.ofClassPath(request.classPath(), request.mainClass(), request.name());
        CacheEntry entry = CacheEntry.at(target.resolve(WEFT));
        Files.createDirectories(entry.path());
        linkImage(request, application, jars, entry);
        KeptClasses.prepare(entry.path());
        Files.createFile(entry.complete());
        weave(request, application, jars, entry);
        entry.seal();
        new StartScript(application, request.javaOptions(), target).write();
    }

    private static List<Path> copies(Application application, Path jars) {
        return application.jars().stream().map(jars::resolve).toList();
    }

    private void linkImage(Request request, Application application, Path jars, CacheEntry entry) throws IOException {
        try (PartialImage image = PartialImage.open(jdk, woven)) {
            steps.accept("reading the program's classes");
            MainClass.check(application, jars, image.moduleOfPackage().keySet());
            Set<String> modules = new TreeSet<>(request.modules());
            modules.addAll(NeededModules.of(copies(application, jars), image.moduleOfPackage(), image.modules()));
            steps.accept("linking an image of the modules that it needs");
            image.make(modules, entry);
        }
    }

    private void weave(Request request, Application application, Path jars, CacheEntry entry) throws IOException {
        ProgramArchives archives = new ProgramArchives(entry, application.classPath(jars.toString()));
        steps.accept("making the archive of the JDK's classes");
        archives.dumpJdk();
        List<String> names = ProgramClasses.names(copies(application, jars));
        steps.accept("weaving " + names.size() + " classes");
        int loaded = archives.load(names, entry.sharedClasses(), List.of());
        // before the training, whose options of java may have classes woven in another way
        KeptClasses.seal(entry.path());
        Set<String> wanted = train(request, application, jars, archives);
        steps.accept("making the archive of the program's classes");
        if (!jars.toUri().getRawPath().equals(jars + "/")) {
            steps.accept("it will have the JDK's classes only: JDK 17 takes no others from a path with characters that"
                    + " a URL escapes, such as " + jars);
        }
        Path archive = entry.path().resolve(ARCHIVE);
        Path aside = entry.path().resolve("aside");
        WovenJars wovenJars = new WovenJars(jars, aside);
        KeptClasses kept = KeptClasses.in(entry.path());
        wovenJars.make(application.jars(), kept);
        kept.tellQuiet(entry.path());
        wovenJars.whileInPlace(() -> archives.dumpProgram(wovenJars.classes(wanted), archive));
        Folders.delete(aside);
        steps.accept("trying it");
        int again = archives.load(names, archive, List.of("-Xshare:on"));
        if (again != loaded || loaded == 0 && !names.isEmpty()) {
            throw new WeaveException("with its archive the program can load " + again + " of its classes, without it "
                    + loaded + ": please report it");
        }
    }

    /** The names of the classes that the program loads; null for all, if it is not run. */
    private Set<String> train(Request request, Application application, Path jars, ProgramArchives archives)
            throws IOException {
        int seconds = request.training().seconds();
        if (seconds == 0) {
            return null;
        }
        steps.accept("running it for at most " + seconds + " s");
        List<String> start = new ArrayList<>(request.javaOptions());
        start.addAll(application.start(jars.toString()));
        start.addAll(request.training().arguments());
        ProgramArchives.Training run = archives.train(start, seconds);
        if (run.exit() != 0) {
            steps.accept("it ended with exit code " + run.exit() + ": the archive has what it had loaded until then");
        }
        return run.classes();
    }
}
