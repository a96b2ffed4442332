package dev.weft.weaver.recipe;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** The classes that recipes change: those of the running JDK, and Weft's own for java.base. */
public final class ClassFiles {
    private ClassFiles() {}

    /** The class as it is before any recipe. */
    public static ClassNode read(String name) {
        try {
            ClassNode node = new ClassNode();
            new ClassReader(bytes(name)).accept(node, ClassReader.EXPAND_FRAMES);
            return node;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(String name) throws IOException {
        String module = name.startsWith("jdk/nio/zipfs/") ? "jdk.zipfs" : "java.base";
        Path ofJdk = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", module, name + ".class");
        if (Files.exists(ofJdk)) {
            return Files.readAllBytes(ofJdk);
        }
        try (InputStream in = ClassFiles.class.getResourceAsStream("/META-INF/weft/java.base/" + name + ".class")) {
            if (in == null) {
                throw new IOException(name + " is neither in the JDK nor among Weft's classes");
            }
            return in.readAllBytes();
        }
    }

    /** The class after one recipe. */
    public static ClassNode changedBy(Recipe recipe, String name) {
        ClassNode node = read(name);
        recipe.apply(node);
        return node;
    }

    /** The only method of that name. */
    public static MethodNode method(ClassNode node, String name) {
        List<MethodNode> found = new ArrayList<>(node.methods);
        found.removeIf(method -> !method.name.equals(name));
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " methods " + name + " in " + node.name);
        }
        return found.get(0);
    }

    /** All calls in the class, in their order. */
    public static List<MethodInsnNode> calls(ClassNode node) {
        List<MethodInsnNode> calls = new ArrayList<>();
        node.methods.forEach(method -> calls.addAll(calls(method)));
        return calls;
    }

    /** All calls in the method, in their order. */
    public static List<MethodInsnNode> calls(MethodNode method) {
        List<MethodInsnNode> calls = new ArrayList<>();
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof MethodInsnNode) {
                calls.add((MethodInsnNode) insn);
            }
        }
        return calls;
    }

    /** The names of the fields that the method reads and writes. */
    public static List<String> fields(MethodNode method) {
        List<String> names = new ArrayList<>();
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof FieldInsnNode) {
                names.add(((FieldInsnNode) insn).name);
            }
        }
        return names;
    }

    /** Class and method of each call. */
    public static List<String> names(List<MethodInsnNode> calls) {
        List<String> names = new ArrayList<>();
        calls.forEach(call -> names.add(call.owner.substring(call.owner.lastIndexOf('/') + 1) + "." + call.name));
        return names;
    }
}
