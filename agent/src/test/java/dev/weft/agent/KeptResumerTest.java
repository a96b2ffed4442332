package dev.weft.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.agent.resume.MemberUse;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeptResumerTest {
    @Test
    void whatIsKeptIsFoundAgain() {
        List<MemberUse> relied = List.of(
                new MemberUse(5, "a/B", "call", "(Ljava/lang/String;)V"), new MemberUse(0, "a/B$\u00e4", "", ""));
        byte[] file = {1, 2, 3};
        KeptResumer kept = KeptResumer.of(KeptResumer.bytes(relied, file));
        assertEquals(relied, kept.relied());
        assertArrayEquals(file, kept.file());
    }

    @Test
    void aResumerThatReliesOnNothingHasItsFileAlone() {
        KeptResumer kept = KeptResumer.of(KeptResumer.bytes(List.of(), new byte[] {7}));
        assertEquals(List.of(), kept.relied());
        assertArrayEquals(new byte[] {7}, kept.file());
    }
}
