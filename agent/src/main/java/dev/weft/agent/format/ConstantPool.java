package dev.weft.agent.format;

/** Kinds and places of the constants of a class file (JVMS 4.4), each checked to name constants of the right kinds. */
final class ConstantPool {
    static final int UTF8 = 1;
    static final int INTEGER = 3;
    static final int FLOAT = 4;
    static final int LONG = 5;
    static final int DOUBLE = 6;
    static final int CLASS = 7;
    static final int STRING = 8;
    static final int FIELD = 9;
    static final int METHOD = 10;
    static final int INTERFACE_METHOD = 11;
    static final int NAME_AND_TYPE = 12;
    static final int METHOD_HANDLE = 15;
    static final int METHOD_TYPE = 16;
    static final int DYNAMIC = 17;
    static final int INVOKE_DYNAMIC = 18;
    static final int MODULE = 19;
    static final int PACKAGE = 20;

    /** Begin of the number of constants. */
    static final int AT = 8;

    private static final int LAST_WITH_LONG_CHARACTERS = 47;
    private static final int FIRST_WITH_HANDLES = 51;
    private static final int FIRST_WITH_MODULES = 53;
    private static final int FIRST_WITH_DYNAMIC = 55;

    private final byte[] file;
    private final byte[] tags;
    private final int[] places;
    private final int end;
    private int lastBootstrapMethod = -1;
    /** The kinds of attributes of which words are the names, once somebody has asked. */
    private final AttributeKind[] attributes;
    /** True where somebody has asked. */
    private final boolean[] isAttributeKnown;

    /**
     * Reads the pool.
     *
     * @throws Malformed if the VM would refuse it
     */
    ConstantPool(byte[] file, int version) throws Malformed {
        this.file = file;
        Bytes in = new Bytes(file, AT);
        int count = in.u2();
        tags = new byte[count];
        places = new int[count];
        attributes = new AttributeKind[count];
        isAttributeKnown = new boolean[count];
        for (int i = 1; i < count; i++) {
            int tag = in.u1();
            tags[i] = (byte) tag;
            places[i] = in.at();
            if (tag == UTF8) {
                int length = in.u2();
                int from = in.at();
                in.skip(length);
                checkWord(from, in.at(), version);
            } else {
                in.skip(length(tag, version));
            }
            if (tag == LONG || tag == DOUBLE) {
                i++;
            }
        }
        end = in.at();
        for (int i = 1; i < count; i++) {
            check(i);
        }
    }

    private static int length(int tag, int version) throws Malformed {
        switch (tag) {
            case LONG:
            case DOUBLE:
                return 8;
            case CLASS:
            case STRING:
                return 2;
            case INTEGER:
            case FLOAT:
            case FIELD:
            case METHOD:
            case INTERFACE_METHOD:
            case NAME_AND_TYPE:
                return 4;
            case METHOD_HANDLE:
                return since(FIRST_WITH_HANDLES, version, 3);
            case METHOD_TYPE:
                return since(FIRST_WITH_HANDLES, version, 2);
            case INVOKE_DYNAMIC:
                return since(FIRST_WITH_HANDLES, version, 4);
            case DYNAMIC:
                return since(FIRST_WITH_DYNAMIC, version, 4);
            case MODULE:
            case PACKAGE:
                return since(FIRST_WITH_MODULES, version, 2);
            default:
                throw new Malformed("a constant has the unknown kind " + tag);
        }
    }

    private static int since(int first, int version, int length) throws Malformed {
        if (version < first) {
            throw new Malformed("a constant is of a kind that version " + version + " has not");
        }
        return length;
    }

    /** Fails if these bytes are no word (JVMS 4.4.7); before version 48 a character might be longer than it need be. */
    private void checkWord(int from, int end, int version) throws Malformed {
        int at = from;
        while (at < end && file[at] > 0) {
            at++;
        }
        while (at < end) {
            int first = file[at] & 0xFF;
            int length = first < 0x80 ? 1 : first >= 0xC0 && first < 0xE0 ? 2 : 3;
            int c = length == 1 ? first : length == 2 ? first & 0x1F : first & 0x0F;
            boolean isWord = first != 0 && (first < 0x80 || first >= 0xC0 && first < 0xF0) && length <= end - at;
            for (int i = 1; i < length && isWord; i++) {
                isWord = (file[at + i] & 0xC0) == 0x80;
                c = c << 6 | file[at + i] & 0x3F;
            }
            boolean isShortest = length == 1 || c >= (length == 2 ? 0x80 : 0x800) || length == 2 && c == 0;
            if (!isWord || !isShortest && version > LAST_WITH_LONG_CHARACTERS) {
                throw new Malformed("a constant is no word");
            }
            at += length;
        }
    }

    private void check(int i) throws Malformed {
        int at = places[i];
        switch (tags[i]) {
            case CLASS:
            case STRING:
            case METHOD_TYPE:
            case MODULE:
            case PACKAGE:
                expect(u2(at), UTF8);
                break;
            case FIELD:
            case METHOD:
            case INTERFACE_METHOD:
                expect(u2(at), CLASS);
                expect(u2(at + 2), NAME_AND_TYPE);
                break;
            case NAME_AND_TYPE:
                expect(u2(at), UTF8);
                expect(u2(at + 2), UTF8);
                break;
            case METHOD_HANDLE:
                expectHandle(file[at], u2(at + 1));
                break;
            case DYNAMIC:
            case INVOKE_DYNAMIC:
                lastBootstrapMethod = Math.max(lastBootstrapMethod, u2(at));
                expect(u2(at + 2), NAME_AND_TYPE);
                break;
            default:
                break;
        }
    }

    private void expectHandle(int kind, int member) throws Malformed {
        if (kind < 1 || kind > 9) {
            throw new Malformed("a method handle has the unknown kind " + kind);
        }
        if (kind <= 4) {
            expect(member, FIELD);
        } else if (kind == 9) {
            expect(member, INTERFACE_METHOD);
        } else if (kind == 6 || kind == 7) {
            expect(member, METHOD, INTERFACE_METHOD);
        } else {
            expect(member, METHOD);
        }
    }

    /** Fails if the constant is not of one of these kinds. */
    void expect(int index, int... kinds) throws Malformed {
        int found = kind(index);
        for (int kind : kinds) {
            if (found == kind) {
                return;
            }
        }
        // what names no constant would name one of those that are added
        throw new Malformed("constant " + index + " is of the wrong kind, " + found, found == 0);
    }

    /** The kind of a constant; 0 if there is none with that number. */
    int kind(int index) {
        return index < tags.length ? tags[index] : 0;
    }

    /** The largest number of a bootstrap method that a constant names; -1 if none does. */
    int lastBootstrapMethod() {
        return lastBootstrapMethod;
    }

    /** Number of constants, and one. */
    int count() {
        return tags.length;
    }

    /** Where the class file goes on behind the pool. */
    int end() {
        return end;
    }

    /** Place of what follows the constant's kind. */
    int place(int index) {
        return places[index];
    }

    /** True if that constant is that word. */
    boolean is(int index, String word) {
        if (kind(index) != UTF8 || u2(places[index]) != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (file[places[index] + 2 + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** The kind of attribute of which that word is the name; null if ASM does not know it. */
    AttributeKind attribute(int index) {
        if (!isAttributeKnown[index]) {
            attributes[index] = AttributeKind.of(word(index));
            isAttributeKnown[index] = true;
        }
        return attributes[index];
    }

    /** That word. */
    String word(int index) {
        int at = places[index] + 2;
        int end = at + u2(places[index]);
        StringBuilder word = new StringBuilder(end - at);
        while (at < end) {
            int first = file[at++] & 0xFF;
            if (first < 0x80) {
                word.append((char) first);
            } else if (first < 0xE0) {
                word.append((char) ((first & 0x1F) << 6 | file[at++] & 0x3F));
            } else {
                word.append((char) ((first & 0x0F) << 12 | (file[at] & 0x3F) << 6 | file[at + 1] & 0x3F));
                at += 2;
            }
        }
        return word.toString();
    }

    int u2(int at) {
        return (file[at] & 0xFF) << 8 | file[at + 1] & 0xFF;
    }
}
