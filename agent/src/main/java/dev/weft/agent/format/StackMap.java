package dev.weft.agent.format;

import static dev.weft.agent.format.ConstantPool.CLASS;

/** Checks the form of one StackMapTable (JVMS 4.7.4): kinds of frames and types, places, and the length. */
final class StackMap {
    private static final int DOUBLE = 3;
    private static final int LONG = 4;
    private static final int OBJECT = 7;
    private static final int UNINITIALIZED = 8;

    private final Bytes in;
    private final int end;
    private final boolean isStrict;
    private final int maxStack;
    private final int maxLocals;
    private final ConstantPool pool;
    private final Instructions instructions;

    /**
     * With the bounds of the attribute's contents, and the place of the code, which begins with its limits; strictly,
     * if the VM refuses frames that have the right form and are wrong.
     */
    StackMap(byte[] file, int from, int end, ConstantPool pool, Instructions instructions, int code, boolean isStrict)
            throws Malformed {
        this.isStrict = isStrict;
        in = new Bytes(file, from);
        Bytes limits = new Bytes(file, code);
        maxStack = limits.u2();
        maxLocals = limits.u2();
        this.end = end;
        this.pool = pool;
        this.instructions = instructions;
    }

    void check() throws Malformed {
        int at = -1;
        for (int left = in.u2(); left > 0; left--) {
            at += 1 + frame();
            if (isStrict) {
                instructions.expectStart(at);
            }
        }
        if (in.at() != end) {
            throw new Malformed("a StackMapTable has the wrong length");
        }
    }

    /** Reads a frame and returns its distance. */
    private int frame() throws Malformed {
        int kind = in.u1();
        if (kind < 64) {
            return kind;
        } else if (kind < 128) {
            expectAtMost(maxStack, types(1));
            return kind - 64;
        } else if (kind < 247) {
            throw new Malformed("a StackMapTable has a frame of the unknown kind " + kind);
        }
        int distance = in.u2();
        if (kind == 247) {
            expectAtMost(maxStack, types(1));
        } else if (kind == 255) {
            expectAtMost(maxLocals, types(in.u2()));
            expectAtMost(maxStack, types(in.u2()));
        } else if (kind > 251) {
            types(kind - 251);
        }
        return distance;
    }

    private void expectAtMost(int limit, int slots) throws Malformed {
        if (isStrict && slots > limit) {
            throw new Malformed("a StackMapTable has more values than the code");
        }
    }

    /** Reads types and returns the number of slots that they take. */
    private int types(int count) throws Malformed {
        int slots = 0;
        for (int i = 0; i < count; i++) {
            int tag = in.u1();
            slots += tag == DOUBLE || tag == LONG ? 2 : 1;
            if (tag == OBJECT) {
                pool.expect(in.u2(), CLASS);
            } else if (tag == UNINITIALIZED) {
                int allocation = in.u2();
                if (isStrict) {
                    instructions.expectNew(allocation);
                }
            } else if (tag > UNINITIALIZED) {
                throw new Malformed("a StackMapTable has a type of the unknown kind " + tag);
            }
        }
        return slots;
    }
}
