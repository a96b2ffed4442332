package dev.weft.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fuzz.bad.BadInput;
import dev.weft.fuzz.bad.OddInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The VM says of damaged and odd class files under Weft what it says without. */
class BadInputTest {
    private static final int COUNT = Integer.getInteger("fuzz.mutants", 400);
    private static final long SEED = Long.getLong("fuzz.seed", 1);
    private static final long SECONDS = 120 + COUNT / 10;

    @TempDir
    Path folder;

    private record Run(List<String> out, String err) {}

    @Test
    void damagedClassFilesAreLoadedOrRefusedAsWithoutWeft() throws IOException, InterruptedException {
        List<String> plain = BadInput.tell(SEED, COUNT);
        List<String> woven = underWeft(BadInput.class, String.valueOf(SEED), String.valueOf(COUNT)).out;
        int refused = compare(plain, woven);
        System.out.println(COUNT + " damaged class files, " + refused + " of them refused");
        assertTrue(refused * 3 > COUNT && refused < COUNT, refused + " of " + COUNT + " are refused");
    }

    @Test
    void oddClassesAnswerAsWithoutWeftAndWhatHasNoTwinsHasALineInTheLog() throws IOException, InterruptedException {
        List<String> plain = OddInput.tell();
        Run woven = underWeft(OddInput.class);
        int refused = compare(plain, woven.out);
        assertTrue(refused > 20 && refused < plain.size() / 2, refused + " of " + plain.size() + " are refused");
        assertTrue(woven.err.contains("(dev.weft.agent.asm.ClassTooLargeException"), woven.err);
        assertTrue(woven.err.contains("(a name is no identifier, which it must be before version 49)"), woven.err);
    }

    /** Compares line by line, and returns how many are errors. */
    private static int compare(List<String> plain, List<String> woven) {
        assertEquals(plain.size(), woven.size());
        int errors = 0;
        List<String> differing = new ArrayList<>();
        for (int i = 0; i < plain.size(); i++) {
            if (!kind(plain.get(i)).equals(kind(woven.get(i)))) {
                differing.add("plain: " + plain.get(i) + "\nwoven: " + woven.get(i));
            }
            errors += kind(plain.get(i)).matches(".*(Error:|Exception:|linked)") ? 1 : 0;
        }
        assertEquals(List.of(), differing);
        return errors;
    }

    /**
     * Of an error the seed and the class: its text may name an offset in woven code. Where verification fails, what is
     * wrong with another class may be found first, or what is wrong with frames.
     */
    private static String kind(String line) {
        // the one difference that reflection shows: the flag is not allowed in the version of woven classes
        String same = line.replace("abstract synchronized void odd.Odd.m()", "abstract void odd.Odd.m()")
                .replace("odd.Odd.m() 420", "odd.Odd.m() 400");
        String first = same.replaceFirst("(Error|Exception): .*", "$1:");
        return first.equals(same)
                ? same
                : first.replaceFirst("java.lang.(VerifyError|NoClassDefFoundError):", "refused while it is linked");
    }

    private Run underWeft(Class<?> main, String... arguments) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = Child.start(out, err, main, arguments);
        boolean hasEnded = process.waitFor(SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        String errors = Files.readString(err, StandardCharsets.UTF_8);
        assertTrue(hasEnded && process.exitValue() == 0, errors);
        return new Run(Files.readString(out, StandardCharsets.UTF_8).lines().toList(), errors);
    }
}
