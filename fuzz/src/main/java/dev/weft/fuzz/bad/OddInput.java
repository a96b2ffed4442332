package dev.weft.fuzz.bad;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Runs the {@link OddClasses} in threads, and tells what each has answered: the same with and without Weft. */
public final class OddInput {
    private OddInput() {}

    /** Arguments: words, or nothing. Prints a line for each class that has one of them in what is odd about it. */
    public static void main(String[] arguments) throws InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (Map.Entry<String, byte[]> each : OddClasses.all().entrySet()) {
            if (arguments.length == 0 || Arrays.stream(arguments).anyMatch(each.getKey()::contains)) {
                out.println(tell(each.getKey(), each.getValue()));
            }
        }
    }

    /** A line for each class: what is odd about it, what it is for reflection, what it answers. */
    public static List<String> tell() throws InterruptedException {
        List<String> result = new ArrayList<>();
        for (Map.Entry<String, byte[]> each : OddClasses.all().entrySet()) {
            result.add(tell(each.getKey(), each.getValue()));
        }
        return result;
    }

    private static String tell(String odd, byte[] file) throws InterruptedException {
        String[] answer = new String[1];
        Thread thread = new Thread(() -> answer[0] = Verdict.ofRun(file), "the thread");
        thread.start();
        thread.join();
        return (odd + ": " + answer[0]).replaceAll("\\p{Cntrl}", "?");
    }
}
