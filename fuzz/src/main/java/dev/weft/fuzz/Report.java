package dev.weft.fuzz;

import dev.weft.fuzz.gen.Choices;
import dev.weft.fuzz.gen.Program;
import dev.weft.fuzz.gen.ProgramGenerator;
import dev.weft.fuzz.run.ProgramRun.Outcome;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceClassVisitor;

/** Tells about a disagreement, with the program made small. */
final class Report {
    private Report() {}

    /** Seed, what differs, and the program as text. */
    static String of(Way way, Choices.Node tree, String... options) throws InterruptedException {
        Program program = ProgramGenerator.generate(Choices.replay(tree));
        Outcome plain = Fuzz.plain(program, true);
        try (Child child = new Child(way, options)) {
            Child.Answer answer = child.run(List.of(program), 0, true).get(0);
            return text(program) + difference(plain, answer) + child.errors();
        }
    }

    /** The program as text. */
    static String text(Program program) {
        StringWriter text = new StringWriter();
        for (byte[] file : program.classes().values()) {
            new ClassReader(file).accept(new TraceClassVisitor(null, new Textifier(), new PrintWriter(text)), 0);
        }
        return text.toString();
    }

    private static String difference(Outcome plain, Child.Answer answer) {
        if (answer.outcome() == null) {
            return "the JVM under Weft " + answer.failure() + "\n";
        }
        String[] here = plain.log().split("\n");
        String[] there = answer.outcome().log().split("\n");
        int at = 0;
        while (at < here.length && at < there.length && here[at].equals(there[at])) {
            at++;
        }
        return "event " + at + " of " + here.length + ": plain "
                + (at < here.length ? here[at] : "ends") + ", under Weft "
                + (at < there.length ? there[at] : "ends") + " (of " + there.length + ")\n"
                + (answer.outcome().events() < 0 ? answer.outcome().log() + "\n" : "");
    }
}
