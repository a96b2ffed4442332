package dev.weft.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import jdk.jfr.Event;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** What the VM gives of a loaded class is told apart by its code, and what it has added to an event's class is kept. */
class GivenCodeTest {
    private static final String INITIALIZER = "<clinit>";

    /** A class with branches, and a constant that tells its versions apart. */
    static class Sample {
        static final Object FIRST = new Object();

        String text(int number) {
            return number < 3 ? "few" : "many" + number;
        }

        int sum(int[] numbers) {
            int sum = 0;
            for (int each : numbers) {
                sum += each;
            }
            return sum;
        }
    }

    /** An event with a static initializer of its own. */
    static class Happened extends Event {
        static final Object FIRST = new Object();
        String text = "happened";
    }

    /** An event without one. */
    static class Plain extends Event {
        String text = "plain";
    }

    private static ClassNode read(Class<?> type) throws IOException {
        ClassNode node = new ClassNode();
        String name = type.getName();
        try (InputStream in = type.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            new ClassReader(in).accept(node, 0);
        }
        return node;
    }

    private static byte[] write(ClassNode node) {
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static MethodNode method(ClassNode node, String name) {
        return node.methods.stream()
                .filter(each -> each.name.equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theOrderOfMembersIsNoDifference() throws IOException {
        ClassNode node = read(Sample.class);
        byte[] woven = write(node);
        Collections.reverse(node.methods);
        assertTrue(new GivenCode(Sample.class, write(node)).isOf(woven));
    }

    @Test
    void anotherConstantAnotherMethodAndOneLessAreDifferences() throws IOException {
        byte[] woven = write(read(Sample.class));
        ClassNode changed = read(Sample.class);
        method(changed, "text").instructions.forEach(each -> {
            if (each instanceof LdcInsnNode) {
                ((LdcInsnNode) each).cst = "other";
            }
        });
        assertFalse(new GivenCode(Sample.class, write(changed)).isOf(woven));
        ClassNode more = read(Sample.class);
        MethodNode commit = new MethodNode(Opcodes.ACC_PUBLIC, "commit", "()V", null, null);
        commit.instructions.add(new InsnNode(Opcodes.RETURN));
        commit.maxLocals = 1;
        more.methods.add(commit);
        assertFalse(new GivenCode(Sample.class, write(more)).isOf(woven));
        ClassNode less = read(Sample.class);
        less.methods.remove(method(less, "sum"));
        assertFalse(new GivenCode(Sample.class, write(less)).isOf(woven));
    }

    /** The class with what the VM adds to one of events. */
    private static byte[] asOfVm(Class<?> type) throws IOException {
        ClassNode node = read(type);
        for (String each : List.of("eventHandler", "startTime", "duration")) {
            node.fields.add(new FieldNode(Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT, each, "J", null, null));
        }
        for (String each : List.of("begin", "end", "commit")) {
            MethodNode method = new MethodNode(Opcodes.ACC_PUBLIC, each, "()V", null, null);
            method.instructions.add(new InsnNode(Opcodes.RETURN));
            method.maxLocals = 1;
            node.methods.add(method);
        }
        InsnList registration = new InsnList();
        registration.add(new LdcInsnNode(Type.getObjectType(node.name)));
        registration.add(new MethodInsnNode(
                Opcodes.INVOKESTATIC, "jdk/jfr/FlightRecorder", "register", "(Ljava/lang/Class;)V", false));
        registration.add(new InsnNode(Opcodes.NOP));
        if (node.methods.stream().noneMatch(each -> each.name.equals(INITIALIZER))) {
            MethodNode initializer = new MethodNode(Opcodes.ACC_STATIC, INITIALIZER, "()V", null, null);
            registration.add(new InsnNode(Opcodes.RETURN));
            node.methods.add(initializer);
        } else {
            registration.add(new InsnNode(Opcodes.NOP));
        }
        MethodNode initializer = method(node, INITIALIZER);
        initializer.instructions.insert(registration);
        initializer.maxStack = Math.max(1, initializer.maxStack);
        return write(node);
    }

    @Test
    void whatTheVmAddsToAnEventIsNoDifferenceAndIsKept() throws IOException {
        for (Class<?> type : List.of(Happened.class, Plain.class)) {
            byte[] woven = write(read(type));
            byte[] given = asOfVm(type);
            assertTrue(new GivenCode(type, given).isOf(woven));
            byte[] kept = EventClasses.withMembersOfVm(type, woven, given);
            assertEquals(names(given), names(kept));
            ClassNode node = new ClassNode();
            new ClassReader(kept).accept(node, ClassReader.SKIP_DEBUG);
            MethodNode initializer = method(node, INITIALIZER);
            assertEquals(Type.getObjectType(node.name), ((LdcInsnNode) initializer.instructions.getFirst()).cst);
            assertTrue(initializer.maxStack >= 1);
            int before = initializer.instructions.size();
            EventClasses.removeRegistration(node.name, initializer);
            assertTrue(initializer.instructions.size() < before);
        }
    }

    private static List<String> names(byte[] file) {
        ClassNode node = new ClassNode();
        new ClassReader(file).accept(node, 0);
        List<String> names = new ArrayList<>();
        node.fields.forEach(each -> names.add(each.name));
        node.methods.forEach(each -> names.add(each.name + each.desc));
        Collections.sort(names);
        return names;
    }
}
