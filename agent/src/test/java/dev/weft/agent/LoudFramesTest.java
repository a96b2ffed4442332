package dev.weft.agent;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.weft.agent.abi.Names;
import dev.weft.agent.facts.MethodSet;
import dev.weft.agent.facts.QuietSoFar;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class LoudFramesTest {
    private static final String DESC = "()V";

    private static byte[] file(String... namesAndDescs) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_ABSTRACT, "Some", null, "java/lang/Object", null);
        for (int i = 0; i < namesAndDescs.length; i += 2) {
            writer.visitMethod(Opcodes.ACC_NATIVE, namesAndDescs[i], namesAndDescs[i + 1], null, null)
                    .visitEnd();
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** A native method is found quiet as well, and blocks its carrier whether it is or not. */
    @Test
    void onlyAMethodWithASecondTwinIsPlainForItsQuiet() {
        byte[] original = file("waits", DESC, "inC", DESC, "other", DESC);
        String twin = Names.twinDesc(DESC);
        byte[] woven = file("waits", DESC, "waits$weft", twin, "waits$weft$weft", twin, "inC", DESC, "inC$weft", twin);
        QuietSoFar quiet = new QuietSoFar(MethodSet.NONE.with(0).with(1), 5);
        Version version = new Version(original, original, null, 0, false, quiet, Set.of(), null);
        WovenClasses classes = mock(WovenClasses.class);
        when(classes.first("Some")).thenReturn(List.of(version));
        when(classes.woven(version)).thenReturn(woven);
        LoudFrames frames = new LoudFrames(mock(Experience.class), classes);
        assertTrue(frames.isQuietSoFar("Some", "waits"));
        assertFalse(frames.isQuietSoFar("Some", "inC"));
        assertFalse(frames.isQuietSoFar("Some", "other"));
    }
}
