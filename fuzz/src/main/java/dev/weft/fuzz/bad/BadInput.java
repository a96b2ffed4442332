package dev.weft.fuzz.bad;

import dev.weft.fuzz.gen.Choices;
import dev.weft.fuzz.gen.ProgramGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Defines and links damaged class files, and tells of each what has become of it. What it tells must be the same with
 * and without Weft.
 */
public final class BadInput {
    /** Real code: of class files without frames, with them, and of this JDK's compiler. */
    private static final String[] SAMPLES = {
        "org/objectweb/asm/ClassReader",
        "org/objectweb/asm/Type",
        "org/objectweb/asm/util/Textifier",
        "org/objectweb/asm/tree/analysis/Frame",
        "dev/weft/fuzz/gen/Choices",
        "dev/weft/fuzz/gen/Values",
        "dev/weft/fuzz/run/Rt",
        "dev/weft/fuzz/bad/Damage"
    };

    /** With attributes of all kinds. */
    private static final String[] DECORATED = {
        "dev/weft/fuzz/bad/Decorated",
        "dev/weft/fuzz/bad/Decorated$1",
        "dev/weft/fuzz/bad/Decorated$Mark",
        "dev/weft/fuzz/bad/Decorated$Pair"
    };

    private BadInput() {}

    /** Arguments: the first seed, and how many. Prints a line for each seed. */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        tell(Long.parseLong(arguments[0]), Integer.parseInt(arguments[1])).forEach(line -> out.println(line));
        out.flush();
    }

    /** A line for each seed: the seed, and what became of the class. */
    public static List<String> tell(long first, int count) throws IOException {
        List<byte[]> samples = samples();
        List<byte[]> decorated = read(DECORATED);
        List<String> result = new ArrayList<>();
        for (long seed = first; seed < first + count; seed++) {
            String verdict = Verdict.of(damaged(seed, samples, decorated), seed % 2 == 0);
            result.add(seed + " " + verdict.replaceAll("[\\p{Cntrl}\u2028\u0085]", "?"));
        }
        return result;
    }

    /** The class file that a seed stands for. */
    static byte[] file(long seed) throws IOException {
        return damaged(seed, samples(), read(DECORATED));
    }

    /** Every third one has damage to attributes. */
    private static byte[] damaged(long seed, List<byte[]> samples, List<byte[]> decorated) {
        return seed % 3 == 0
                ? Damage.ofAttribute(decorated.get((int) (seed / 3 % decorated.size())), seed)
                : Damage.of(samples.get((int) (seed % samples.size())), seed);
    }

    private static List<byte[]> samples() throws IOException {
        List<byte[]> result = read(SAMPLES);
        for (long seed = 1; seed <= 6; seed++) {
            result.addAll(ProgramGenerator.generate(Choices.record(seed, new Choices.Node()))
                    .classes()
                    .values());
        }
        return result;
    }

    private static List<byte[]> read(String[] names) throws IOException {
        List<byte[]> result = new ArrayList<>();
        for (String name : names) {
            try (InputStream in = BadInput.class.getResourceAsStream("/" + name + ".class")) {
                result.add(in.readAllBytes());
            }
        }
        return result;
    }
}
