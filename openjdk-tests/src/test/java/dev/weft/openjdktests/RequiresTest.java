package dev.weft.openjdktests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The language of {@code @requires}. */
class RequiresTest {
    private static final Map<String, String> PROPERTIES = Map.of(
            "os.family",
            "linux",
            "vm.debug",
            "false",
            "vm.bits",
            "64",
            "os.maxMemory",
            "4294967296",
            "os.version",
            "3.10.0-1");

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "os.family == \"linux\"; true",
                "os.family != \"linux\"; false",
                "(os.family == \"windows\") | (os.family == \"mac\"); false",
                "os.family == \"linux\" & !vm.debug; true",
                "vm.debug; false",
                "vm.bits == 64 & os.maxMemory >= 4g; true",
                "os.maxMemory > 4G; false",
                "os.family == \"linux\" & !(os.version ~= \"3\\\\.10\\\\.0.*\"); false",
                "(vm.opt.FlightRecorder == null) | (vm.opt.FlightRecorder == false); true",
                "vm.debug & vm.debug | os.family == \"linux\"; true",
            })
    void holds(String expression, boolean expected) {
        assertEquals(expected, Requires.holds(expression, PROPERTIES));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"vm.unknown", "(vm.debug", "vm.debug vm.debug", "os.family ==", "os.family", "vm.debug ? 1"})
    void whatCannotBeReadIsNoAnswer(String expression) {
        assertThrows(IllegalArgumentException.class, () -> Requires.holds(expression, PROPERTIES));
    }
}
