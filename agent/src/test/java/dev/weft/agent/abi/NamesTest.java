package dev.weft.agent.abi;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Which methods can have a twin at all, by the limits of class files (JVMS 4.11). */
class NamesTest {
    /** The most bytes of a word in a class file, less what the name of a twin has more. */
    private static final int MOST = 65_535 - "$weft".length();

    private static boolean canHaveTwin(String name, String desc) {
        return Names.canHaveTwin(name, desc, true);
    }

    @Test
    void aMethodWhoseTwinsNameFitsInHasOne() {
        assertTrue(canHaveTwin("m".repeat(MOST), "()V"));
        assertFalse(canHaveTwin("m".repeat(MOST + 1), "()V"));
    }

    @Test
    void lettersCountAsManyBytesAsTheyTakeInAClassFile() {
        assertTrue(canHaveTwin("\u00e4".repeat(MOST / 2), "()V"));
        assertFalse(canHaveTwin("\u00e4".repeat(MOST / 2 + 1), "()V"));
        assertTrue(canHaveTwin("\u20ac".repeat(MOST / 3), "()V"));
        assertFalse(canHaveTwin("\u20ac".repeat(MOST / 3 + 1), "()V"));
        assertFalse(canHaveTwin("\0".repeat(MOST / 2 + 1), "()V"));
    }

    @Test
    void aDescriptorThatTheContextMakesTooLongHasNone() {
        String type = "L" + "t".repeat(65_530) + ";";
        assertFalse(canHaveTwin("m", "(" + type + ")V"));
        assertTrue(canHaveTwin("m", "(Lt;)V"));
    }

    @Test
    void aMethodWhoseResumersNamesFitInHasSome() {
        assertTrue(Names.canHaveResumers("h".repeat(65_000), "m"));
        assertFalse(Names.canHaveResumers("h".repeat(65_530), "m"));
        assertTrue(Names.canHaveResumers("h".repeat(32_000), "m".repeat(32_000)));
        assertFalse(Names.canHaveResumers("h".repeat(33_000), "m".repeat(33_000)));
        assertFalse(Names.canHaveResumers("\u20ac".repeat(11_000), "\u20ac".repeat(11_000)));
    }
}
