package dev.weft.bench.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The facts about the machine that a figure depends on. */
public final class Machine {
    private Machine() {}

    /** Processor, cores, memory, kernel. */
    public static Map<String, String> facts() throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("processor", field("/proc/cpuinfo", "model name"));
        facts.put("cores", String.valueOf(java.lang.Runtime.getRuntime().availableProcessors()));
        long kilobytes = Long.parseLong(field("/proc/meminfo", "MemTotal").replaceAll("\\D", ""));
        facts.put("memory", Math.round(kilobytes / 1024.0 / 1024.0) + " GiB");
        facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        return facts;
    }

    private static String field(String file, String name) throws IOException {
        for (String line : Files.readAllLines(Path.of(file))) {
            if (line.startsWith(name)) {
                return line.substring(line.indexOf(':') + 1).trim();
            }
        }
        return "unknown";
    }

    /** What {@code java -version} says, in one line. */
    static String version(Runtime runtime) throws IOException, InterruptedException {
        return version(List.of(runtime.java().toString()));
    }

    /** What a java command says of itself, in one line. */
    public static String version(List<String> java) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(java);
        command.add("-version");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text.lines().filter(line -> line.contains("build")).findFirst().orElse(text.strip());
    }
}
