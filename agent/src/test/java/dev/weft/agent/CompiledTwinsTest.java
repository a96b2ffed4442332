package dev.weft.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Test;

class CompiledTwinsTest {
    private static final String LINES = String.join(
            "\n",
            "12 4 2 java.lang.Object.<init>()V [0x00007f01, 0x00007f02 - 0x00007f03]",
            "13 3 0 a.b.C.m$weft(ILjava/lang/String;Ljava/weft/CarrierContext;)V [0x00007f01, 0x00007f02 - 0x00007f03]",
            "14 4 0 a.b.C.n$weft$weft(Ljava/weft/CarrierContext;)J [0x00007f01, 0x00007f02 - 0x00007f03]",
            "15 4 0 a.b.C.plain(I)J [0x00007f01, 0x00007f02 - 0x00007f03]",
            "16 1 0 D.<init>(JLjava/weft/CarrierContext;)V [0x00007f01, 0x00007f02 - 0x00007f03]",
            "17 1 0 D.takesIt(Ljava/weft/CarrierContext;J)V [0x00007f01, 0x00007f02 - 0x00007f03]",
            "",
            "garbage (Ljava/weft/CarrierContext;)V",
            "18 4 0 a.b.C.m$weft(Ljava/weft/CarrierContext;)V [0x00007f01, 0x00007f02 - 0x00007f03]");

    @Test
    void findsTheAuthorsMethods() {
        CompiledTwins compiled = new CompiledTwins(LINES);
        assertEquals(Set.of("a/b/C", "D"), compiled.classes());
        assertEquals(Set.of("m(ILjava/lang/String;)V", "n()J", "m()V"), compiled.of("a/b/C"));
        assertEquals(Set.of("<init>(J)V"), compiled.of("D"));
        assertEquals(Set.of(), compiled.of("E"));
        assertEquals(Set.of(), new CompiledTwins("").classes());
    }
}
