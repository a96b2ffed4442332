package dev.weft.weaver.weave;

import dev.weft.weaver.recipe.JdkClasses;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/**
 * The classes of an image.
 *
 * @param files module name to file name to class file
 */
record ImageClasses(Map<String, Map<String, byte[]>> files) implements JdkClasses {
    @Override
    public boolean hasModule(String module) {
        return files.containsKey(module);
    }

    @Override
    public int classFileVersion() {
        byte[] file = file("java.base", "java/lang/Object");
        // read by hand: ASM refuses the releases that it does not know yet
        return file == null || file.length < 8 ? 0 : (file[6] & 0xFF) << 8 | file[7] & 0xFF;
    }

    private byte[] file(String module, String name) {
        Map<String, byte[]> classes = files.get(module);
        return classes == null ? null : classes.get(name + ".class");
    }

    @Override
    public ClassNode find(String module, String name) {
        byte[] file = file(module, name);
        if (file == null) {
            return null;
        }
        ClassNode node = new ClassNode();
        new ClassReader(file).accept(node, 0);
        return node;
    }
}
