package dev.weft.peer;

import co.paralleluniverse.fibers.instrument.JavaAgent;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Quasar's agent, made to understand the class files of JDK 17: its visitors ask ASM for the interface of version 7,
 * which refuses sealed classes; as they are loaded, that number becomes 9.
 */
public final class QuasarAgent {
    private static final String INSTRUMENTATION = "co/paralleluniverse/fibers/instrument/";

    private QuasarAgent() {}

    /** Called by the VM before {@code main}. */
    public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
        instrumentation.addTransformer(new NewerAsm());
        // now: the VM shows a transformer no class that is loaded while another one works
        try (JarFile jar = new JarFile(System.getProperty("java.class.path"))) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                String name = entry.getName();
                if (name.startsWith(INSTRUMENTATION) && name.endsWith(".class")) {
                    load(name.substring(0, name.length() - ".class".length()).replace('/', '.'));
                }
            }
        }
        JavaAgent.premain(arguments, instrumentation);
    }

    private static void load(String name) throws ClassNotFoundException {
        try {
            Class.forName(name, false, QuasarAgent.class.getClassLoader());
        } catch (NoClassDefFoundError e) {
            // a task for Ant, which is not here
        }
    }

    private static final class NewerAsm implements ClassFileTransformer {
        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
            if (name == null || !name.startsWith(INSTRUMENTATION)) {
                return null;
            }
            ClassReader reader = new ClassReader(bytes);
            ClassWriter writer = new ClassWriter(0);
            reader.accept(new Raising(writer), 0);
            return writer.toByteArray();
        }
    }

    private static final class Raising extends ClassVisitor {
        private Raising(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
                @Override
                public void visitLdcInsn(Object value) {
                    boolean old = value instanceof Integer number && number == Opcodes.ASM7;
                    super.visitLdcInsn(old ? Integer.valueOf(Opcodes.ASM9) : value);
                }
            };
        }
    }
}
