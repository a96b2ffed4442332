package dev.weft.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.support.ChildJvm;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What libraries keep in thread locals does not grow with the fibers, once their caches are processor locals. */
@Tag("long")
@ExtendWith(Woven.class)
class KeptByLibrariesTest {
    private static final int FIBERS = 100_000;
    private static final int FEW = 2_000;

    private static long kept(String library, String chosen, int fibers) throws Exception {
        ChildJvm.Result result = Child.java(
                Mode.FIBER,
                List.of(
                        "-Xmx800m",
                        "-XX:+UseSerialGC",
                        "-XX:-UseTLAB",
                        // the first fibers wait for classes that others initialize
                        "-Dweft.pinned=off",
                        "-Dweft.processorLocal=" + chosen,
                        "-cp",
                        Child.classPath(),
                        KeptByLibraries.class.getName(),
                        library,
                        String.valueOf(fibers)));
        assertEquals(0, result.exit(), result.toString());
        assertEquals("", result.err());
        return Long.parseLong(result.out().strip());
    }

    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({
        "jackson,class:com.fasterxml.jackson.core.util.BufferRecyclers",
        "netty,class:io.netty.util.internal.InternalThreadLocalMap",
        "dates,field:dev.weft.programs.KeptByLibraries.FORMATS"
    })
    void ofAHundredThousandFibersNoneKeepsWhatALibraryCaches(String library, String chosen) throws Exception {
        long base = kept("none", chosen, FIBERS);
        long more = kept(library, chosen, FIBERS) - base;
        long otherwise = kept(library, "class:none", FEW) - base;
        System.out.println(library + ": " + more + " bytes more per fiber, " + otherwise + " where it is not chosen");
        assertTrue(more < 64, more + " bytes more than " + base);
        assertTrue(otherwise > 500, "what each has for itself is seen: " + otherwise);
    }
}
