package dev.weft.weaver.facts;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What the weaver remembers of one class of the image. Immutable once read. */
final class ClassFacts {
    /** A call in a method's code. */
    record Callee(String owner, String name, String desc, int opcode) {}

    /** A method: its flags and calls. */
    static final class Method {
        final int access;
        final List<Callee> callees = new ArrayList<>();
        boolean entersMonitor;
        boolean callerSensitive;
        boolean hasIntrinsic;
        boolean callsInterface;

        Method(int access) {
            this.access = access;
            entersMonitor = (access & Opcodes.ACC_SYNCHRONIZED) != 0;
        }

        /**
         * True if HotSpot may put code of its own in the place of the method, and the method calls back nothing: those
         * that do ({@code IntStream.range(..).forEach(..)}) do it by interfaces, at once or from a bridge method of the
         * compiler's.
         */
        boolean isClosedIntrinsic() {
            return hasIntrinsic && !callsInterface && !is(Opcodes.ACC_BRIDGE);
        }

        boolean is(int flag) {
            return (access & flag) != 0;
        }
    }

    final String name;
    final int access;
    final String superName;
    final String[] interfaces;
    final Map<String, Method> methods = new HashMap<>();

    private ClassFacts(String name, int access, String superName, String[] interfaces) {
        this.name = name;
        this.access = access;
        this.superName = superName;
        this.interfaces = interfaces;
    }

    boolean isInterface() {
        return (access & Opcodes.ACC_INTERFACE) != 0;
    }

    boolean isFinal() {
        return (access & Opcodes.ACC_FINAL) != 0;
    }

    static ClassFacts read(byte[] file) {
        Reading reading = new Reading();
        new ClassReader(file).accept(reading, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
        return reading.facts;
    }

    private static final class Reading extends ClassVisitor {
        private ClassFacts facts;

        Reading() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(int version, int access, String name, String sig, String superName, String[] interfaces) {
            facts = new ClassFacts(name, access, superName, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String desc, String sig, String[] exceptions) {
            Method method = new Method(access);
            facts.methods.put(name + desc, method);
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                    method.callerSensitive |= annotation.equals("Ljdk/internal/reflect/CallerSensitive;");
                    method.hasIntrinsic |= annotation.equals("Ljdk/internal/vm/annotation/IntrinsicCandidate;");
                    return null;
                }

                @Override
                public void visitInsn(int opcode) {
                    method.entersMonitor |= opcode == Opcodes.MONITORENTER;
                }

                @Override
                public void visitMethodInsn(int opcode, String owner, String callee, String calleeDesc, boolean itf) {
                    method.callsInterface |= itf;
                    method.callees.add(new Callee(owner, callee, calleeDesc, opcode));
                }
            };
        }
    }
}
