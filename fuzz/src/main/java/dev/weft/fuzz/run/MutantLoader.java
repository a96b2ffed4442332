package dev.weft.fuzz.run;

import java.io.IOException;
import java.io.InputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Loads the generator's classes once more, from the woven {@code java.base}, with a defect. */
final class MutantLoader extends ClassLoader {
    private static final String PREFIX = "dev.weft.agent.";

    private final Mutation mutation;

    MutantLoader(Mutation mutation) {
        super(ClassLoader.getPlatformClassLoader());
        this.mutation = mutation;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(PREFIX)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known == null ? define(name) : known;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String path = name.replace('.', '/');
        try (InputStream in = Object.class.getResourceAsStream("/" + path + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] file = in.readAllBytes();
            if (mutation.type().equals(path)) {
                file = changed(file);
            }
            return defineClass(name, file, 0, file.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /**
     * The class file with the defect.
     *
     * @throws IllegalStateException if there is no place for it
     */
    byte[] changed(byte[] file) {
        ClassReader reader = new ClassReader(file);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        int[] sites = new int[1];
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String desc, String sig, String[] thrown) {
                        MethodVisitor next = super.visitMethod(access, name, desc, sig, thrown);
                        return name.equals(mutation.method()) ? mutation.visitor(next, sites) : next;
                    }
                },
                0);
        if (sites[0] == 0) {
            throw new IllegalStateException(mutation + " finds nothing to change in " + mutation.type());
        }
        return writer.toByteArray();
    }
}
