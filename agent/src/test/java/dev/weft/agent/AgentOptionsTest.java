package dev.weft.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Properties;
import org.junit.jupiter.api.Test;

class AgentOptionsTest {
    private static Properties of(String name, String value) {
        Properties properties = new Properties();
        properties.setProperty("java.home", "/somewhere");
        properties.setProperty(name, value);
        return properties;
    }

    @Test
    void propertiesOfOthersAreNoneOfItsBusiness() {
        assertNull(AgentOptions.check(of("weftish.thing", "1")));
    }

    @Test
    void anUnknownPropertyIsNamedInOneLine() {
        assertEquals(
                "unknown property weft.threds; weft properties lists all",
                AgentOptions.check(of("weft.threds", "all")));
    }

    @Test
    void aNumberOutOfItsRangeIsRefusedWithTheRange() {
        assertEquals(
                "bad value of property weft.parallelism: 0; it is 1 to 32767",
                AgentOptions.check(of("weft.parallelism", "0")));
        for (String absurd : new String[] {"-1", "32768", "99999999999999999999"}) {
            assertEquals(
                    "bad value of property weft.parallelism: " + absurd + "; it is 1 to 32767",
                    AgentOptions.check(of("weft.parallelism", absurd)));
        }
    }

    @Test
    void aWordWhereANumberBelongsIsRefused() {
        assertTrue(AgentOptions.check(of("weft.parallelism", "many")).contains("many"));
    }

    @Test
    void aSeedIsAWholeNumberMaybeWithARate() {
        for (String good : new String[] {"1", "-7", "42,1", "42,1000000", "-9223372036854775808,3"}) {
            assertNull(AgentOptions.check(of("weft.chaos", good)));
        }
        for (String bad : new String[] {"", "x", ",1", "1,", "1,x", "1,0", "1,-1", "1,1000001", "1,2,3", "1 ,2"}) {
            assertEquals(
                    "bad value of property weft.chaos: " + bad
                            + "; it is seed[,rate], whole numbers; the rate is 1 to 1,000,000",
                    AgentOptions.check(of("weft.chaos", bad)));
        }
    }

    @Test
    void aGoodValueIsAccepted() {
        assertNull(AgentOptions.check(of("weft.parallelism", "8")));
    }

    @Test
    void aChoiceIsOneOfItsWordsAndNotAPartOfThem() {
        AgentOptions.Option mode = AgentOptions.variables().stream()
                .filter(option -> option.name().equals("WEFT_MODE"))
                .findFirst()
                .orElseThrow();
        assertTrue(mode.allows("image"));
        assertTrue(mode.allows("patch"));
        assertFalse(mode.allows("image|patch"));
        assertFalse(mode.allows("ima"));
        assertFalse(mode.allows(""));
    }

    @Test
    void patternsOfThreadsAreAccepted() {
        assertNull(AgentOptions.check(of("weft.platform", "class:com.acme.Worker;name:acme-*;package:com.acme")));
        assertNull(AgentOptions.check(of("weft.lightweight", "name:a:b c?")));
    }

    @Test
    void fieldsWithThreadLocalsAreGivenByClassAndName() {
        assertNull(
                AgentOptions.check(of("weft.processorLocal", "class:com.acme.Buffers;field:com.acme.Texts.BUILDER")));
        assertEquals(
                "bad value of property weft.processorLocal: com.acme.Texts.BUILDER; it is class:CLASS or"
                        + " field:CLASS.FIELD, or several with ; between them",
                AgentOptions.check(of("weft.processorLocal", "com.acme.Texts.BUILDER")));
        for (String bad : new String[] {"", "class:", "field:A", "field:.A", "field:A.", "class:A;", "name:A"}) {
            assertTrue(AgentOptions.check(of("weft.processorLocal", bad)) != null, bad);
        }
    }

    @Test
    void whatIsNoPatternOfThreadsIsRefusedWithTheForm() {
        assertEquals(
                "bad value of property weft.platform: com.acme; it is class:NAME, package:NAME or name:NAME,"
                        + " or several with ; between them",
                AgentOptions.check(of("weft.platform", "com.acme")));
        for (String bad :
                new String[] {"", "class:", ":x", "nam:x", "class:a;", ";name:a", "class:a;;name:b", "|class:a"}) {
            assertTrue(AgentOptions.check(of("weft.lightweight", bad)) != null, bad);
        }
    }
}
