package dev.weft.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.programs.Catalogue.Form;
import dev.weft.programs.Catalogue.Program;
import dev.weft.support.ChildJvm;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Real programs say on fibers what they say on the plain JDK, also when they are suspended on both sides of every call.
 *
 * <p>The short form runs a part of them, small, and {@code -Dprograms.few=true} of these only those that chaos mode
 * would run, without it; {@code -Dprograms.long=true} runs all, large, and in chaos mode small;
 * {@code -Dprograms.only=H2,Lucene} runs these in all modes, whatever the form.
 */
@ExtendWith(Woven.class)
class ProgramsTest {
    private static final boolean LONG = Boolean.getBoolean("programs.long");
    private static final boolean FEW = Boolean.getBoolean("programs.few");
    private static final String SIZE = LONG ? "long" : "short";
    private static final List<String> ONLY = Arrays.stream(
                    System.getProperty("programs.only", "").split(","))
            .filter(name -> !name.isBlank())
            .toList();
    private static final Map<String, ChildJvm.Result> COMPILED = new ConcurrentHashMap<>();

    @TestFactory
    Stream<DynamicTest> programsSayOnFibersWhatTheySayOnThePlainJdk() {
        List<Program> chosen =
                Catalogue.all().stream().filter(ProgramsTest::isChosen).toList();
        assertTrue(!chosen.isEmpty() && chosen.size() >= ONLY.size(), "-Dprograms.only names no such program: " + ONLY);
        return chosen.stream().map(each -> DynamicTest.dynamicTest(each.name(), () -> compare(each)));
    }

    private static boolean isChosen(Program program) {
        if (!ONLY.isEmpty()) {
            return ONLY.contains(program.name());
        }
        return LONG || program.form() == Form.SHORT || program.form() == Form.SHORT_WITHOUT_CHAOS && !FEW;
    }

    private static void compare(Program program) throws Exception {
        if (!program.compiler().isEmpty()) {
            ChildJvm.Result compiled = COMPILED.computeIfAbsent(program.compiler(), ProgramsTest::compile);
            assertEquals(0, compiled.exit(), compiled.toString());
        }
        String name = program.name();
        Comparison comparison = new Comparison(Child.run(Mode.PLAIN, option(program), name, SIZE));
        boolean mustNotPin = program.pins().isEmpty();
        comparison.check(Child.run(Mode.FIBER, onFibers(program, mustNotPin), name, SIZE), mustNotPin);
        if (LONG || !ONLY.isEmpty() || program.form() == Form.SHORT && !FEW) {
            Comparison small =
                    LONG ? new Comparison(Child.run(Mode.PLAIN, option(program), name, "short")) : comparison;
            small.check(Child.run(Mode.CHAOS, option(program), name, "short"), false);
        }
    }

    /** What waits rarely pins in later runs, of which other programs' are some: the class path is that of all. */
    private static List<String> onFibers(Program program, boolean mustNotPin) {
        String own = option(program);
        return Stream.of(own, mustNotPin ? "-Dweft.experience=off" : "")
                .filter(option -> !option.isEmpty())
                .toList();
    }

    private static String option(Program program) {
        return program.compiler().isEmpty() ? program.option() : "-Dprograms.classes=" + Child.classes();
    }

    private static ChildJvm.Result compile(String compiler) {
        try {
            return Child.run(Mode.PLAIN, "-Dprograms.classes=" + Child.classes(), compiler, "short");
        } catch (Exception e) {
            throw new IllegalStateException(compiler, e);
        }
    }
}
