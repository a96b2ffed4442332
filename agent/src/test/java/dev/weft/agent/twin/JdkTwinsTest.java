package dev.weft.agent.twin;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.agent.Names;
import dev.weft.agent.resume.HostClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;

/** What agents see of a class of the JDK, and what becomes of what they make of it; and the numbers of a later version. */
class JdkTwinsTest {
    /** A class as its author wrote it; those of this package get no twins. */
    private static byte[] author() {
        try (InputStream in = InsnList.class.getResourceAsStream("InsnList.class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ClassNode read(byte[] file) {
        ClassNode node = new ClassNode();
        new ClassReader(file).accept(node, 0);
        return node;
    }

    private static Set<String> methods(byte[] file) {
        Set<String> names = new TreeSet<>();
        for (MethodNode method : read(file).methods) {
            names.add(method.access + " " + method.name + method.desc);
        }
        return names;
    }

    private static int size(byte[] file, String name) {
        for (MethodNode method : read(file).methods) {
            if (method.name.equals(name)) {
                return method.instructions.size();
            }
        }
        throw new AssertionError(name);
    }

    @Test
    void anAgentSeesNoTwinsAndTheClassThatItChangesHasTheSameMethods() {
        byte[] woven = new Weaving().weave(author(), false);
        byte[] shown = JdkTwins.without(woven);
        assertEquals(methods(author()), methods(shown));
        assertSame(shown, JdkTwins.without(shown));
        ClassNode changed = read(shown);
        for (MethodNode method : changed.methods) {
            if (method.name.equals("resetLabels")) {
                method.instructions.insert(new InsnNode(Opcodes.NOP));
            }
        }
        ClassWriter writer = new ClassWriter(0);
        changed.accept(writer);
        byte[] again = JdkTwins.with(woven, writer.toByteArray());
        assertEquals(methods(woven), methods(again));
        assertEquals(size(woven, "accept$weft"), size(again, "accept$weft"), "the twin of what is unchanged");
        assertTrue(size(again, "resetLabels$weft") < 10, "the twin of what is changed is a bridge");
        assertFalse(size(woven, "resetLabels$weft") < 10);
    }

    @Test
    void theSameClassIsWovenInTheSameWayAndALaterVersionHasOtherNumbers() {
        byte[] first = new Weaving().weave(author(), false);
        assertArrayEquals(first, new Weaving().weave(author(), false));
        int end = new HostClass(first).end();
        byte[] later = new Weaving().weaveLater(author(), end);
        assertEquals(2 * end, new HostClass(later).end());
        assertEquals(methods(first), methods(later));
        assertTrue(methods(first).stream().anyMatch(name -> name.contains(Names.SUFFIX)));
    }
}
