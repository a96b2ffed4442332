package dev.weft.openjdktests;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles a test's classes, and those of its libraries that it uses. */
final class Compiler {
    private final JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    private final Options driver;

    Compiler(Options driver) {
        this.driver = driver;
    }

    /** Why a step could not be done. */
    static final class Failed extends Exception {
        private static final long serialVersionUID = 1;

        Failed(String message) {
            super(message);
        }
    }

    /** Does a step that compiles or deletes classes; for one that runs a class, compiles it. */
    void apply(Plan plan, Action action, Path classes) throws IOException, Failed {
        switch (action.kind()) {
            case "clean" -> clean(action, classes);
            case "compile" -> compileFiles(plan, action, classes);
            case "build" -> build(plan, action.arguments(), classes);
            default -> build(plan, List.of(action.target()), classes);
        }
    }

    private static void clean(Action action, Path classes) throws IOException {
        for (String name : action.arguments()) {
            Path file = classes.resolve(name.replace('.', '/').replaceFirst("\\*$", "") + ".class");
            if (!name.endsWith("*")) {
                Files.deleteIfExists(file);
                continue;
            }
            Path folder = file.getParent();
            if (Files.isDirectory(folder)) {
                try (Stream<Path> list = Files.list(folder)) {
                    for (Path each : list.filter(Files::isRegularFile).toList()) {
                        Files.delete(each);
                    }
                }
            }
        }
    }

    private void compileFiles(Plan plan, Action action, Path classes) throws IOException, Failed {
        List<String> options = new ArrayList<>();
        List<Path> files = new ArrayList<>();
        Path folder = plan.test().file().getParent();
        for (String word : action.arguments()) {
            if (word.endsWith(".java") || isForAssembler(word)) {
                files.add(folder.resolve(word).normalize());
            } else {
                options.add(Launch.substitute(word, plan, classes));
            }
        }
        compile(plan, files, options, classes);
    }

    private void build(Plan plan, List<String> names, Path classes) throws IOException, Failed {
        List<Path> files = new ArrayList<>();
        for (String name : names) {
            if (Files.exists(classes.resolve(name.replace('.', '/') + ".class"))) {
                // an earlier step has compiled it, and a later one may have replaced what it uses
                continue;
            }
            List<Path> found = sources(plan, name);
            if (found.isEmpty()) {
                throw new Failed("there is no source of " + name);
            }
            files.addAll(found);
        }
        files.removeIf(file -> isUpToDate(plan, file, classes));
        compile(plan, files, List.of(), classes);
    }

    private static boolean isUpToDate(Plan plan, Path file, Path classes) {
        return plan.sourcePath().stream()
                .filter(file::startsWith)
                .map(root -> classes.resolve(
                        root.relativize(file).toString().replaceFirst("\\.(java|jasm|jcod)$", ".class")))
                .anyMatch(Files::exists);
    }

    private static List<Path> sources(Plan plan, String name) throws IOException {
        for (Path root : plan.sourcePath()) {
            if (name.endsWith("*")) {
                Path folder = root.resolve(name.substring(0, name.length() - 1).replace('.', '/'));
                if (Files.isDirectory(folder)) {
                    try (Stream<Path> list = Files.list(folder)) {
                        return list.filter(file -> file.toString().endsWith(".java"))
                                .toList();
                    }
                }
                continue;
            }
            for (String path : List.of(name.replace('.', '/'), name.replaceFirst(".*\\.", ""))) {
                for (String kind : List.of(".java", ".jasm", ".jcod")) {
                    Path file = root.resolve(path + kind);
                    if (Files.exists(file)) {
                        return List.of(file);
                    }
                }
            }
        }
        return List.of();
    }

    /** Whether this is a source for AsmTools. */
    static boolean isForAssembler(String file) {
        return file.endsWith(".jasm") || file.endsWith(".jcod");
    }

    private void assemble(List<Path> files, Path classes) throws IOException, Failed {
        for (Path file : files) {
            if (driver.assembler() == null) {
                throw new Failed("no assembler for " + file.getFileName());
            }
            String tool = file.toString().endsWith(".jasm") ? "jasm" : "jcoder";
            Process process = new ProcessBuilder(
                            driver.jdk().resolve("bin/java").toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-jar",
                            driver.assembler().toString(),
                            tool,
                            "-d",
                            classes.toString(),
                            file.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            try {
                if (process.waitFor() != 0) {
                    throw new Failed(tool + ": " + said.lines().collect(Collectors.joining(" ")));
                }
            } catch (InterruptedException e) {
                process.destroy();
                throw new Failed("interrupted");
            }
        }
    }

    private void compile(Plan plan, List<Path> all, List<String> more, Path classes) throws IOException, Failed {
        Files.createDirectories(classes);
        assemble(all.stream().filter(file -> isForAssembler(file.toString())).toList(), classes);
        List<Path> files =
                all.stream().filter(file -> !isForAssembler(file.toString())).toList();
        if (files.isEmpty()) {
            return;
        }
        List<String> options = new ArrayList<>(List.of(
                "-nowarn",
                "-XDignore.symbol.file=true",
                "-implicit:class",
                "-sourcepath",
                Launch.join(plan.sourcePath()),
                "-cp",
                Launch.join(Stream.concat(Stream.of(classes), Libraries.of(plan).stream())
                        .toList())));
        if (!more.contains("-d")) {
            options.addAll(List.of("-d", classes.toString()));
        }
        if (more.stream().noneMatch(word -> word.startsWith("-proc") || word.equals("--release"))) {
            options.add("-proc:none");
        }
        if (!more.contains("--release")) {
            options.addAll(Launch.moduleOptions(plan, true));
        }
        options.addAll(more);
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        try (StandardJavaFileManager manager = javac.getStandardFileManager(diagnostics, null, null)) {
            boolean isDone = javac.getTask(
                            new StringWriter(),
                            manager,
                            diagnostics,
                            options,
                            null,
                            manager.getJavaFileObjectsFromPaths(files))
                    .call();
            if (!isDone) {
                throw new Failed(diagnostics.getDiagnostics().stream()
                        .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                        .map(each -> each.getMessage(null).lines().collect(Collectors.joining(" ")))
                        .findFirst()
                        .orElse("javac does not say why"));
            }
        } catch (IllegalArgumentException e) {
            throw new Failed(e.getMessage());
        }
    }
}
