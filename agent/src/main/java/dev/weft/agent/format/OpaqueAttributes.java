package dev.weft.agent.format;

import java.util.List;

/**
 * Hides attributes that ASM reads, and the VM does not, or only when it is asked: an obfuscator may have put anything
 * there. A list of permitted subclasses that is empty, and that ASM would leave out, is hidden, too. Hidden, they have
 * names that ASM does not know, so that it copies them as they are; shown again, their own.
 *
 * <p>Overview. The first letter of the name is made a small one, in place. Constants keep their numbers in woven
 * classes, so what the attributes name stays the same.
 */
public final class OpaqueAttributes {
    private static final int CAPITAL = 'a' - 'A';

    private static final List<String> NAMES = List.of(
            "RuntimeVisibleAnnotations",
            "RuntimeInvisibleAnnotations",
            "RuntimeVisibleParameterAnnotations",
            "RuntimeInvisibleParameterAnnotations",
            "RuntimeVisibleTypeAnnotations",
            "RuntimeInvisibleTypeAnnotations",
            "AnnotationDefault",
            "MethodParameters",
            "PermittedSubclasses");

    private OpaqueAttributes() {}

    /**
     * A copy without attributes that ASM might not be able to read.
     *
     * @throws Malformed if that cannot be
     */
    public static byte[] hide(byte[] file) throws Malformed {
        byte[] hidden = file.clone();
        for (String name : NAMES) {
            String small = small(name);
            ConstantPool pool = new ConstantPool(file, new Bytes(file, 6).u2());
            for (int i = 1; i < pool.count(); i++) {
                if (pool.is(i, small)) {
                    throw new Malformed("it has an attribute " + small);
                } else if (pool.is(i, name)) {
                    int first = pool.place(i) + 2;
                    hidden[first] = (byte) (hidden[first] + CAPITAL);
                }
            }
        }
        return hidden;
    }

    /** Shows again, in place, what was hidden in the class file that this one was made of. */
    public static byte[] show(byte[] file) {
        try {
            ConstantPool pool = new ConstantPool(file, new Bytes(file, 6).u2());
            for (String name : NAMES) {
                for (int i = 1; i < pool.count(); i++) {
                    if (pool.is(i, small(name))) {
                        int first = pool.place(i) + 2;
                        file[first] = (byte) (file[first] - CAPITAL);
                    }
                }
            }
            return file;
        } catch (Malformed e) {
            throw new IllegalStateException("a woven class file has no constant pool", e);
        }
    }

    private static String small(String name) {
        return (char) (name.charAt(0) + CAPITAL) + name.substring(1);
    }
}
