package dev.weft.agent;

import dev.weft.agent.format.Malformed;
import dev.weft.agent.format.RuntimeNames;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Classes of JFR's events, which are not like others: the VM gives them methods while it loads them, behind the back of
 * all agents. It keeps no class file of them then, so whoever transforms one again, as JFR does when a recording
 * starts, is given a file that the VM has made of the loaded class: with twins, and with the VM's methods, which have
 * none. Such a file is right as it is.
 */
final class EventClasses {
    private static final String ROOT = "jdk.internal.event.Event";

    /** What the VM adds, or adds to. */
    private static final Set<String> OF_VM = Set.of(
            "begin()V",
            "end()V",
            "commit()V",
            "isEnabled()Z",
            "shouldCommit()Z",
            "set(ILjava/lang/Object;)V",
            "<clinit>()V");

    private EventClasses() {}

    /**
     * Whether the file is the VM's own of an event's class: its code is that of the woven file, but for methods that
     * the VM adds, in which nothing of the runtime is named.
     *
     * @param woven the file that the class was loaded from
     */
    static boolean isFileOfVm(Class<?> redefined, byte[] file, byte[] woven) {
        if (!isEvent(redefined)) {
            return false;
        }
        Map<String, byte[]> ours = methods(woven);
        Map<String, byte[]> given = methods(file);
        if (!given.keySet().containsAll(ours.keySet())) {
            return false;
        }
        for (Map.Entry<String, byte[]> each : given.entrySet()) {
            byte[] own = ours.get(each.getKey());
            boolean isKnown = own != null && Arrays.equals(own, each.getValue());
            if (!isKnown && !(OF_VM.contains(each.getKey()) && isClosed(each.getValue()))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isEvent(Class<?> redefined) {
        for (Class<?> each = redefined; each != null; each = each.getSuperclass()) {
            if (each.getName().equals(ROOT)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isClosed(byte[] method) {
        try {
            return RuntimeNames.close(method) == method;
        } catch (Malformed e) {
            return false;
        }
    }

    /** Each method as a class of its own, without what the VM may leave out or put into another order. */
    private static Map<String, byte[]> methods(byte[] file) {
        Map<String, byte[]> methods = new HashMap<>();
        new ClassReader(file)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String desc, String sig, String[] exceptions) {
                                return new Alone(name, desc, methods);
                            }
                        },
                        ClassReader.SKIP_DEBUG);
        return methods;
    }

    private static final class Alone extends MethodVisitor {
        private final ClassWriter writer;
        private final String key;
        private final Map<String, byte[]> methods;

        Alone(String name, String desc, Map<String, byte[]> methods) {
            this(new ClassWriter(0), name, desc, methods);
        }

        private Alone(ClassWriter writer, String name, String desc, Map<String, byte[]> methods) {
            super(Opcodes.ASM9);
            this.writer = writer;
            this.methods = methods;
            key = name + desc;
            writer.visit(Opcodes.V17, Opcodes.ACC_SUPER, "Alone", null, "java/lang/Object", null);
            mv = writer.visitMethod(Opcodes.ACC_STATIC, name, desc, null, null);
        }

        @Override
        public org.objectweb.asm.AnnotationVisitor visitAnnotation(String desc, boolean isVisible) {
            return null;
        }

        @Override
        public void visitEnd() {
            writer.visitEnd();
            methods.put(key, writer.toByteArray());
        }
    }
}
