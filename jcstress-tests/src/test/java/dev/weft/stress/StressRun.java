package dev.weft.stress;

import dev.weft.support.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One run of jcstress in a child process, its actors in fibers; what it says of each test.
 *
 * @param passed tests of which no run has shown a forbidden outcome
 * @param failed tests of which some run has
 * @param broken tests that some run could not complete: crashed, hung, threw
 * @param output all that jcstress has printed
 */
record StressRun(TreeSet<String> passed, TreeSet<String> failed, TreeSet<String> broken, String output) {
    private static final Pattern VERDICT =
            Pattern.compile("\\[(OK|FAILED|ERROR|TIMEOUT|VM ERROR)] (dev\\.weft\\.\\S+)");
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    /**
     * Runs the tests whose names the expression matches; the carriers are two.
     *
     * @param millis for so long each
     * @param chaos value of {@code weft.chaos}, or null
     */
    static StressRun of(String tests, int millis, String chaos, Path folder) throws IOException, InterruptedException {
        Path flags = flags(chaos != null, folder);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.openjdk.jcstress.Main"));
        command.addAll(List.of("-t", tests, "-v", "-f", "1", "-iters", "1", "-time", String.valueOf(millis)));
        // small steps: what waits in every sample would take long over a big one
        command.addAll(List.of("-strideSize", "32", "-strideCount", "16"));
        command.addAll(List.of("-af", "NONE", "-sc", "false", "-spinStyle", "THREAD_YIELD"));
        command.addAll(List.of(
                "-jvmArgs", "@" + flags + " -Dweft.parallelism=2" + (chaos == null ? "" : " -Dweft.chaos=" + chaos)));
        command.addAll(List.of("-r", folder.resolve("results").toString()));
        return parse(output(command, folder, Integer.getInteger("stress.seconds", 300)));
    }

    /** A file of the options that start the plain java on Weft. */
    static Path flags(boolean isChaos, Path folder) throws IOException, InterruptedException {
        Path flags = folder.resolve("flags");
        List<String> weft = new ArrayList<>(
                List.of("sh", ROOT.resolve("bin").resolve("weft").toString(), "flags"));
        if (isChaos) {
            weft.add("--chaos");
        }
        Files.writeString(flags, output(weft, folder, 300));
        return flags;
    }

    /** The verdicts in jcstress's own output. A test that failed once has failed. */
    static StressRun parse(String output) {
        StressRun run = new StressRun(new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), output);
        Matcher verdicts = VERDICT.matcher(output);
        while (verdicts.find()) {
            String test = verdicts.group(2);
            switch (verdicts.group(1)) {
                case "OK" -> run.passed.add(test);
                case "FAILED" -> run.failed.add(test);
                default -> run.broken.add(test);
            }
        }
        run.passed.removeAll(run.failed);
        run.passed.removeAll(run.broken);
        return run;
    }

    /** What it writes to standard output; its errors are in the exception if it does not end in time. */
    static String output(List<String> command, Path folder, int seconds) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        ChildJvm.Result result = ChildJvm.run(builder, Duration.ofSeconds(seconds));
        if (!result.hasEnded()) {
            throw new IOException("still running after " + seconds + " s: " + command + "\n" + result);
        }
        return result.out();
    }
}
