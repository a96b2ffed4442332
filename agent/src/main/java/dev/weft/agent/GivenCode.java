package dev.weft.agent;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The code of the class file that the VM gives whoever transforms a loaded class again. It is that of the file which
 * the class was loaded from, or redefined with; what agents have made of that file since is not in it. The VM may have
 * made it of the loaded class: then constants, attributes and methods have another order.
 */
final class GivenCode {
    private final boolean isEvent;
    private final Map<String, byte[]> methods;

    /** Of the file that the VM gives of that class. */
    GivenCode(Class<?> redefined, byte[] file) {
        isEvent = EventClasses.isEvent(redefined);
        methods = methods(file, isEvent);
    }

    /** Whether it is that of a woven file; an event's class has methods of the VM's beside it. */
    boolean isOf(byte[] woven) {
        Map<String, byte[]> ours = methods(woven, isEvent);
        if (!methods.keySet().containsAll(ours.keySet())) {
            return false;
        }
        for (Map.Entry<String, byte[]> each : methods.entrySet()) {
            byte[] own = ours.get(each.getKey());
            boolean isSame = own == null
                    ? isEvent && EventClasses.isOfVm(each.getKey(), each.getValue())
                    : Arrays.equals(own, each.getValue());
            if (!isSame) {
                return false;
            }
        }
        return true;
    }

    /** Each method as a class of its own, without what the VM may leave out or put into another order. */
    private static Map<String, byte[]> methods(byte[] file, boolean isEvent) {
        ClassNode node = new ClassNode();
        new ClassReader(file).accept(node, ClassReader.SKIP_DEBUG);
        Map<String, byte[]> methods = new HashMap<>();
        for (MethodNode each : node.methods) {
            if (isEvent) {
                EventClasses.removeRegistration(node.name, each);
            }
            methods.put(each.name + each.desc, alone(each));
        }
        return methods;
    }

    private static byte[] alone(MethodNode method) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_SUPER, "Alone", null, "java/lang/Object", null);
        MethodNode code = new MethodNode(Opcodes.ACC_STATIC, method.name, method.desc, null, null);
        code.instructions = method.instructions;
        code.tryCatchBlocks = method.tryCatchBlocks;
        // the call that registers an event's class may be all that needs one
        code.maxStack = Math.max(1, method.maxStack);
        code.maxLocals = method.maxLocals;
        code.accept(writer);
        writer.visitEnd();
        return writer.toByteArray();
    }
}
