package dev.weft.bench.macro.report;

import dev.weft.bench.macro.Measured;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs the large programs once in each mode, compares their checksums, and writes a table. */
@Command(
        name = "programs/large/run",
        mixinStandardHelpOptions = true,
        description = "Runs large programs on the plain JDK 17, on fibers and in chaos mode, and writes a table.")
public final class Large implements Callable<Integer> {
    private static final String MODULES = "programs/large";
    private static final int SECONDS = 10;
    private static final String PLAIN = "plain";
    private static final String FIBERS = "fibers";
    private static final String CHAOS = "chaos";

    @Parameters(paramLabel = "PROGRAM", arity = "0..*", description = "only these")
    private List<String> only = new ArrayList<>();

    @Option(names = "--modes", split = ",", defaultValue = "plain,fibers,chaos", description = "plain, fibers, chaos")
    private List<String> modes;

    @Option(names = "--out", defaultValue = "benchmarks/target/large-programs.md", description = "the table")
    private Path out;

    @Option(names = "--print-modules", description = "prints the modules that have the programs, and runs nothing")
    private boolean printsModules;

    @Spec
    private CommandSpec spec;

    private final Map<String, Measured> plain = new LinkedHashMap<>();
    private boolean hasFailed;

    /** Runs the command. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Large()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        if (printsModules) {
            programs().map(Program::module).distinct().forEach(System.out::println);
            return 0;
        }
        return runAll();
    }

    private Stream<Program> programs() {
        return LargeCatalogue.all().stream().filter(each -> only.isEmpty() || only.contains(each.name()));
    }

    private int runAll() throws IOException, InterruptedException {
        List<String> rows = new ArrayList<>();
        rows.add("| program | mode | result | start, s | units per s | resident at the peak, MB | pins |");
        rows.add("|---|---|---|---|---|---|---|");
        for (Program program : programs().toList()) {
            for (String mode : modes) {
                rows.add("| " + program.name() + " | " + mode + " | " + row(program, mode) + " |");
                System.err.println(rows.get(rows.size() - 1));
                Files.createDirectories(out.toAbsolutePath().getParent());
                Files.write(out, rows);
            }
        }
        return hasFailed ? 1 : 0;
    }

    private void check() {
        List<String> names = LargeCatalogue.all().stream().map(Program::name).toList();
        for (String name : only) {
            refuseUnless(names.contains(name), "no program " + name + "; there are " + String.join(", ", names));
        }
        refuseUnless(
                Set.of(PLAIN, FIBERS, CHAOS).containsAll(modes) && modes.get(0).equals(PLAIN),
                "--modes: plain, with which the others are compared, then fibers, chaos or both");
    }

    private void refuseUnless(boolean isRight, String message) {
        if (!isRight) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    private String row(Program program, String mode) throws IOException, InterruptedException {
        try {
            Measured run =
                    Runs.run(Runs.Command.of(command(program, mode)), program.type(), Effort.SMOKE.with(1, SECONDS));
            if (mode.equals(PLAIN)) {
                plain.put(program.name(), run);
            }
            String result = result(plain.get(program.name()), run);
            hasFailed |= !result.equals("right");
            return String.format(
                    Locale.ROOT,
                    "%s | %.1f | %.1f | %.0f | %.0f",
                    result,
                    run.number("startMillis") / 1e3,
                    run.units() / SECONDS,
                    run.number("residentPeakBytes") / (1 << 20),
                    Math.max(0, run.number("pinned")));
        } catch (IOException e) {
            hasFailed = true;
            return e.getMessage().replace('|', '/') + " | | | |";
        }
    }

    private static String result(Measured expected, Measured run) {
        if (expected == null) {
            return "not compared: the plain JDK's run failed";
        }
        return expected.checksum().equals(run.checksum()) ? "right" : "wrong checksum";
    }

    private static List<String> command(Program program, String mode) throws IOException {
        Path target = Path.of(MODULES, program.module(), "target").toAbsolutePath();
        if (!Files.exists(target.resolve("classpath"))) {
            throw new IOException(program.module() + " was not built: see what programs/large/run printed");
        }
        String path = Files.readString(target.resolve("classpath")).strip();
        String weft = Path.of("bin/weft").toAbsolutePath().toString();
        List<String> command = new ArrayList<>(
                switch (mode) {
                    case PLAIN -> List.of(Path.of(System.getProperty("java.home"), "bin", "java")
                            .toString());
                    case FIBERS -> List.of(weft);
                    case CHAOS -> List.of("env", "WEFT_MODE=chaos", weft, "-Dweft.chaos=42,300");
                    default -> throw new IOException("no mode " + mode);
                });
        command.add("-Xmx" + program.megabytes() + "m");
        for (String option : program.options()) {
            String here = option.replace(LargeCatalogue.TARGET, target.toString());
            if (mode.equals(CHAOS) && option.startsWith(LargeCatalogue.PATCH)) {
                path += File.pathSeparator + here.substring(here.lastIndexOf('=') + 1);
            } else {
                command.add(option.equals(LargeCatalogue.JAMM) ? LargeCatalogue.JAMM + jar(path, "jamm-") : here);
            }
        }
        command.add("-cp");
        command.add(target.resolve("classes") + File.pathSeparator + path);
        return command;
    }

    private static String jar(String path, String name) throws IOException {
        for (String each : path.split(File.pathSeparator)) {
            if (Path.of(each).getFileName().toString().startsWith(name)) {
                return each;
            }
        }
        throw new IOException("no jar " + name);
    }
}
