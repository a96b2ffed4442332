package dev.weft.weaver.cli;

import dev.weft.weaver.cache.CacheEntry;
import dev.weft.weaver.cache.WeaveErrors;
import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.jrt.JdkHome;
import dev.weft.weaver.link.Linker;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weft link}: makes a folder from which one program starts, with all that it needs. */
@Command(
        name = "link",
        description = "Make a folder that starts a program on fibers by itself.",
        mixinStandardHelpOptions = true)
final class LinkCommand implements Callable<Integer> {
    private final Context context;

    @Mixin
    private LinkOptions options;

    @Spec
    private CommandSpec spec;

    LinkCommand(Context context) {
        this.context = context;
    }

    /** What is to be linked, and how. */
    static final class LinkOptions {
        @Option(names = "--jdk", paramLabel = "HOME", description = "The JDK; by default the one that runs this.")
        Path jdk;

        @Option(names = "-jar", paramLabel = "FILE", description = "The program's jar, with those that it names.")
        Path jar;

        @Option(
                names = {"-cp", "-classpath", "--class-path"},
                paramLabel = "PATH",
                description = "Or the class path, of jars.")
        String classPath;

        @Parameters(arity = "0..1", paramLabel = "MAIN", description = "With -cp, the main class.")
        String mainClass;

        @Option(names = "-o", required = true, paramLabel = "FOLDER", description = "What to make; must not exist.")
        Path target;

        @Option(names = "--name", paramLabel = "NAME", description = "Of the program in bin; by default the jar's.")
        String name;

        @Option(
                names = "--modules",
                split = ",",
                paramLabel = "NAME",
                description = "Modules of the JDK to take along, besides those that the classes name; ALL for all.")
        Set<String> modules = new TreeSet<>();

        @Option(
                names = "--train",
                paramLabel = "SECONDS",
                description =
                        "Run the program, for so long at most, to see which classes it loads: the archive then has"
                                + " these, and no others. It is asked to end by SIGTERM.")
        Integer seconds;

        @Option(
                names = "--train-argument",
                paramLabel = "ARGUMENT",
                description = "An argument for that run; may be repeated.")
        List<String> trainArguments = new ArrayList<>();

        @Option(
                names = "--java-option",
                paramLabel = "OPTION",
                description = "An option of java that it always starts with; may be repeated.")
        List<String> javaOptions = new ArrayList<>();
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        if ((options.jar == null) == (options.classPath == null)
                || (options.classPath == null) != (options.mainClass == null)) {
            throw new WeaveException("weft link takes -jar FILE, or -cp PATH and a main class");
        }
        JdkHome home = context.jdk(options.jdk);
        Linker.Request request = request(home);
        Linker.check(request);
        WeaveOptions weave = new WeaveOptions();
        weave.jdk = options.jdk;
        CacheEntry woven = weave.entry(context, false, err);
        if (!woven.hasImage()) {
            throw new WeaveException(
                    home + " has no jmods, so that nothing can be linked from it: install the package of"
                            + " your JDK that has them, or name another JDK with --jdk");
        }
        try {
            new Linker(home, woven, step -> err.println("weft: " + step)).link(request);
        } catch (IOException e) {
            throw new WeaveException(
                    "cannot link to " + options.target + ": " + WeaveErrors.reason(e) + "; nothing is left there");
        }
        spec.commandLine().getOut().println(options.target.resolve("bin").resolve(name()));
        return 0;
    }

    private Linker.Request request(JdkHome home) throws IOException {
        List<Path> jars = options.jar == null ? jars(options.classPath) : List.of(options.jar);
        Set<String> modules = options.modules;
        if (modules.contains("ALL")) {
            modules = allModules(home);
        }
        boolean isTrained = options.seconds != null;
        if (isTrained ? options.seconds <= 0 : !options.trainArguments.isEmpty()) {
            throw new WeaveException("--train takes a number of seconds above 0, and --train-argument needs it");
        }
        Linker.Training training = new Linker.Training(isTrained ? options.seconds : 0, options.trainArguments);
        return new Linker.Request(
                jars, options.mainClass, options.target, name(), modules, options.javaOptions, training);
    }

    /** As java reads a class path: a name that ends in an asterisk stands for the jars of that folder. */
    private static List<Path> jars(String classPath) {
        List<Path> jars = new ArrayList<>();
        for (String each : classPath.split(File.pathSeparator, -1)) {
            if (each.equals("*") || each.endsWith("/*")) {
                Path folder = Path.of(each.equals("*") ? "." : each.substring(0, each.length() - 2));
                try (Stream<Path> files = Files.list(folder)) {
                    files.filter(file -> file.toString().endsWith(".jar"))
                            .sorted()
                            .forEach(jars::add);
                } catch (IOException e) {
                    throw new WeaveException("cannot list the folder of " + each + ": " + WeaveErrors.reason(e));
                }
            } else {
                jars.add(Path.of(each.isEmpty() ? "." : each));
            }
        }
        return jars;
    }

    private static Set<String> allModules(JdkHome home) throws IOException {
        try (Stream<Path> jmods = Files.list(home.path().resolve("jmods"))) {
            return jmods.map(each -> each.getFileName().toString().replaceFirst("\\.jmod$", ""))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private String name() {
        boolean isGiven = options.name != null;
        String name = isGiven ? options.name : nameOfProgram();
        if (!name.matches("[\\w.+-]+") || name.matches("\\.+")) {
            String allowed = "letters, digits and ._+- are allowed, and not only dots";
            throw new WeaveException(
                    isGiven
                            ? "bad --name=" + name + ": " + allowed
                            : "the program cannot be called " + name + ": give it another name with --name; "
                                    + allowed);
        }
        return name;
    }

    private String nameOfProgram() {
        if (options.jar == null) {
            return options.mainClass.substring(options.mainClass.lastIndexOf('.') + 1);
        }
        Path file = options.jar.getFileName();
        return file == null ? "" : file.toString().replaceFirst("\\.jar$", "");
    }
}
