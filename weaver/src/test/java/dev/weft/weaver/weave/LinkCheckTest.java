package dev.weft.weaver.weave;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.recipe.ClassFiles;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What a class of the runtime may name of a JDK, and what is an error of the weave. */
class LinkCheckTest {
    private static final String OBJECT = "java/lang/Object";

    private final Map<String, byte[]> base = new TreeMap<>();

    @BeforeEach
    void make() {
        ClassWriter object = new ClassWriter(0);
        ClassFiles.read(OBJECT).accept(object);
        base.put(OBJECT + ".class", object.toByteArray());
        add("jdk/Parent", OBJECT, Opcodes.ACC_PUBLIC, type -> {
            type.visitMethod(Opcodes.ACC_PROTECTED, "inherited", "()V", null, null);
            type.visitField(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "count", "I", null, null);
        });
        add("jdk/Child", "jdk/Parent", Opcodes.ACC_PUBLIC, type -> {
            type.visitMethod(Opcodes.ACC_PRIVATE, "hidden", "()V", null, null);
            type.visitMethod(0, "near", "()V", null, null);
            type.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "of", "(J)V", null, null);
        });
        add("jdk/Near", OBJECT, 0, type -> {});
        add("jdk/Api", OBJECT, Opcodes.ACC_PUBLIC | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT, type -> {});
    }

    private void add(String name, String above, int access, Consumer<ClassWriter> members) {
        ClassWriter type = new ClassWriter(0);
        type.visit(Opcodes.V17, access, name, null, above, null);
        members.accept(type);
        base.put(name + ".class", type.toByteArray());
    }

    /** A class of that name with one method of that code. */
    private void naming(String name, Consumer<MethodVisitor> code) {
        add(name, OBJECT, Opcodes.ACC_PUBLIC, type -> {
            MethodVisitor method = type.visitMethod(Opcodes.ACC_STATIC, "run", "()V", null, null);
            method.visitCode();
            code.accept(method);
            method.visitMaxs(0, 0);
        });
    }

    private void call(String name, int opcode, String owner, String called, String desc) {
        naming(name, code -> code.visitMethodInsn(opcode, owner, called, desc, owner.endsWith("Api")));
    }

    @ParameterizedTest
    @CsvSource({
        "jdk/Weft, 182, jdk/Child, near, ()V",
        "jdk/Weft, 182, jdk/Child, inherited, ()V",
        "jdk/Child$Weft, 182, jdk/Child, hidden, ()V",
        "other/Weft, 184, jdk/Child, of, (J)V",
        "other/Weft, 185, jdk/Api, hashCode, ()I",
        "other/Weft, 182, jdk/Child, made$weft, (Ljava/weft/CarrierContext;)V",
        "other/Weft, 182, '[Ljdk/Child;', clone, ()Ljava/lang/Object;",
    })
    void whatIsThereMayBeCalled(String name, int opcode, String owner, String called, String desc) {
        call(name, opcode, owner, called, desc);
        LinkCheck check = new LinkCheck(Map.of("java.base", base));
        assertDoesNotThrow(() -> check.check(List.of(name)));
    }

    @ParameterizedTest
    @CsvSource({
        "jdk/Weft, 182, jdk/Child, hidden, ()V, jdk.Weft names jdk.Child.hidden()V; which is not accessible",
        "other/Weft, 182, jdk/Child, near, ()V, other.Weft names jdk.Child.near()V; which is not accessible",
        "other/Weft, 182, jdk/Child, inherited, ()V, other.Weft names jdk.Child.inherited()V; which is not accessible",
        "jdk/Weft, 182, jdk/Child, of, (J)V, jdk.Weft names jdk.Child.of(J)V; which is static",
        "jdk/Weft, 184, jdk/Child, near, ()V, jdk.Weft names jdk.Child.near()V; which is not static",
        "jdk/Weft, 184, jdk/Child, of, (I)V, jdk.Weft names jdk.Child.of(I)V; which is not there",
        "other/Weft, 184, jdk/Near, of, ()V, other.Weft names jdk.Near.of()V; which is not there",
    })
    void anotherFormOfAMethodIsTold(
            String name, int opcode, String owner, String called, String desc, String expected) {
        call(name, opcode, owner, called, desc);
        assertTold(name, expected.replace(';', ','));
    }

    @Test
    void fieldsClassesAndMethodReferencesAreLookedAtToo() {
        naming("jdk/Weft", code -> code.visitFieldInsn(Opcodes.GETFIELD, "jdk/Child", "count", "I"));
        assertTold("jdk/Weft", "jdk.Weft names jdk.Child.count:I, which is static");
        naming("jdk/Weft", code -> code.visitFieldInsn(Opcodes.GETSTATIC, "jdk/Child", "count", "J"));
        assertTold("jdk/Weft", "jdk.Weft names jdk.Child.count:J, which is not there");
        naming("other/Weft", code -> code.visitTypeInsn(Opcodes.NEW, "jdk/Near"));
        assertTold("other/Weft", "other.Weft names the class jdk.Near, which is not public");
        naming("other/Weft", code -> code.visitTypeInsn(Opcodes.NEW, "jdk/Gone"));
        assertTold("other/Weft", "other.Weft names the class jdk.Gone, which is not there");
        Handle gone = new Handle(Opcodes.H_INVOKEVIRTUAL, "jdk/Child", "gone", "()V", false);
        naming("jdk/Weft", code -> code.visitInvokeDynamicInsn("run", "()V", gone, gone));
        assertTold("jdk/Weft", "jdk.Weft names jdk.Child.gone()V, which is not there");
        add("jdk/Weft", "jdk/Gone", Opcodes.ACC_PUBLIC, type -> {});
        assertTold("jdk/Weft", "jdk.Weft names the class jdk.Gone, which is not there");
    }

    /** As the events of Flight Recorder on a JDK that was linked without it. */
    @Test
    void whatAModuleHasThatIsMissingIsNotLookedFor() {
        add("other/Event", "jfr/Event", Opcodes.ACC_PUBLIC, type -> {});
        naming("other/Weft", code -> {
            code.visitTypeInsn(Opcodes.NEW, "jfr/Setting");
            code.visitMethodInsn(Opcodes.INVOKESTATIC, "jfr/Setting", "of", "()V", false);
            code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "other/Event", "commit", "()V", false);
        });
        LinkCheck fresh = new LinkCheck(Map.of("java.base", base));
        assertDoesNotThrow(() -> fresh.check(List.of("other/Event", "other/Weft")));
    }

    private void assertTold(String name, String expected) {
        LinkCheck fresh = new LinkCheck(Map.of("java.base", base));
        String line = assertThrows(WeaveException.class, () -> fresh.check(List.of(name)))
                .getMessage();
        String start = expected + " in this JDK (" + System.getProperty("java.version") + ")";
        assertTrue(line.startsWith(start), line);
        assertEquals(1, line.lines().count());
    }
}
