package dev.weft.weaver.cli;

import dev.weft.agent.facts.JdkFacts;
import dev.weft.agent.facts.OpenWorld;
import dev.weft.agent.twin.ClassWeaver;
import dev.weft.weaver.cache.WeaveErrors;
import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.jrt.JdkHome;
import dev.weft.weaver.jrt.JdkImage;
import dev.weft.weaver.weave.CodeReport;
import dev.weft.weaver.weave.ImageWeave;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weft report}: says what weaving makes of a JDK's classes, or of those in jars and folders. */
@Command(
        name = "report",
        description = "Count twins, stubs by reason, bytes and methods over the JIT's limits; weaves nothing into the"
                + " cache.",
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
    private final Context context;

    @Parameters(paramLabel = "PATH", arity = "0..*", description = "Jars and folders of classes; without any, the JDK.")
    private List<Path> paths = List.of();

    @Option(names = "--jdk", paramLabel = "HOME", description = "The JDK; by default the one that runs this.")
    private Path jdk;

    @Option(names = "--json", description = "Print a JSON object.")
    private boolean json;

    @Option(names = "--list", description = "List the methods that have a pinned stub and call what could suspend.")
    private boolean list;

    @Spec
    private CommandSpec spec;

    ReportCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() throws IOException {
        for (Path path : paths) {
            check(path);
        }
        CodeReport report = new CodeReport();
        Map<String, Map<String, byte[]>> image;
        JdkHome home = context.jdk(jdk);
        try (JdkImage files = JdkImage.open(home)) {
            image = files.classes();
        }
        ImageWeave weave = new ImageWeave(image, context.weft().classes());
        weave.reportTo(report);
        AtomicReference<byte[]> facts = new AtomicReference<>();
        ImageWeave.Sink sink = (module, name, content) -> {
            if (name.equals(JdkFacts.RESOURCE)) {
                facts.set(content);
            }
        };
        weave.run(sink, (done, total) -> {}, paths.isEmpty() ? null : Set.of());
        if (!paths.isEmpty()) {
            JdkFacts known = JdkFacts.read(new ByteArrayInputStream(facts.get()));
            ClassWeaver weaver = new ClassWeaver(new OpenWorld(known, Set.of(), name -> null), false);
            for (Path path : paths) {
                try {
                    read(path, weaver, report);
                } catch (IOException e) {
                    throw unreadable(path, e);
                } catch (UncheckedIOException e) {
                    throw unreadable(path, e.getCause());
                }
            }
        }
        print(report);
        return 0;
    }

    /** Before the JDK is read, which takes a while. */
    private static void check(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new WeaveException("there is no " + path + "; give a jar or a folder of classes");
        }
        if (!Files.isDirectory(path)) {
            try {
                FileSystems.newFileSystem(path).close();
            } catch (ProviderNotFoundException e) {
                throw new WeaveException(path + " is neither a jar nor a folder of classes");
            } catch (IOException e) {
                throw unreadable(path, e);
            }
        }
    }

    private static WeaveException unreadable(Path path, IOException e) {
        return new WeaveException("cannot read " + path + ": " + WeaveErrors.reason(e));
    }

    private static void read(Path path, ClassWeaver weaver, CodeReport report) throws IOException {
        if (Files.isDirectory(path)) {
            readFolder(path, weaver, report);
            return;
        }
        try (FileSystem jar = FileSystems.newFileSystem(path)) {
            readFolder(jar.getPath("/"), weaver, report);
        }
    }

    private static void readFolder(Path folder, ClassWeaver weaver, CodeReport report) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(ReportCommand::isClass).forEach(file -> {
                try {
                    byte[] before = Files.readAllBytes(file);
                    report.woven(before, weaver.weave(before, report));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } catch (RuntimeException e) {
                    report.unreadable();
                }
            });
        }
    }

    private static boolean isClass(Path file) {
        String name = file.toString();
        return name.endsWith(".class") && !name.endsWith("module-info.class") && !name.contains("META-INF/versions/");
    }

    private void print(CodeReport report) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            StringBuilder text = new StringBuilder("{");
            report.numbers().forEach((name, value) -> text.append(text.length() > 1 ? ", " : "")
                    .append('"')
                    .append(name)
                    .append("\": ")
                    .append(value));
            if (list) {
                text.append(", \"pinning\": [");
                String separator = "";
                for (String each : report.pinning()) {
                    // names of methods and classes may have any character but . ; [ / (JVMS 4.2.2)
                    String escaped = each.replace("\\", "\\\\").replace("\"", "\\\"");
                    text.append(separator).append('"').append(escaped).append('"');
                    separator = ", ";
                }
                text.append(']');
            }
            out.println(text.append('}'));
        } else {
            report.numbers().forEach((name, value) -> out.printf("%-34s %s%n", name, value));
            if (list) {
                report.pinning().forEach(out::println);
            }
        }
        out.flush();
    }
}
