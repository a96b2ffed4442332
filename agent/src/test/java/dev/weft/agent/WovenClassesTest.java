package dev.weft.agent;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weft.agent.abi.Names;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Which version of a class the VM gives is told by its code, and known the next time. */
class WovenClassesTest {
    private static final String NAME = "dev/weft/agent/WovenClassesTest$Sample";

    /** Stands for the class; the files are made up. */
    static class Sample {}

    /** With a method and its twin; what is declared first changes the order of constants, and nothing else. */
    private static byte[] woven(String constant, String declaredFirst) {
        ClassWriter writer = new ClassWriter(0);
        writer.newUTF8(declaredFirst);
        writer.visit(Opcodes.V17, Opcodes.ACC_SUPER, NAME, null, "java/lang/Object", null);
        text(writer.visitMethod(Opcodes.ACC_STATIC, "text", "()Ljava/lang/String;", null, null), constant, 0);
        String twin = Names.twinDesc("()Ljava/lang/String;");
        int access = Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
        text(writer.visitMethod(access, Names.twinName("text"), twin, null, null), constant, 1);
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void text(MethodVisitor method, String constant, int locals) {
        method.visitCode();
        method.visitLdcInsn(constant);
        method.visitInsn(Opcodes.ARETURN);
        method.visitMaxs(1, locals);
        method.visitEnd();
    }

    private static Version version(String constant, Version older) {
        byte[] woven = woven(constant, "none");
        return new Version(woven, woven, woven, 0, false, null, Set.of(), older);
    }

    @Test
    void whatTheVmGivesAgainIsKnownWithoutALookAtItsCode() {
        WovenClasses classes = new WovenClasses(null, null, null);
        Version first = version("first", null);
        Version second = version("second", first);
        Version third = version("third", second);
        classes.keep(null, NAME, third);
        byte[] given = woven("first", "another order");
        assertSame(third, classes.version(null, NAME, null, given), "without the class nothing is looked at");
        assertSame(first, classes.version(null, NAME, Sample.class, given));
        assertSame(first, classes.version(null, NAME, null, given));
        assertNotEquals(0, first.hashOfGiven);
        assertSame(second, classes.version(null, NAME, Sample.class, woven("second", "another order")));
    }
}
