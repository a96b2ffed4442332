package dev.weft.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.agent.abi.Names;
import dev.weft.agent.facts.MethodSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class MethodPlacesTest {
    private static final String DESC = "(I)V";

    private static byte[] file(String... namesAndDescs) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_ABSTRACT, "Some", null, "java/lang/Object", null);
        for (int i = 0; i < namesAndDescs.length; i += 2) {
            writer.visitMethod(Opcodes.ACC_ABSTRACT, namesAndDescs[i], namesAndDescs[i + 1], null, null)
                    .visitEnd();
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static MethodSet loud(String name) {
        String twin = Names.twinDesc(DESC);
        byte[] woven =
                file("other", DESC, "other$weft", twin, name, DESC, name + "$weft", twin, name + "$weft$weft", twin);
        return new MethodPlaces(file("other", DESC, name, DESC)).ofLoudTwins(woven);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "with spaces", "returns (a, b)", "()", "is (almost"})
    void aMethodIsKnownByItsSecondTwinWhateverItsNameIs(String name) {
        assertEquals(MethodSet.NONE.with(1), loud(name));
    }

    @Test
    void oneTwinIsNotEnough() {
        byte[] woven = file("other", DESC, "other$weft", Names.twinDesc(DESC));
        assertEquals(MethodSet.NONE, new MethodPlaces(file("other", DESC)).ofLoudTwins(woven));
    }
}
