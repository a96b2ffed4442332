package dev.weft.demo;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that all kinds of runs have. */
final class Settings {
    @Option(
            names = "--java",
            paramLabel = "PATH",
            description = "java for the plain run and the load client (default: the one that runs this)")
    private Path java = Path.of(System.getProperty("java.home"), "bin", "java");

    @Option(
            names = "--weft",
            paramLabel = "PATH",
            description =
                    "bin/weft, or another launcher that takes the arguments of java and runs threads as fibers; it chooses its JDK by itself")
    private Path weft;

    @Option(names = "--server-jar", paramLabel = "JAR", description = "the server (default: beside this module's)")
    private Path serverJar = sibling("legacy-server");

    @Option(names = "--client-jar", paramLabel = "JAR", description = "the load client (default: beside this module's)")
    private Path clientJar = sibling("load-client");

    @Option(
            names = "--modes",
            paramLabel = "MODE",
            split = ",",
            defaultValue = "plain,fibers",
            description = "what to run: plain, fibers or both (default: ${DEFAULT-VALUE})")
    private List<String> modes = new ArrayList<>();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "8",
            description = "how long to measure under load (default: ${DEFAULT-VALUE})")
    private int seconds;

    @Option(
            names = "--warmup-seconds",
            paramLabel = "N",
            defaultValue = "4",
            description = "load before that (default: ${DEFAULT-VALUE})")
    private int warmupSeconds;

    @Option(
            names = "--start-seconds",
            paramLabel = "N",
            defaultValue = "300",
            description =
                    "time for the server's start, in which a launcher may have to weave (default: ${DEFAULT-VALUE})")
    private int startSeconds;

    @Option(
            names = "--jvm-option",
            paramLabel = "OPTION",
            description = "an option for the server's JVM in all runs, for instance -Xmx1g; repeatable")
    private List<String> jvmOptions = new ArrayList<>();

    /** The modes to run, plain threads first. */
    List<Mode> modes() throws DemoException {
        List<Mode> chosen = new ArrayList<>();
        for (String mode : modes) {
            if (!mode.equals("plain") && !mode.equals("fibers")) {
                throw new DemoException("no such mode: " + mode + " (there are plain and fibers)");
            }
        }
        if (modes.contains("plain")) {
            chosen.add(new Mode("plain threads", launcher(java), true));
        }
        if (modes.contains("fibers")) {
            if (weft == null) {
                throw new DemoException("--weft=PATH is missing (or choose --modes=plain)");
            }
            chosen.add(new Mode("fibers", launcher(weft), false));
        }
        return chosen;
    }

    /** Fails with a clear line if something is missing or senseless. */
    void check() throws DemoException {
        for (Path jar : List.of(serverJar, clientJar)) {
            if (!Files.isRegularFile(jar)) {
                throw new DemoException("no such file: " + jar + " (mvn -f examples/pom.xml package makes it)");
            }
        }
        if (seconds < 1 || warmupSeconds < 0 || startSeconds < 1) {
            throw new DemoException("--seconds and --start-seconds must be at least 1, --warmup-seconds at least 0");
        }
    }

    private List<String> launcher(Path program) {
        List<String> command = new ArrayList<>();
        command.add(program.toString());
        command.addAll(jvmOptions);
        return command;
    }

    private static Path sibling(String module) {
        try {
            Path self = Path.of(Settings.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return self.resolve("../../../" + module + "/target/" + module + ".jar")
                    .normalize();
        } catch (URISyntaxException e) {
            return Path.of(module + ".jar");
        }
    }

    String java() {
        return java.toString();
    }

    String serverJar() {
        return serverJar.toString();
    }

    String clientJar() {
        return clientJar.toString();
    }

    int seconds() {
        return seconds;
    }

    int warmupSeconds() {
        return warmupSeconds;
    }

    int startSeconds() {
        return startSeconds;
    }
}
