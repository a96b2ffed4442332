package dev.weft.frameworks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * With {@code weft.threads=virtual} only threads that the framework asks for by the API of JEP 444 are fibers; the
 * class of the thread tells these from others where all are.
 */
class ServersTest {
    private static final List<String> TOMCAT_OF_JAVA_17 =
            List.of("isCanonCachesDisabled: true", "isJre20Available: false", "isJre21Available: false");

    private static final String VIRTUAL = ": java.lang.VirtualThread virtual=true";

    @ParameterizedTest
    @ValueSource(strings = {"all", "virtual"})
    void jettyServesOnVirtualThreads(String threads) throws Exception {
        assertEquals(
                List.of("QueuedThreadPool" + VIRTUAL, "areSupported: true"),
                Program.onWeft(JettyProgram.class, "-Dweft.threads=" + threads));
        assertEquals(
                List.of("VirtualThreadPool" + VIRTUAL),
                Program.onWeft(JettyPoolProgram.class, "-Dweft.threads=" + threads));
    }

    @Test
    void tomcatServesOnVirtualThreads() throws Exception {
        assertEquals(
                List.of(
                        "StandardVirtualThreadExecutor" + VIRTUAL,
                        "isCanonCachesDisabled: true",
                        "isJre20Available: false",
                        "isJre21Available: true",
                        "useVirtualThreads, TLS" + VIRTUAL,
                        "useVirtualThreads" + VIRTUAL),
                Program.onWeft(TomcatProgram.class, "-Dweft.threads=virtual"));
    }

    /** Java 21 has no such cache; for a Tomcat on JDK 17 it is a matter of safety whether there is one. */
    @Test
    void tomcatKnowsTheCacheOfCanonicalPaths() throws Exception {
        String option = "-Dsun.io.useCanonCaches=true";
        List<String> seen = Program.onWeft(TomcatProgram.class, "-Dweft.threads=virtual", option);
        assertTrue(seen.contains("isJre21Available: true"), seen::toString);
        assertTrue(seen.contains("isCanonCachesDisabled: false"), seen::toString);
    }

    @Test
    void withoutTheRecipeTomcatWantsJava21() throws Exception {
        assertEquals(TOMCAT_OF_JAVA_17, Program.onWeft(TomcatProgram.class, "-Dweft.frameworks=none"));
    }

    @Test
    void jgroupsServesOnVirtualThreads() throws Exception {
        assertEquals(
                List.of("hasVirtualThreads: true", "useVirtualThreads" + VIRTUAL),
                Program.onWeft(JGroupsProgram.class, "-Dweft.threads=virtual"));
    }

    /** A thread of a pool is a fiber, and virtual, but whoever waits for the pool waits for it. */
    @Test
    void catsEffectBlocksOutsideOfAPool() throws Exception {
        assertEquals(List.of("isVirtualThread: false, true", "opened: true"), Program.onWeft(EffectsProgram.class));
        assertEquals(
                List.of("isVirtualThread: true, true", "opened: false"),
                Program.onWeft(EffectsProgram.class, "-Dweft.frameworks=none"));
    }

    @Test
    void onThePlainJdkNoneOfThemDoes() throws Exception {
        assertEquals(
                List.of("QueuedThreadPool: java.lang.Thread virtual=false", "areSupported: false"),
                Program.onThePlainJdk(JettyProgram.class));
        assertEquals(TOMCAT_OF_JAVA_17, Program.onThePlainJdk(TomcatProgram.class));
        assertEquals(
                List.of("hasVirtualThreads: false", "useVirtualThreads: java.lang.Thread virtual=false"),
                Program.onThePlainJdk(JGroupsProgram.class));
    }
}
