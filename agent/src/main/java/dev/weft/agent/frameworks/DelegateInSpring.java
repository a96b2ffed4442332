package dev.weft.agent.frameworks;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Spring Framework 6.1 and later calls the API of virtual threads in a class that its jar has twice: for Java 21, and
 * one for older releases that only throws UnsupportedOperationException. This recipe gives the latter its bodies:
 *
 * <pre>
 * VirtualThreadDelegate() {}
 * ThreadFactory virtualThreadFactory() { return Thread.ofVirtual().factory(); }
 * ThreadFactory virtualThreadFactory(String prefix) { return Thread.ofVirtual().name(prefix, 0).factory(); }
 * Thread newVirtualThread(String name, Runnable task) { return Thread.ofVirtual().name(name).unstarted(task); }
 * </pre>
 */
final class DelegateInSpring implements FrameworkRecipe {
    private static final String BUILDER = "java/lang/Thread$Builder$OfVirtual";
    private static final String FACTORY = "Ljava/util/concurrent/ThreadFactory;";
    private static final String STRING = "Ljava/lang/String;";

    @Override
    public String className() {
        return "org/springframework/core/task/VirtualThreadDelegate";
    }

    @Override
    public boolean apply(ClassNode target) {
        MethodNode constructor = find(target, "<init>", "()V");
        MethodNode unnamed = find(target, "virtualThreadFactory", "()" + FACTORY);
        MethodNode named = find(target, "virtualThreadFactory", "(" + STRING + ")" + FACTORY);
        MethodNode thread = find(target, "newVirtualThread", "(" + STRING + "Ljava/lang/Runnable;)Ljava/lang/Thread;");
        if (constructor == null
                || unnamed == null
                || named == null
                || thread == null
                || !target.superName.equals("java/lang/Object")) {
            return false;
        }
        begin(constructor);
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, target.superName, "<init>", "()V", false);
        constructor.visitInsn(Opcodes.RETURN);
        constructor.visitMaxs(1, 1);

        builder(unnamed);
        end(unnamed, "factory", "()" + FACTORY, 1, 1);

        builder(named);
        named.visitVarInsn(Opcodes.ALOAD, 1);
        named.visitInsn(Opcodes.LCONST_0);
        named.visitMethodInsn(Opcodes.INVOKEINTERFACE, BUILDER, "name", "(" + STRING + "J)L" + BUILDER + ";", true);
        end(named, "factory", "()" + FACTORY, 4, 2);

        builder(thread);
        thread.visitVarInsn(Opcodes.ALOAD, 1);
        thread.visitMethodInsn(Opcodes.INVOKEINTERFACE, BUILDER, "name", "(" + STRING + ")L" + BUILDER + ";", true);
        thread.visitVarInsn(Opcodes.ALOAD, 2);
        end(thread, "unstarted", "(Ljava/lang/Runnable;)Ljava/lang/Thread;", 2, 3);
        return true;
    }

    private static MethodNode find(ClassNode target, String name, String desc) {
        for (MethodNode method : target.methods) {
            if (method.name.equals(name) && method.desc.equals(desc)) {
                return method;
            }
        }
        return null;
    }

    private static void begin(MethodNode method) {
        method.instructions.clear();
        method.tryCatchBlocks.clear();
        method.localVariables = null;
    }

    private static void builder(MethodNode method) {
        begin(method);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Thread", "ofVirtual", "()L" + BUILDER + ";", false);
    }

    private static void end(MethodNode method, String name, String desc, int stack, int locals) {
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, BUILDER, name, desc, true);
        method.visitInsn(Opcodes.ARETURN);
        method.visitMaxs(stack, locals);
    }
}
