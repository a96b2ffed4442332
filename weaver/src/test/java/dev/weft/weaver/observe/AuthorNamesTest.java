package dev.weft.weaver.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class AuthorNamesTest {
    private static final String CARRIER = "java/lang/Thread.run_[j];jdk/internal/weft/SystemThread.run_[j];"
            + "jdk/internal/weft/scheduler/Carrier.run_[j];";

    private static final String FIBER = CARRIER + "jdk/internal/weft/fiber/Fiber.run_[j];";

    private static String clean(String stack) {
        return new AuthorNames().apply(stack);
    }

    @Test
    void twinsHaveTheNamesOfTheirMethods() {
        assertEquals(
                "java/lang/Thread.run_[j];Shop.serve_[j];Shop.tax_[i]",
                clean(FIBER + "jdk/internal/weft/fiber/FiberEntry.run_[j];java/weft/blocking/FiberMain.run$weft_[j];"
                        + "java/lang/Thread.run$weft_[j];Shop.serve$weft_[j];Shop.tax_[i]"));
    }

    @Test
    void aResumersFrameIsThatOfItsMethodAndItsCallersAreSaidToBeParked() {
        assertEquals(
                "[callers parked];a.Shop.serve;a.Shop.tax",
                clean(FIBER.replace('/', '.').replace("_[j]", "")
                        + "a.Shop$weft$R12$serve.resume;a.Shop$weft$R12$serve.serve$weft;a.Shop.tax"));
    }

    @Test
    void aPinnedStubIsNotShownButARecursionIs() {
        assertEquals("A.m;A.m", clean(FIBER + "jdk/internal/weft/fiber/FiberEntry.run;A.m$weft;A.m$weft"));
        assertEquals("A.m", clean(FIBER + "jdk/internal/weft/fiber/FiberEntry.run;A.m$weft;A.m"));
    }

    @Test
    void aCarrierWithoutFiberIsTheScheduler() {
        assertEquals("[scheduler]", clean(CARRIER + "jdk/internal/weft/scheduler/Carrier.seek_[j];unsafe_park"));
        assertEquals("[scheduler]", clean("jdk.internal.weft.scheduler.Worker.run;a/B.call"));
        assertEquals("[scheduler]", clean("jdk.internal.weft.SystemThread.run;jdk.internal.weft.timer.Timers.run"));
        assertEquals("[weft-carrier-0 tid=7];[scheduler]", clean("[weft-carrier-0 tid=7];" + CARRIER + "x"));
    }

    @Test
    void whatHasNoGeneratedNameStays() {
        String plain = "[main tid=1];java/lang/Thread.run_[j];a/B$1.m(Ljava/lang/String;I)V";
        String native0 = "__libc_start;JavaMain;libjvm.so::foo(int, long)";
        assertEquals("A.m_[j];" + native0, clean("A.m_[j];" + native0));
        assertEquals(plain.replace(";I)V", ":I)V"), clean(plain.replace(";I)V", ":I)V")));
    }

    @Test
    void linesThatBecomeTheSameAreOne() throws IOException {
        CollapsedStacks stacks = new CollapsedStacks();
        stacks.read(new BufferedReader(new StringReader("A.m$weft;B.n 3\n\nA.m;B.n 4\n")), new AuthorNames());
        StringWriter out = new StringWriter();
        stacks.write(new PrintWriter(out), 1);
        assertEquals("A.m;B.n 7", out.toString().strip());
    }

    @Test
    void aLineWithoutANumberIsNamed() {
        BufferedReader lines = new BufferedReader(new StringReader("A.m 1\nnonsense\n"));
        NumberFormatException refused =
                assertThrows(NumberFormatException.class, () -> new CollapsedStacks().read(lines, new AuthorNames()));
        assertEquals("line 2 does not end with a number", refused.getMessage());
    }

    @Test
    void weightsThatAreTooMuchInAllAreRefused() {
        BufferedReader lines = new BufferedReader(new StringReader("A.m 9223372036854775807\nB.m 0\nA.m 1\n"));
        NumberFormatException refused =
                assertThrows(NumberFormatException.class, () -> new CollapsedStacks().read(lines, new AuthorNames()));
        assertEquals("up to line 3, the numbers are more than 9223372036854775807 in all", refused.getMessage());
    }
}
