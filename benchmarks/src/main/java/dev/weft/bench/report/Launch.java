package dev.weft.bench.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A program that prints numbers, one line per score, the columns separated by blanks.
 *
 * @param runtime the name under which its scores are compared
 * @param command with all arguments
 * @param environment variables that it needs besides the inherited ones
 */
record Launch(String runtime, List<String> command, Map<String, String> environment) {

    /** A main class of the benchmarks' jar on a runtime. */
    static Launch of(Runtime runtime, int carriers, List<String> options, String main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(runtime.java().toString());
        command.addAll(runtime.argumentsFor(carriers));
        command.addAll(options);
        command.addAll(List.of("-cp", Commands.benchmarksJar().toString(), main));
        command.addAll(arguments);
        return new Launch(runtime.name(), command, Map.of());
    }

    /** The same under another name. */
    Launch as(String name) {
        return new Launch(name, command, environment);
    }

    /** Runs it to its end; the scores by column. */
    double[][] scores() throws IOException, InterruptedException {
        return parse(Commands.output(command, environment));
    }

    /** Lines that do not begin with a digit are the runtime's, not the program's. */
    static double[][] parse(String output) throws IOException {
        double[][] lines = output.lines()
                .filter(line -> line.matches("\\d.*"))
                .map(line -> Arrays.stream(line.strip().split(" "))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toArray(double[][]::new);
        if (lines.length == 0) {
            throw new IOException("no score in: " + output.strip());
        }
        double[][] columns = new double[lines[0].length][lines.length];
        for (int line = 0; line < lines.length; line++) {
            for (int column = 0; column < columns.length; column++) {
                columns[column][line] = lines[line][column];
            }
        }
        return columns;
    }

    /**
     * Runs all, in turns, and adds what they print: column by column to one row each.
     *
     * @param scale by which the scores are multiplied
     */
    static void measure(int rounds, List<Launch> launches, double scale, Row... rows) throws InterruptedException {
        for (int round = 0; round < rounds; round++) {
            for (Launch launch : launches) {
                launch.once(scale, rows);
            }
        }
    }

    private void once(double scale, Row... rows) throws InterruptedException {
        try {
            double[][] columns = scores();
            for (int i = 0; i < rows.length; i++) {
                double[] scaled =
                        Arrays.stream(columns[i]).map(score -> score * scale).toArray();
                rows[i].add(runtime, scaled);
                System.err.println(rows[i].title() + ", " + runtime + ": " + Markdown.number(Sample.median(scaled))
                        + " " + rows[i].unit());
            }
        } catch (IOException e) {
            rows[0].fail(runtime, e.getMessage());
            System.err.println(rows[0].title() + ", " + runtime + ": " + e.getMessage());
        }
    }
}
