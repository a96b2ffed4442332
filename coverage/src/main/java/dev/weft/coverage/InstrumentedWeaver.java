package dev.weft.coverage;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/**
 * Makes a weaver's jar of another one: the classes that it puts into java.base, those of the runtime and of the
 * generator, have probes. A JDK that this jar weaves notes what of them is executed.
 */
final class InstrumentedWeaver {
    /** What {@link Probes} is in java.base; a package of the runtime, as others know them. */
    static final String HOLDER = "java/weft/Probes";

    private static final String RUNTIME = "META-INF/weft/java.base/";
    private static final String AGENT = "META-INF/weft/weft-agent.jar";
    private static final String GENERATOR = "dev/weft/agent/";
    private static final String LIBRARY = "dev/weft/agent/asm/";
    private static final String CLASS = ".class";

    /** Its method {@code end} is the last thing that the VM does in Java, however it ends. */
    private static final String EXIT = RUNTIME + "jdk/internal/weft/fiber/FiberExit.class";

    private final ProbeInserter inserter = new ProbeInserter(HOLDER);
    private final Map<String, byte[]> files;

    private InstrumentedWeaver(Map<String, byte[]> files) {
        this.files = files;
    }

    /**
     * Writes the jar.
     *
     * @param weaver the weaver's
     * @param target the jar to be written
     * @param probes the folder that JVMs write their probes to
     * @param list file to be written: the instrumented classes
     */
    static void write(Path weaver, Path target, Path probes, Path list) throws IOException {
        InstrumentedWeaver made;
        try (InputStream in = Files.newInputStream(weaver)) {
            made = new InstrumentedWeaver(read(in));
        }
        made.instrument(probes);
        Files.createDirectories(target.getParent());
        Files.write(target, zip(made.files));
        Files.write(
                list,
                made.inserter.classes().stream().map(ProbedClass::toString).toList());
    }

    private void instrument(Path probes) throws IOException {
        files.replaceAll((name, file) ->
                name.startsWith(RUNTIME) && name.endsWith(CLASS) ? orSame(inserter.insert(file, file), file) : file);
        Map<String, byte[]> agent = read(new ByteArrayInputStream(files.get(AGENT)));
        agent.replaceAll((name, file) -> isGenerator(name) ? generator(name, file) : file);
        files.put(AGENT, zip(agent));
        files.computeIfPresent(EXIT, (name, file) -> writingAtEnd(file));
        files.put(RUNTIME + HOLDER + CLASS, holder(probes.toAbsolutePath().toString(), inserter.counts(), HOLDER));
    }

    private static boolean isGenerator(String name) {
        return name.startsWith(GENERATOR) && name.endsWith(CLASS) && !name.startsWith(LIBRARY);
    }

    /** In the agent's jar ASM has other names; reported on are classes with its own. */
    private byte[] generator(String name, byte[] file) {
        byte[] reported = files.get(name);
        if (reported == null) {
            throw new IllegalStateException("the weaver's jar has no " + name);
        }
        return orSame(inserter.insert(file, reported), file);
    }

    private static byte[] orSame(byte[] changed, byte[] file) {
        return changed == null ? file : changed;
    }

    private static byte[] writingAtEnd(byte[] file) {
        boolean[] isFound = {false};
        ClassWriter writer = new ClassWriter(0);
        ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
                if (!name.equals("end") || !descriptor.equals("()V")) {
                    return method;
                }
                isFound[0] = true;
                return new MethodVisitor(Opcodes.ASM9, method) {
                    @Override
                    public void visitInsn(int opcode) {
                        if (opcode == Opcodes.RETURN) {
                            super.visitMethodInsn(Opcodes.INVOKESTATIC, HOLDER, "write", "()V", false);
                        }
                        super.visitInsn(opcode);
                    }
                };
            }
        };
        new ClassReader(file).accept(visitor, 0);
        if (!isFound[0]) {
            throw new IllegalStateException(EXIT + " has no method end(): nobody would write the probes");
        }
        return writer.toByteArray();
    }

    /**
     * {@link Probes}, as a class of another name.
     *
     * @param folder where the files go
     * @param counts of the probes of each class
     */
    static byte[] holder(String folder, String counts, String name) throws IOException {
        String before = Probes.class.getName().replace('.', '/');
        ClassWriter writer = new ClassWriter(0);
        ClassVisitor texts =
                new ClassVisitor(Opcodes.ASM9, new ClassRemapper(writer, new SimpleRemapper(before, name))) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String method, String descriptor, String signature, String[] exceptions) {
                        return new MethodVisitor(
                                Opcodes.ASM9, super.visitMethod(access, method, descriptor, signature, exceptions)) {
                            @Override
                            public void visitLdcInsn(Object value) {
                                super.visitLdcInsn(
                                        value.equals(Probes.FOLDER)
                                                ? folder
                                                : value.equals(Probes.COUNTS) ? counts : value);
                            }
                        };
                    }
                };
        try (InputStream in = Probes.class.getResourceAsStream("Probes.class")) {
            new ClassReader(in).accept(texts, 0);
        }
        return writer.toByteArray();
    }

    private static Map<String, byte[]> read(InputStream jar) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (ZipInputStream in = new ZipInputStream(jar)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (!entry.isDirectory()) {
                    files.put(entry.getName(), in.readAllBytes());
                }
            }
        }
        return files;
    }

    private static byte[] zip(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(result)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                out.putNextEntry(new ZipEntry(file.getKey()));
                out.write(file.getValue());
            }
        }
        return result.toByteArray();
    }
}
