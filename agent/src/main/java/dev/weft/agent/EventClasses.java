package dev.weft.agent;

import dev.weft.agent.format.Malformed;
import dev.weft.agent.format.RuntimeNames;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Classes of JFR's events, which are not like others: the VM gives them fields and methods while it loads them, behind
 * the back of all agents, and has their static initializers register them. Whoever transforms one again, as JFR does
 * when a recording starts, is given a file with all of this: with twins, and with the VM's methods, which have none.
 * Such a file is right as it is; and what an agent makes of its class must have these members, too.
 */
final class EventClasses {
    private static final String ROOT = "jdk.internal.event.Event";
    private static final String INITIALIZER = "<clinit>()V";
    private static final String RECORDER = "jdk/jfr/FlightRecorder";

    /** What stands behind the call that registers the class, so that the rest keeps its alignment. */
    private static final int PADDING = 2;

    private static final Set<String> METHODS = Set.of(
            "begin()V",
            "end()V",
            "commit()V",
            "isEnabled()Z",
            "shouldCommit()Z",
            "set(ILjava/lang/Object;)V",
            INITIALIZER);

    private static final Set<String> FIELDS = Set.of("eventHandler", "startTime", "duration");

    private EventClasses() {}

    static boolean isEvent(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (each.getName().equals(ROOT)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the VM, or JFR, may have added a method. Nothing of the runtime is named in it.
     *
     * @param key name and descriptor
     * @param alone a class with this method only
     */
    static boolean isOfVm(String key, byte[] alone) {
        return METHODS.contains(key) && isClosed(alone);
    }

    private static boolean isClosed(byte[] file) {
        try {
            return RuntimeNames.close(file) == file;
        } catch (Malformed e) {
            return false;
        }
    }

    /** Leaves of a static initializer what the author's class has. */
    static void removeRegistration(String type, MethodNode method) {
        AbstractInsnNode call = registration(type, method);
        if (call == null) {
            return;
        }
        for (int i = 0; i < PADDING && call.getNext() != null && call.getNext().getOpcode() == Opcodes.NOP; i++) {
            method.instructions.remove(call.getNext());
        }
        method.instructions.remove(call.getPrevious());
        method.instructions.remove(call);
    }

    /** The call by which a static initializer begins, directly behind the constant; null if it does not. */
    private static AbstractInsnNode registration(String type, MethodNode method) {
        AbstractInsnNode first = method.instructions.getFirst();
        while (first != null && first.getOpcode() < 0) {
            first = first.getNext();
        }
        boolean isOfClass = (method.name + method.desc).equals(INITIALIZER)
                && first instanceof LdcInsnNode
                && ((LdcInsnNode) first).cst.equals(Type.getObjectType(type));
        AbstractInsnNode second = isOfClass ? first.getNext() : null;
        boolean isCall = second instanceof MethodInsnNode
                && ((MethodInsnNode) second).owner.equals(RECORDER)
                && ((MethodInsnNode) second).name.equals("register");
        return isCall ? second : null;
    }

    /**
     * What an agent has made of a class, woven, with the members that the VM has added when it loaded the class.
     *
     * @param given the class file that the VM gives of it
     */
    static byte[] withMembersOfVm(Class<?> redefined, byte[] woven, byte[] given) {
        if (!isEvent(redefined)) {
            return woven;
        }
        ClassNode ofVm = new ClassNode();
        new ClassReader(given).accept(ofVm, 0);
        ClassReader reader = new ClassReader(woven);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new Adding(writer, ofVm), 0);
        return writer.toByteArray();
    }

    /** Adds the VM's members that the class does not have. */
    private static final class Adding extends ClassVisitor {
        private final ClassNode ofVm;
        private final boolean isRegistered;
        private final Set<String> members = new HashSet<>();

        Adding(ClassWriter writer, ClassNode ofVm) {
            super(Opcodes.ASM9, writer);
            this.ofVm = ofVm;
            boolean registers = false;
            for (MethodNode each : ofVm.methods) {
                registers |= registration(ofVm.name, each) != null;
            }
            isRegistered = registers;
        }

        @Override
        public FieldVisitor visitField(int access, String name, String desc, String signature, Object value) {
            members.add(name);
            return super.visitField(access, name, desc, signature, value);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String desc, String sig, String[] exceptions) {
            members.add(name + desc);
            MethodVisitor method = super.visitMethod(access, name, desc, sig, exceptions);
            return isRegistered && (name + desc).equals(INITIALIZER) ? new Registering(method, ofVm.name) : method;
        }

        @Override
        public void visitEnd() {
            for (FieldNode each : ofVm.fields) {
                if (FIELDS.contains(each.name) && !members.contains(each.name)) {
                    each.accept(cv);
                }
            }
            for (MethodNode each : ofVm.methods) {
                String key = each.name + each.desc;
                if (METHODS.contains(key) && !members.contains(key)) {
                    each.accept(cv);
                }
            }
            super.visitEnd();
        }
    }

    /** Has a static initializer register the class first, as the VM does: it may not have run yet. */
    private static final class Registering extends MethodVisitor {
        private final String type;

        Registering(MethodVisitor method, String type) {
            super(Opcodes.ASM9, method);
            this.type = type;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            super.visitLdcInsn(Type.getObjectType(type));
            super.visitMethodInsn(Opcodes.INVOKESTATIC, RECORDER, "register", "(Ljava/lang/Class;)V", false);
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            super.visitMaxs(Math.max(1, stack), locals);
        }
    }
}
