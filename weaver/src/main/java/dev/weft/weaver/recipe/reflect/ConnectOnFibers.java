package dev.weft.weaver.recipe.reflect;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * {@code DriverManager.getConnection} looks for its caller, so that it has no twin of the usual form; and all that a
 * driver does to connect is below it. It gets twins that are told the calling class, behind the arguments: woven code
 * calls them by the substitutions of the generator. They are called in place of a last call, so that they save nothing.
 */
public final class ConnectOnFibers implements Recipe {
    private static final String MANAGER = "java/sql/DriverManager";
    private static final String NAME = "getConnection";
    private static final String STRING = "Ljava/lang/String;";
    private static final String PROPERTIES = "java/util/Properties";
    private static final String PROPERTIES_D = "L" + PROPERTIES + ";";
    private static final String CLASS = "Ljava/lang/Class;";
    private static final String CONNECTION = "Ljava/sql/Connection;";
    private static final String TOLD = "(" + STRING + PROPERTIES_D + CLASS + ")" + CONNECTION;

    /** The private method has the twin of that descriptor: this one takes what properties are besides. */
    private static final String WITH_PROPERTIES = "(" + STRING + "Ljava/util/Hashtable;" + CLASS + ")" + CONNECTION;

    @Override
    public String module() {
        return "java.sql";
    }

    @Override
    public Set<String> classes() {
        return Set.of(MANAGER);
    }

    @Override
    public void apply(ClassNode target) {
        // all of them lead to this one, which has a twin of the usual form
        Edit.method(target, NAME, TOLD, this);

        // return getConnection$weft(url, (Properties) info, caller, context)
        MethodNode twin = twin(target, "(" + STRING + PROPERTIES_D + ")" + CONNECTION, WITH_PROPERTIES);
        twin.visitVarInsn(Opcodes.ALOAD, 0);
        twin.visitVarInsn(Opcodes.ALOAD, 1);
        twin.visitTypeInsn(Opcodes.CHECKCAST, PROPERTIES);
        end(twin, 2);

        // return getConnection$weft(url, new Properties(), caller, context)
        twin = twin(target, "(" + STRING + ")" + CONNECTION, "(" + STRING + CLASS + ")" + CONNECTION);
        twin.visitVarInsn(Opcodes.ALOAD, 0);
        addProperties(twin);
        end(twin, 1);

        // Properties info = new Properties(); if (user != null) info.put("user", user); ..
        // return getConnection$weft(url, info, caller, context)
        String strings = STRING.repeat(3);
        twin = twin(target, "(" + strings + ")" + CONNECTION, "(" + strings + CLASS + ")" + CONNECTION);
        Object[] locals = {
            "java/lang/String", "java/lang/String", "java/lang/String", "java/lang/Class", Names.CONTEXT, PROPERTIES
        };
        addProperties(twin);
        twin.visitVarInsn(Opcodes.ASTORE, 5);
        addPut(twin, "user", 1, locals);
        addPut(twin, "password", 2, locals);
        twin.visitVarInsn(Opcodes.ALOAD, 0);
        twin.visitVarInsn(Opcodes.ALOAD, 5);
        end(twin, 3);
    }

    /** A public twin of the line of the method that it stands for. */
    private MethodNode twin(ClassNode target, String desc, String told) {
        MethodNode original = Edit.method(target, NAME, desc, this);
        MethodNode twin = new MethodNode(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                Names.twinName(NAME),
                Names.twinDesc(told),
                null,
                original.exceptions.toArray(new String[0]));
        target.methods.add(twin);
        int line = 0;
        for (AbstractInsnNode insn : original.instructions) {
            line = insn instanceof LineNumberNode ? ((LineNumberNode) insn).line : line;
        }
        Label start = new Label();
        twin.visitLabel(start);
        twin.visitLineNumber(line, start);
        return twin;
    }

    private static void addProperties(MethodNode twin) {
        twin.visitTypeInsn(Opcodes.NEW, PROPERTIES);
        twin.visitInsn(Opcodes.DUP);
        twin.visitMethodInsn(Opcodes.INVOKESPECIAL, PROPERTIES, "<init>", "()V", false);
    }

    private static void addPut(MethodNode twin, String key, int value, Object[] locals) {
        Label isNull = new Label();
        twin.visitVarInsn(Opcodes.ALOAD, value);
        twin.visitJumpInsn(Opcodes.IFNULL, isNull);
        twin.visitVarInsn(Opcodes.ALOAD, 5);
        twin.visitLdcInsn(key);
        twin.visitVarInsn(Opcodes.ALOAD, value);
        String desc = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
        twin.visitMethodInsn(Opcodes.INVOKEVIRTUAL, PROPERTIES, "put", desc, false);
        twin.visitInsn(Opcodes.POP);
        twin.visitLabel(isNull);
        twin.visitFrame(Opcodes.F_NEW, locals.length, locals, 0, new Object[0]);
    }

    /** Calls the twin of the private method with what is on the stack, and returns what it does. */
    private static void end(MethodNode twin, int caller) {
        twin.visitVarInsn(Opcodes.ALOAD, caller);
        twin.visitVarInsn(Opcodes.ALOAD, caller + 1);
        twin.visitMethodInsn(Opcodes.INVOKESTATIC, MANAGER, Names.twinName(NAME), Names.twinDesc(TOLD), false);
        twin.visitInsn(Opcodes.ARETURN);
        twin.visitMaxs(4, 6);
    }
}
