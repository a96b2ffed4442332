package dev.weft.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What stands above the figures. */
final class Facts {
    private final Map<String, String> facts = new LinkedHashMap<>();

    Facts(Runtimes runtimes) throws IOException, InterruptedException {
        facts.put("date", LocalDate.now().toString());
        put("commit", commit());
        facts.putAll(Machine.facts());
        for (Runtime runtime : runtimes.all()) {
            facts.put(runtime.name(), Machine.version(runtime));
        }
        runtimes.missing().forEach((name, why) -> facts.put(name, "not measured: " + why));
    }

    /** What git calls the sources, changed ones marked; nothing where there is no git. */
    private static String commit() throws IOException, InterruptedException {
        Path git = Commands.onPath("git");
        return git == null || !Files.exists(Path.of(".git"))
                ? ""
                : Commands.output(List.of(git.toString(), "describe", "--always", "--dirty", "--exclude=*"), Map.of())
                        .strip();
    }

    /** The versions of what the wanted sets need besides the JDKs. */
    void others(Set<String> wanted, List<Peer> peers, Path java, Path jruby) throws IOException, InterruptedException {
        if (wanted.contains("peers") || wanted.contains("suspend")) {
            String names = peers.stream().map(Peer::name).collect(Collectors.joining(", "));
            facts.put("peers", names.isEmpty() ? "none were built" : names);
        }
        Path go = Commands.onPath("go");
        if (wanted.contains("peers") && go != null) {
            facts.put(
                    "Go",
                    Commands.output(List.of(go.toString(), "version"), Map.of()).strip());
        }
        if (wanted.contains("jruby") && Files.exists(jruby)) {
            List<String> command = List.of(java.toString(), "-jar", jruby.toString(), "--version");
            facts.put("JRuby", Commands.output(command, Map.of()).strip());
        }
        if (wanted.contains("http") || wanted.contains("relay")) {
            facts.put("load of HTTP", Load.version());
        }
    }

    void put(String name, String value) {
        if (!value.isEmpty()) {
            facts.put(name, value);
        }
    }

    Map<String, String> all() {
        return facts;
    }

    /** The command line that gives the report again, quoted for a shell. */
    static String command(List<String> arguments) {
        String quoted = arguments.stream()
                .map(word -> word.matches("[\\w=.,/:+-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
        return ("java -jar benchmarks/target/benchmarks-report.jar " + quoted).strip();
    }
}
