package dev.weft.agent.format;

import java.io.ByteArrayOutputStream;

/**
 * Drops the attributes {@code StackMap} of CLDC. The VM never reads them; ASM takes them for frames in all versions,
 * and reads the frames of a method that has both forms as neither.
 */
public final class CldcFrames {
    private static final String NAME = "StackMap";

    private final byte[] file;
    private final ConstantPool pool;
    private final Bytes in;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private CldcFrames(byte[] file) throws Malformed {
        this.file = file;
        pool = new ConstantPool(file, new Bytes(file, 6).u2());
        in = new Bytes(file, pool.end());
    }

    /**
     * A copy without such attributes; its constants are the same.
     *
     * @throws Malformed if that cannot be
     */
    public static byte[] drop(byte[] file) throws Malformed {
        return new CldcFrames(file).copy();
    }

    private byte[] copy() throws Malformed {
        in.skip(6);
        in.skip(2 * in.u2());
        for (int left = in.u2(); left > 0; left--) {
            in.skip(6);
            skipAttributes();
        }
        int methods = in.u2();
        write(0, in.at());
        for (; methods > 0; methods--) {
            method();
        }
        write(in.at(), file.length);
        return out.toByteArray();
    }

    private void method() throws Malformed {
        int from = in.at();
        in.skip(6);
        int attributes = in.u2();
        write(from, in.at());
        for (; attributes > 0; attributes--) {
            int begin = in.at();
            boolean isCode = pool.is(in.u2(), "Code");
            int length = in.s4();
            int contents = in.at();
            in.skip(length);
            if (isCode) {
                code(begin, contents);
            } else {
                write(begin, in.at());
            }
        }
    }

    private void code(int begin, int contents) throws Malformed {
        Bytes code = new Bytes(file, contents + 4);
        code.skip(code.s4());
        code.skip(8 * code.u2());
        int list = code.at();
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        int count = 0;
        for (int left = code.u2(); left > 0; left--) {
            int from = code.at();
            boolean isForeign = pool.is(code.u2(), NAME);
            code.skip(code.s4());
            if (!isForeign) {
                kept.write(file, from, code.at() - from);
                count++;
            }
        }
        write(begin, begin + 2);
        writeInt(list - contents + 2 + kept.size());
        write(contents, list);
        out.write(count >> 8);
        out.write(count);
        out.write(kept.toByteArray(), 0, kept.size());
    }

    private void skipAttributes() throws Malformed {
        for (int left = in.u2(); left > 0; left--) {
            in.skip(2);
            in.skip(in.s4());
        }
    }

    private void write(int from, int to) {
        out.write(file, from, to - from);
    }

    private void writeInt(int value) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            out.write(value >> shift);
        }
    }
}
