package dev.weft.openjdktests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the command line of one action in one mode. */
final class Launch {
    private final Suite suite;
    private final Options options;
    private final Path runner;
    private final Path jdkOfChildren;

    Launch(Suite suite, Options options, Path runner) throws IOException {
        this.suite = suite;
        this.options = options;
        this.runner = runner;
        this.jdkOfChildren = options.areChildrenWoven() ? wovenJdk() : options.jdk();
    }

    /** A folder like the JDK's, but that its {@code java} is Weft. */
    private Path wovenJdk() throws IOException {
        Path folder = options.work().resolve("jdk");
        link(options.jdk(), folder, "bin");
        link(options.jdk().resolve("bin"), folder.resolve("bin"), "java");
        Path java = folder.resolve("bin/java");
        Files.writeString(
                java,
                "#!/bin/sh\nexec " + options.weft() + " -Dweft.main=fiber " + String.join(" ", options.weftOptions())
                        + " \"$@\"\n");
        java.toFile().setExecutable(true);
        return folder;
    }

    private static void link(Path from, Path to, String but) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> list = Files.list(from)) {
            for (Path each : list.filter(path -> !path.endsWith(but)).toList()) {
                Path link = to.resolve(each.getFileName());
                if (!Files.exists(link)) {
                    Files.createSymbolicLink(link, each);
                }
            }
        }
    }

    /** The command; {@code scratch} is the folder it will run in. */
    List<String> command(Plan plan, Action action, Mode mode, Path classes, Path scratch) throws IOException {
        boolean isFiber = mode == Mode.FIBER && action.isTest();
        List<String> command = new ArrayList<>();
        if (isFiber) {
            command.addAll(List.of("sh", options.weft().toString()));
            command.addAll(options.weftOptions());
        } else {
            command.add(options.jdk().resolve("bin/java").toString());
        }
        properties(plan, classes, mode).forEach((key, value) -> command.add("-D" + key + "=" + value));
        command.addAll(moduleOptions(plan, false));
        List<Path> path = classPath(plan, classes);
        String own = "";
        for (int i = 0; i < action.options().size(); i++) {
            String option = substitute(action.options().get(i), plan, classes);
            if (List.of("-cp", "-classpath", "--class-path").contains(option)
                    && i + 1 < action.options().size()) {
                own = substitute(action.options().get(++i), plan, classes) + ":";
            } else {
                command.add(option);
            }
        }
        command.addAll(policy(plan, action, path, scratch));
        if (action.keys().containsKey("bootclasspath")) {
            command.add("-Xbootclasspath/a:" + classes);
        }
        command.addAll(List.of("-cp", own + join(path), "dev.weft.openjdktests.runner.Runner"));
        command.add(action.kind().equals("driver") ? "main" : action.kind());
        command.addAll(List.of(isFiber ? "fiber" : "plain", action.target()));
        action.arguments().forEach(word -> command.add(substitute(word, plan, classes)));
        return command;
    }

    /** The class path, with colons. */
    String classPathOf(Plan plan, Path classes) {
        return join(classPath(plan, classes));
    }

    private List<Path> classPath(Plan plan, Path classes) {
        return Stream.of(
                        Stream.of(classes, plan.test().file().getParent()),
                        plan.sourcePath().stream(),
                        Stream.of(runner),
                        Libraries.of(plan).stream())
                .flatMap(each -> each)
                .distinct()
                .toList();
    }

    /** What jtreg tells tests by system properties. */
    private Map<String, String> properties(Plan plan, Path classes, Mode mode) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("test.name", plan.test().name());
        all.put("test.file", plan.test().file().toString());
        all.put("test.root", suite.root().toString());
        all.put("test.src", plan.test().file().getParent().toString());
        all.put("test.src.path", join(plan.sourcePath()));
        all.put("test.classes", classes.toString());
        all.put("test.class.path", join(classPath(plan, classes)));
        all.put(
                "test.class.path.prefix",
                join(List.of(classes, plan.test().file().getParent())));
        all.put("test.modules", String.join(" ", plan.modules()));
        all.put("test.jdk", (mode == Mode.FIBER ? jdkOfChildren : options.jdk()).toString());
        all.put("compile.jdk", options.jdk().toString());
        all.put("test.vm.opts", "");
        all.put("test.java.opts", "");
        all.put("test.tool.vm.opts", "");
        all.put("test.compiler.opts", "");
        all.put("test.timeout.factor", String.valueOf(options.factor()));
        return all;
    }

    private List<String> policy(Plan plan, Action action, List<Path> path, Path scratch) throws IOException {
        List<String> all = new ArrayList<>();
        String file = action.keys().get("policy");
        String added = action.keys().get("java.security.policy");
        String manager = action.keys().get("secure");
        if (file == null && added == null && manager == null) {
            return all;
        }
        all.add("-Djava.security.manager" + (manager == null || manager.isEmpty() ? "" : "=" + manager));
        if (file == null && added == null) {
            return all;
        }
        boolean replaces = file != null || added.startsWith("=");
        Path theirs = plan.test().file().getParent().resolve(file != null ? file : added.replaceFirst("^=", ""));
        Path ours = scratch.resolveSibling(scratch.getFileName() + ".policy");
        String grants = path.stream()
                .filter(each -> each.equals(runner) || Libraries.of(plan).contains(each))
                .map(each -> "grant codeBase \"" + each.toUri() + "\" { permission java.security.AllPermission; };\n")
                .collect(Collectors.joining());
        Files.writeString(ours, Files.readString(theirs) + "\n" + grants);
        all.add("-Djava.security.policy=" + (replaces ? "=" : "") + ours);
        return all;
    }

    /** Opens and exports what {@code @modules} names. */
    static List<String> moduleOptions(Plan plan, boolean isForCompiler) {
        List<String> all = new ArrayList<>();
        List<String> roots = plan.modules().stream()
                .map(each -> each.replaceFirst("[/:].*", ""))
                .filter(each -> !each.equals("java.base"))
                .distinct()
                .toList();
        if (!roots.isEmpty()) {
            all.add("--add-modules=" + String.join(",", roots));
        }
        for (String each : plan.modules()) {
            String name = each.replaceFirst(":.*", "");
            if (!name.contains("/")) {
                continue;
            }
            if (!each.endsWith(":open")) {
                all.add("--add-exports=" + name + "=ALL-UNNAMED");
            }
            if (each.matches(".*:\\+?open") && !isForCompiler) {
                all.add("--add-opens=" + name + "=ALL-UNNAMED");
            }
        }
        return all;
    }

    /** Replaces the variables that descriptions may use. */
    static String substitute(String word, Plan plan, Path classes) {
        return word.replace("${test.src}", plan.test().file().getParent().toString())
                .replace("${test.classes}", classes.toString())
                .replace("${test.src.path}", join(plan.sourcePath()))
                .replace("${test.class.path}", join(List.of(classes)));
    }

    /** The paths with colons. */
    static String join(List<Path> paths) {
        return paths.stream().map(Path::toString).collect(Collectors.joining(":"));
    }
}
