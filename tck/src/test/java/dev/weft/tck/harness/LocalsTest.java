package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.ContextLocals;
import dev.weft.tck.programs.ContextStress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Context locals and processor locals, in child JVMs. */
@ExtendWith(Jvm.class)
class LocalsTest {
    private static final String CONTEXT_RULES =
            """
            unbound: NoSuchElementException
            message: the ContextLocal is not bound in this thread: bind it with ContextLocal.where(..).run(..) around the call
            null local: NullPointerException
            null operation: NullPointerException
            null other: NullPointerException
            not in the carrier: NoSuchElementException
            orElseThrow: UnsupportedOperationException
            null is a value: true null
            the last one: secondsecond1
            nested: secondinner1second
            thrown: InterruptedException unbound
            fiber: true starter
            platform: true starter
            grandchild: starter
            made within, started without: unbound
            a pool's worker: first second
            wrapped without bindings: unbound first
            a ForkJoin worker: unbound
            at first: first
            whoever ran it: unbound
            resumed elsewhere: first1
            whoever resumed it: fiberfalse
            resumed within: inner1
            between: first1
            resumed again: inner1
            at last: firstfalse
            whoever ended it: unbound2true
            ended threads: TERMINATED TERMINATED
            """;

    /** In chaos mode, each third call suspends. */
    private static String run(Launch launch, Class<?> program, String... arguments) {
        List<String> options = new ArrayList<>(List.of("-Xmx300m"));
        if (launch == Launch.CHAOS) {
            options.add("-Dweft.chaos=1,3");
        }
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, program.getName(), arguments), 300);
        assertEquals("", result.err());
        assertEquals(0, result.exit(), result.out());
        return result.out();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
    void contextLocalsKeepTheRules(Launch launch) {
        assertEquals(CONTEXT_RULES, run(launch, ContextLocals.class));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
    void eachCallFindsWhatIsBoundAroundIt(Launch launch) {
        long seed = System.nanoTime() >>> 20;
        System.out.println("seed of ContextStress: " + seed);
        assertEquals("100 programs are right\n", run(launch, ContextStress.class, "100", String.valueOf(seed)));
    }

    @Test
    void aWrongBindingIsFound() {
        String out = run(Launch.IMAGE, ContextStress.class, "100", "1", "broken");
        assertTrue(out.startsWith("seed 1: "), out);
    }
}
