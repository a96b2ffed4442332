package dev.weft.weaver.observe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Stacks with weights, in the form that flame graphs are made of: a line for each, with its frames from the outermost
 * to the innermost one, semicolons between them, and its weight behind a space.
 */
public final class CollapsedStacks {
    private final Map<String, Long> weights = new TreeMap<>();

    /** Adds to the weight of a stack; one without frames, as threads of the VM have, would be none of that form. */
    public void add(String stack, long weight) {
        if (!stack.isEmpty()) {
            weights.merge(stack, weight, Long::sum);
        }
    }

    /**
     * Adds lines of that form, each changed.
     *
     * @throws NumberFormatException if a line has no weight, or if all weights are more than a number can be: the
     *     message has the line's number
     */
    public void read(BufferedReader lines, UnaryOperator<String> change) throws IOException {
        int number = 0;
        long all = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            int space = line.lastIndexOf(' ');
            long weight;
            try {
                weight = Long.parseLong(line, space + 1, line.length(), 10);
            } catch (NumberFormatException e) {
                throw new NumberFormatException("line " + number + " does not end with a number");
            }
            if (weight < 0) {
                throw new NumberFormatException("line " + number + " ends with " + weight + ", a number below 0");
            }
            if (weight > Long.MAX_VALUE - all) {
                throw new NumberFormatException(
                        "up to line " + number + ", the numbers are more than " + Long.MAX_VALUE + " in all");
            }
            all += weight;
            add(change.apply(line.substring(0, Math.max(0, space))), weight);
        }
    }

    /** Whether there is no stack. */
    public boolean isEmpty() {
        return weights.isEmpty();
    }

    /** Writes the lines, with weights in another unit; those that are less than half of one are left out. */
    public void write(PrintWriter out, long unit) {
        weights.forEach((stack, weight) -> {
            long shown = (weight + unit / 2) / unit;
            if (shown > 0) {
                out.println(stack + ' ' + shown);
            }
        });
    }
}
