package dev.weft.weaver.image;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Gives classes of an old version (ASM's own are for Java 5) a version of today, and the stack maps that belong to it.
 * JDK 17 puts classes older than version 50 into an archive of shared classes without having linked them; when an agent
 * listens to the loading of classes, their virtual methods are then found missing.
 */
final class ModernClasses {
    private static final int STACK_MAPS = Opcodes.V1_8;

    private final Map<String, byte[]> files;

    private ModernClasses(Map<String, byte[]> files) {
        this.files = files;
    }

    /** The files of a jar, with all classes of a version of today. */
    static Map<String, byte[]> of(byte[] jar) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(jar))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (!entry.isDirectory()) {
                    files.put(entry.getName(), in.readAllBytes());
                }
            }
        }
        return new ModernClasses(files).modern();
    }

    private Map<String, byte[]> modern() {
        Map<String, byte[]> result = new TreeMap<>();
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            result.put(file.getKey(), isOld(file) ? modern(file.getValue()) : file.getValue());
        }
        return result;
    }

    private static boolean isOld(Map.Entry<String, byte[]> file) {
        return file.getKey().endsWith(".class") && (file.getValue()[6] << 8 | file.getValue()[7]) < Opcodes.V1_6;
    }

    private byte[] modern(byte[] file) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
            @Override
            protected String getCommonSuperClass(String first, String second) {
                return commonSuperClass(first, second);
            }
        };
        new ClassReader(file)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, writer) {
                            @Override
                            public void visit(
                                    int version,
                                    int access,
                                    String name,
                                    String signature,
                                    String parent,
                                    String[] types) {
                                super.visit(STACK_MAPS, access, name, signature, parent, types);
                            }
                        },
                        ClassReader.SKIP_FRAMES);
        return writer.toByteArray();
    }

    /** The nearest class that both extend; interfaces count as Object, as they do for the verifier. */
    private String commonSuperClass(String first, String second) {
        for (String a = first; a != null; a = superClass(a)) {
            for (String b = second; b != null; b = superClass(b)) {
                if (a.equals(b)) {
                    return a;
                }
            }
        }
        return "java/lang/Object";
    }

    private String superClass(String name) {
        byte[] file = files.get(name + ".class");
        if (file != null) {
            return new ClassReader(file).getSuperName();
        }
        try {
            Class<?> parent = Class.forName(name.replace('/', '.'), false, null).getSuperclass();
            return parent == null ? null : parent.getName().replace('.', '/');
        } catch (ClassNotFoundException notOfTheJdk) {
            return null;
        }
    }
}
