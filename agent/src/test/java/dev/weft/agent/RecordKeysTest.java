package dev.weft.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Records that the generators compare, or keep in maps, while the program's heap may be full: javac leaves their
 * equality to {@code java.lang.runtime.ObjectMethods}, whose initializer must not run then.
 */
class RecordKeysTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "resume/MemberUse",
                "resume/AccessGates$Gate",
                "analysis/MonitorPairs$Meeting$Pair",
                "analysis/MissingFrames$State"
            })
    void theirEqualityLinksNothing(String name) throws IOException {
        ClassNode type = new ClassNode();
        try (InputStream in = RecordKeysTest.class.getResourceAsStream(name + ".class")) {
            new ClassReader(in).accept(type, 0);
        }
        List<String> seen = new ArrayList<>();
        for (MethodNode method : type.methods) {
            if (method.name.equals("equals") || method.name.equals("hashCode")) {
                seen.add(method.name);
                method.instructions.forEach(
                        each -> assertNotEquals(Opcodes.INVOKEDYNAMIC, each.getOpcode(), method.name));
            }
        }
        assertEquals(2, seen.size(), seen.toString());
    }
}
