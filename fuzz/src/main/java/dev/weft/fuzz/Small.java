package dev.weft.fuzz;

import dev.weft.fuzz.gen.Choices;
import dev.weft.fuzz.gen.Program;
import dev.weft.fuzz.gen.ProgramGenerator;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Makes the program of one seed small, and prints it, and adds it to a corpus:
 * {@code Small seed way [seconds [folder name]]}.
 */
public final class Small {
    private Small() {}

    /** As above. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Way way = Way.valueOf(arguments[1]);
        Choices.Node tree = new Choices.Node();
        ProgramGenerator.generate(Choices.record(Long.parseLong(arguments[0]), tree));
        int seconds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 60;
        try (Minimiser minimiser = new Minimiser(way, seconds)) {
            Choices.Node small = minimiser.minimise(tree);
            System.out.println(small == null ? "agrees when run again" : Report.of(way, small));
            System.out.println(minimiser.runs() + " runs");
            if (small != null && arguments.length > 4) {
                Program program = ProgramGenerator.generate(Choices.replay(small));
                Corpus.write(Path.of(arguments[3]), arguments[4], program);
            }
        }
        System.exit(0);
    }
}
