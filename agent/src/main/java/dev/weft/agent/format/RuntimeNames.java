package dev.weft.agent.format;

import dev.weft.agent.abi.Names;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Closes the runtime to class files that an author has written: the VM exports the packages that woven code names to
 * all modules, so only the names can tell woven code from other code. In a class file that is not woven yet, each class
 * of these packages becomes {@value #CLOSED}, which no module may access: using it is an {@code IllegalAccessError}
 * (JVMS 5.4.4), as it would be if the packages were not exported. Members that the weaver has added to classes of the
 * JDK get names that no class has.
 *
 * <p>Only constants are looked at, so that it makes no difference whether the rest of the file is well-formed. What is
 * changed is appended to the constants: a word may be a string of the author's as well.
 */
public final class RuntimeNames {
    /** A public class of a package that is not exported. */
    static final String CLOSED = "jdk/internal/weft/closed/Closed";

    private static final String PACKAGE = "java/weft/";
    private static final String MANAGEMENT = "jdk/internal/weft/management/";
    private static final byte[] HINT = "weft".getBytes(StandardCharsets.ISO_8859_1);
    private static final int MAX_COUNT = 0xFFFF;

    private final byte[] file;
    private final ConstantPool pool;
    private final ByteArrayOutputStream added = new ByteArrayOutputStream();
    private final Map<String, Integer> words = new HashMap<>();
    private int count;

    private RuntimeNames(byte[] file) throws Malformed {
        this.file = file.clone();
        pool = new ConstantPool(file, new Bytes(file, 6).u2());
        count = pool.count();
    }

    /**
     * The class file without names of the runtime; the argument itself if it has none, or if the VM would refuse it
     * anyway.
     *
     * @throws Malformed if it has so many constants that no more have room; it must not be defined then
     */
    public static byte[] close(byte[] file) throws Malformed {
        if (!mayName(file)) {
            return file;
        }
        RuntimeNames names;
        try {
            names = new RuntimeNames(file);
        } catch (Malformed e) {
            return file;
        }
        return names.closed() ? names.toFile() : file;
    }

    private static boolean mayName(byte[] file) {
        for (int i = 0; i + HINT.length <= file.length; i++) {
            if (file[i] == HINT[0] && file[i + 1] == HINT[1] && file[i + 2] == HINT[2] && file[i + 3] == HINT[3]) {
                return true;
            }
        }
        return false;
    }

    /** True if anything was changed. */
    private boolean closed() throws Malformed {
        for (int i = 1; i < pool.count(); i++) {
            int at = pool.place(i);
            switch (pool.kind(i)) {
                case ConstantPool.CLASS:
                    closeClass(at);
                    break;
                case ConstantPool.METHOD_TYPE:
                    closeDescriptor(at);
                    break;
                case ConstantPool.NAME_AND_TYPE:
                    closeMember(at);
                    break;
                default:
                    break;
            }
        }
        closeDeclarations();
        return count > pool.count();
    }

    private void closeClass(int at) throws Malformed {
        String name = pool.word(pool.u2(at));
        if (isOurs(name)) {
            redirect(at, CLOSED);
        } else if (name.startsWith("[")) {
            closeDescriptor(at);
        }
    }

    private void closeDescriptor(int at) throws Malformed {
        String descriptor = pool.word(pool.u2(at));
        String without = closedDescriptor(descriptor);
        if (!without.equals(descriptor)) {
            redirect(at, without);
        }
    }

    /** What the weaver adds to a class of the JDK is a static method with that class as its first parameter. */
    private void closeMember(int at) throws Malformed {
        String name = pool.word(pool.u2(at));
        String descriptor = pool.word(pool.u2(at + 2));
        if (name.startsWith(Names.ADDED) && descriptor.startsWith("(Ljava/")) {
            redirect(at, "inaccessible$" + name);
        }
        closeDescriptor(at + 2);
    }

    /** A method of the author's own with such a descriptor would override a twin. */
    private void closeDeclarations() throws Malformed {
        try {
            Bytes in = new Bytes(file, pool.end());
            in.skip(6);
            in.skip(2 * in.u2());
            for (int kind = 0; kind < 2; kind++) {
                for (int left = in.u2(); left > 0; left--) {
                    in.skip(4);
                    int at = in.at();
                    if (pool.kind(in.u2()) == ConstantPool.UTF8) {
                        closeDescriptor(at);
                    }
                    for (int attributes = in.u2(); attributes > 0; attributes--) {
                        in.skip(2);
                        in.skip(in.s4());
                    }
                }
            }
        } catch (Malformed e) {
            if (count > MAX_COUNT) {
                throw e;
            }
            // the VM will say what is wrong with it
        }
    }

    private static boolean isOurs(String name) {
        return name.startsWith(PACKAGE) || name.startsWith(MANAGEMENT);
    }

    private static String closedDescriptor(String descriptor) {
        if (descriptor.indexOf("weft/") < 0) {
            return descriptor;
        }
        StringBuilder result = new StringBuilder();
        int at = 0;
        while (at < descriptor.length()) {
            char c = descriptor.charAt(at);
            int end = c == 'L' ? descriptor.indexOf(';', at) : at;
            if (end < 0) {
                return descriptor;
            }
            boolean isClosed = c == 'L' && isOurs(descriptor.substring(at + 1, end));
            result.append(isClosed ? "L" + CLOSED + ";" : descriptor.substring(at, end + 1));
            at = end + 1;
        }
        return result.toString();
    }

    /** Has the two bytes there name that word. */
    private void redirect(int at, String word) throws Malformed {
        Integer known = words.get(word);
        if (known == null) {
            if (count == MAX_COUNT) {
                throw new Malformed("it names the runtime, and has no room for other names", true);
            }
            known = count++;
            words.put(word, known);
            byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
            added.write(ConstantPool.UTF8);
            added.write(bytes.length >> 8);
            added.write(bytes.length);
            added.write(bytes, 0, bytes.length);
        }
        file[at] = (byte) (known >> 8);
        file[at + 1] = (byte) (int) known;
    }

    private byte[] toFile() {
        byte[] result = new byte[file.length + added.size()];
        int end = pool.end();
        System.arraycopy(file, 0, result, 0, end);
        System.arraycopy(added.toByteArray(), 0, result, end, added.size());
        System.arraycopy(file, end, result, end + added.size(), file.length - end);
        result[ConstantPool.AT] = (byte) (count >> 8);
        result[ConstantPool.AT + 1] = (byte) count;
        return result;
    }
}
