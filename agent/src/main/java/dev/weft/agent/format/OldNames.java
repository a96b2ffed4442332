package dev.weft.agent.format;

import static dev.weft.agent.format.ConstantPool.CLASS;
import static dev.weft.agent.format.ConstantPool.NAME_AND_TYPE;

/**
 * Names in class files before version 49, which had to be identifiers of Java: a woven class has a higher version, in
 * which the VM would not look. Letters of other alphabets pass.
 */
final class OldNames {
    private OldNames() {}

    static void check(ConstantPool pool) throws Malformed {
        for (int i = 1; i < pool.count(); i++) {
            int kind = pool.kind(i);
            if (kind == CLASS || kind == NAME_AND_TYPE) {
                checkName(pool, pool.u2(pool.place(i)), kind == CLASS);
            }
            if (kind == NAME_AND_TYPE) {
                checkDescriptor(pool, pool.u2(pool.place(i) + 2));
            }
        }
    }

    /** Looks only at the names of classes in it. */
    static void checkDescriptor(ConstantPool pool, int index) throws Malformed {
        String descriptor = pool.word(index);
        int from = descriptor.indexOf('L');
        while (from >= 0) {
            int end = descriptor.indexOf(';', from);
            if (end < 0) {
                return;
            }
            checkName(descriptor.substring(from + 1, end), true);
            from = descriptor.indexOf('L', end);
        }
    }

    /** Members that are declared, and not used, have no constant but their name. */
    static void checkName(ConstantPool pool, int index, boolean isClass) throws Malformed {
        String name = pool.word(index);
        boolean isArray = isClass && name.startsWith("[");
        if (!isArray && !name.equals("<init>") && !name.equals("<clinit>")) {
            checkName(name, isClass);
        }
    }

    /** The VM asks of each char, not of each code point. */
    private static void checkName(String name, boolean isClass) throws Malformed {
        boolean isFirst = true;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean isSlash = isClass && c == '/' && !isFirst;
            boolean isLegal = isFirst ? Character.isJavaIdentifierStart(c) : Character.isJavaIdentifierPart(c);
            boolean isControl = c > 0 && c < ' ' || c == 0x7F;
            if (!isSlash && (!isLegal || isControl)) {
                throw new Malformed("a name is no identifier, which it must be before version 49");
            }
            isFirst = isSlash;
        }
        if (isFirst) {
            throw new Malformed("a name is empty");
        }
    }
}
