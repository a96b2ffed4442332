package dev.weft.agent.format;

/** A class file, read from front to back; what is outside of it is a {@link Malformed}. */
final class Bytes {
    private final byte[] file;
    private int at;

    /** From that place on. */
    Bytes(byte[] file, int at) {
        this.file = file;
        this.at = at;
    }

    /** Where the next byte is read. */
    int at() {
        return at;
    }

    int u1() throws Malformed {
        return file[step(1)] & 0xFF;
    }

    int u2() throws Malformed {
        int from = step(2);
        return (file[from] & 0xFF) << 8 | file[from + 1] & 0xFF;
    }

    int s2() throws Malformed {
        return (short) u2();
    }

    int s4() throws Malformed {
        return u2() << 16 | u2();
    }

    void skip(int count) throws Malformed {
        step(count);
    }

    private int step(int count) throws Malformed {
        if (count < 0 || count > file.length - at) {
            throw new Malformed("it ends too early");
        }
        int from = at;
        at += count;
        return from;
    }
}
