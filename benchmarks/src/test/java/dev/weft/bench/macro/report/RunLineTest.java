package dev.weft.bench.macro.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.bench.macro.Measured;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunLineTest {
    @Test
    void theLineOfJsonIsReadAsItWasWritten() {
        Measured written = new Measured("ff00", Map.of("windowMillis", 100.0, "pinned", -1.0), 1, 2.5, 3);
        Measured read = RunLine.parse("macro: " + written.json());
        assertEquals(written.checksum(), read.checksum());
        assertEquals(written.numbers(), read.numbers());
        assertArrayEquals(written.curve(), read.curve());
    }

    @Test
    void theLineOfAnEarlierReportSaysOfWhichProgramItIs() {
        Measured written = new Measured("ff00", Map.of("windowMillis", 100.0), 1, 2.5, 3);
        String line = "{\"program\": \"kafka\", \"mode\": \"plain 17\", \"round\": 2, "
                + written.json().substring(1);
        EarlierRun read = RunLine.parseEarlier(line);
        assertEquals("kafka", read.program());
        assertEquals("plain 17", read.mode());
        assertEquals(2, read.round());
        assertEquals("", read.day());
        assertArrayEquals(written.curve(), read.measured().curve());
        assertThrows(IllegalArgumentException.class, () -> RunLine.parseEarlier(written.json()));
    }

    @Test
    void aLineThatWasReadIsWrittenAsItWas() {
        Measured measured = new Measured("ff00", Map.of("windowMillis", 100.0), 1, 2.5, 3);
        String line = RunLine.of(new EarlierRun("h2", "Weft", 1, "2026-01-02, \"abc\"", measured));
        EarlierRun read = RunLine.parseEarlier(line);
        assertEquals("2026-01-02, \"abc\"", read.day());
        assertEquals(line, RunLine.of(read));
    }

    @Test
    void aLineThatIsNoneIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> RunLine.parse("{\"curve\": [1]}"));
        assertThrows(IllegalArgumentException.class, () -> RunLine.parse("out of memory"));
        assertThrows(IllegalArgumentException.class, () -> RunLine.parse("macro: {"));
    }
}
