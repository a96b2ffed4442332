package jdk.internal.weft.agent;

/**
 * Makes a class file as its author's compiler made it, of a woven one: without its twins. All else stays as it is, also
 * what recipes have added, and the constants of the twins. See JVMS 4.1. For one thread.
 */
final class WithoutTwins {
    static final int MAGIC = 0xCAFEBABE;

    private static final String SUFFIX = "$weft";
    private static final String CONSTRUCTOR = "<init>";
    private static final String CONTEXT = "Ljava/weft/CarrierContext;)";

    /** Where the number of constants stands, and the first of them. */
    private static final int POOL_COUNT = 8;

    private static final int POOL = 10;
    private static final int UTF8 = 1;
    private static final int LONG = 9;

    /** Access, name, descriptor: what a field or a method begins with. */
    private static final int MEMBER = 6;

    private final byte[] file;
    private int at;

    /** Where the constants stand that are text. */
    private int[] texts;

    private WithoutTwins(byte[] file) {
        this.file = file;
    }

    /** The class file without its twins; the argument itself if it has none, or is no class file. */
    static byte[] of(byte[] file) {
        try {
            return isClass(file) ? new WithoutTwins(file).plain() : file;
        } catch (IndexOutOfBoundsException e) {
            // the reader may say what is wrong with it
            return file;
        }
    }

    private static boolean isClass(byte[] file) {
        return file.length > POOL && new WithoutTwins(file).four(0) == MAGIC;
    }

    private byte[] plain() {
        if (!readPool()) {
            return file;
        }
        // access, class, superclass
        at += MEMBER;
        at += 2 + 2 * two(at);
        int fields = two(at);
        at += 2;
        for (int i = 0; i < fields; i++) {
            skipMember();
        }
        int methods = two(at);
        int count = at;
        at += 2;
        byte[] plain = new byte[file.length];
        System.arraycopy(file, 0, plain, 0, at);
        int length = at;
        int kept = 0;
        for (int i = 0; i < methods; i++) {
            int start = at;
            skipMember();
            if (!isTwin(start)) {
                System.arraycopy(file, start, plain, length, at - start);
                length += at - start;
                kept++;
            }
        }
        if (kept == methods) {
            return file;
        }
        plain[count] = (byte) (kept >> 8);
        plain[count + 1] = (byte) kept;
        byte[] whole = new byte[length + file.length - at];
        System.arraycopy(plain, 0, whole, 0, length);
        System.arraycopy(file, at, whole, length, file.length - at);
        return whole;
    }

    /** Goes behind the constants; false if none of them is a descriptor of twins. */
    private boolean readPool() {
        texts = new int[two(POOL_COUNT)];
        at = POOL;
        boolean isWoven = false;
        for (int i = 1; i < texts.length; i++) {
            int tag = file[at];
            if (tag == UTF8) {
                texts[i] = at;
                isWoven |= hasContext(at);
                at += two(at + 1);
            }
            at += length(tag);
            if (length(tag) == LONG) {
                // it takes two places
                i++;
            }
        }
        return isWoven;
    }

    /** How long a constant is, with its tag; without what comes behind the length of a text. */
    private static int length(int tag) {
        return switch (tag) {
            case 5, 6 -> LONG;
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 5;
            case 15 -> 4;
            default -> 3;
        };
    }

    private void skipMember() {
        at += MEMBER;
        int attributes = two(at);
        at += 2;
        for (int i = 0; i < attributes; i++) {
            at += 6 + four(at + 2);
        }
    }

    /** Whether the method that begins there is one; as {@code Names.isTwin} says. */
    private boolean isTwin(int method) {
        int name = texts[two(method + 2)];
        int desc = texts[two(method + 4)];
        boolean isNamedSo =
                endsWith(name, SUFFIX) || two(name + 1) == CONSTRUCTOR.length() && endsWith(name, CONSTRUCTOR);
        return isNamedSo && hasContext(desc);
    }

    private boolean endsWith(int text, String end) {
        int length = two(text + 1);
        return length >= end.length() && isAt(text + 3 + length - end.length(), end);
    }

    private boolean hasContext(int text) {
        int length = two(text + 1);
        for (int i = 0; i <= length - CONTEXT.length(); i++) {
            if (isAt(text + 3 + i, CONTEXT)) {
                return true;
            }
        }
        return false;
    }

    private boolean isAt(int place, String wanted) {
        for (int i = 0; i < wanted.length(); i++) {
            if (file[place + i] != wanted.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private int two(int place) {
        return (file[place] & 0xFF) << 8 | file[place + 1] & 0xFF;
    }

    private int four(int place) {
        return two(place) << 16 | two(place + 2);
    }
}
