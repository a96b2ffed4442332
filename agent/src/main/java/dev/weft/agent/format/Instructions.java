package dev.weft.agent.format;

import static dev.weft.agent.format.ConstantPool.CLASS;
import static dev.weft.agent.format.ConstantPool.DOUBLE;
import static dev.weft.agent.format.ConstantPool.DYNAMIC;
import static dev.weft.agent.format.ConstantPool.FIELD;
import static dev.weft.agent.format.ConstantPool.FLOAT;
import static dev.weft.agent.format.ConstantPool.INTEGER;
import static dev.weft.agent.format.ConstantPool.INTERFACE_METHOD;
import static dev.weft.agent.format.ConstantPool.INVOKE_DYNAMIC;
import static dev.weft.agent.format.ConstantPool.LONG;
import static dev.weft.agent.format.ConstantPool.METHOD;
import static dev.weft.agent.format.ConstantPool.METHOD_HANDLE;
import static dev.weft.agent.format.ConstantPool.METHOD_TYPE;
import static dev.weft.agent.format.ConstantPool.STRING;

import java.util.BitSet;
import org.objectweb.asm.Opcodes;

/**
 * Where the instructions of one method begin. Checks what ASM writes anew, and not as it was: constants' kinds, targets
 * of jumps, bytes that must be 0 (JVMS 4.9.1).
 */
final class Instructions {
    /** Opcodes that {@link Opcodes} leaves out, since they are other forms of its own. */
    private static final int LDC_W = 19;

    private static final int LDC2_W = 20;
    private static final int WIDE = 196;
    private static final int GOTO_W = 200;
    private static final int JSR_W = 201;

    /** Lengths of the instructions, as digits; 0: none, or of its own. */
    private static final String LENGTHS = "1111111111111111" // to lload
            .concat("2323322222") // bipush, sipush, ldc, ldc_w, ldc2_w, iload .. aload
            .concat("11111111111111111111") // iload_0 .. aload_3
            .concat("11111111") // iaload .. saload
            .concat("22222") // istore .. astore
            .concat("11111111111111111111") // istore_0 .. astore_3
            .concat("11111111") // iastore .. sastore
            .concat("111111111") // pop .. swap
            .concat("111111111111111111111111111111111111") // iadd .. lxor
            .concat("3") // iinc
            .concat("111111111111111") // i2l .. i2s
            .concat("11111") // lcmp .. dcmpg
            .concat("3333333333333333") // ifeq .. jsr
            .concat("200") // ret, tableswitch, lookupswitch
            .concat("111111") // ireturn .. return
            .concat("3333333") // getstatic .. invokestatic
            .concat("55") // invokeinterface, invokedynamic
            .concat("323") // new, newarray, anewarray
            .concat("11") // arraylength, athrow
            .concat("33") // checkcast, instanceof
            .concat("11") // monitorenter, monitorexit
            .concat("04") // wide, multianewarray
            .concat("33") // ifnull, ifnonnull
            .concat("55"); // goto_w, jsr_w

    private final byte[] file;
    private final int begin;
    private final int length;
    private final ConstantPool pool;
    private final int version;
    private final boolean mayCallInterfaces;
    private final BitSet starts;
    private final BitSet targets;

    /** Whether an interface may be called by an instruction that was not made for that (JVMS 4.9.1). */
    Instructions(byte[] file, int begin, int length, ConstantPool pool, int version, boolean mayCallInterfaces)
            throws Malformed {
        this.file = file;
        this.begin = begin;
        this.length = length;
        this.pool = pool;
        this.version = version;
        this.mayCallInterfaces = mayCallInterfaces;
        starts = new BitSet(length);
        targets = new BitSet(length);
        Bytes in = new Bytes(file, begin);
        while (in.at() < begin + length) {
            starts.set(in.at() - begin);
            instruction(in);
        }
        if (in.at() != begin + length) {
            throw new Malformed("the last instruction of a method is cut off");
        }
        targets.andNot(starts);
        if (!targets.isEmpty()) {
            throw new Malformed("a jump goes into the middle of an instruction");
        }
    }

    /** Fails if no instruction begins there. */
    void expectStart(int at) throws Malformed {
        if (!starts.get(at)) {
            throw new Malformed("no instruction begins at " + at);
        }
    }

    /** Fails if the instruction there does not allocate an object. */
    void expectNew(int at) throws Malformed {
        expectStart(at);
        if ((file[begin + at] & 0xFF) != Opcodes.NEW) {
            throw new Malformed("no object is allocated at " + at);
        }
    }

    /** Fails if that is no range of a handler. */
    void expectRange(int from, int end) throws Malformed {
        expectStart(from);
        if (end <= from || end > length || end < length && !starts.get(end)) {
            throw new Malformed("a handler has the range " + from + " to " + end);
        }
    }

    /** Fails if that is outside of the code. */
    void expectInside(int at) throws Malformed {
        if (at >= length) {
            throw new Malformed("a line is outside of the code");
        }
    }

    /**
     * Fails if that is no range of a variable. The VM looks where it verifies by frames only; but ASM writes another
     * range where it has met no instruction.
     */
    void expectVariable(int from, int end) throws Malformed {
        expectStart(from);
        if (end > length || end < length && !starts.get(end)) {
            throw new Malformed("a variable has the range " + from + " to " + end);
        }
    }

    private void instruction(Bytes in) throws Malformed {
        int at = in.at() - begin;
        int opcode = in.u1();
        if (opcode == Opcodes.TABLESWITCH || opcode == Opcodes.LOOKUPSWITCH) {
            cases(in, at, opcode);
        } else if (opcode == WIDE) {
            wide(in);
        } else if (opcode >= LENGTHS.length()) {
            throw new Malformed("there is no instruction " + opcode);
        } else if (isJump(opcode)) {
            target(at + (opcode >= GOTO_W ? in.s4() : in.s2()));
        } else {
            int next = in.at() + LENGTHS.charAt(opcode) - '0' - 1;
            operand(in, opcode);
            in.skip(next - in.at());
        }
    }

    private static boolean isJump(int opcode) {
        return opcode >= Opcodes.IFEQ && opcode <= Opcodes.JSR
                || opcode == Opcodes.IFNULL
                || opcode == Opcodes.IFNONNULL
                || opcode == GOTO_W
                || opcode == JSR_W;
    }

    private void target(int at) throws Malformed {
        if (at < 0 || at >= length) {
            throw new Malformed("a jump leaves the method");
        }
        targets.set(at);
    }

    private void cases(Bytes in, int at, int opcode) throws Malformed {
        while ((in.at() - begin & 3) != 0) {
            int padding = in.u1();
            if (padding != 0 && version < 51) {
                throw new Malformed("a switch is not filled up with 0");
            }
        }
        target(at + in.s4());
        int first = in.s4();
        boolean isTable = opcode == Opcodes.TABLESWITCH;
        long count = isTable ? (long) in.s4() - first + 1 : first;
        if (count < 0 || count > length) {
            throw new Malformed("a switch has " + count + " cases");
        }
        for (long i = 0; i < count; i++) {
            if (!isTable) {
                in.s4();
            }
            target(at + in.s4());
        }
    }

    private static void wide(Bytes in) throws Malformed {
        int opcode = in.u1();
        boolean isVariable = opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD
                || opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE
                || opcode == Opcodes.RET;
        if (!isVariable && opcode != Opcodes.IINC) {
            throw new Malformed("instruction " + opcode + " has no wide form");
        }
        in.skip(isVariable ? 2 : 4);
    }

    private void operand(Bytes in, int opcode) throws Malformed {
        switch (opcode) {
            case Opcodes.LDC:
                constant(in.u1());
                break;
            case LDC_W:
                constant(in.u2());
                break;
            case LDC2_W:
                pool.expect(in.u2(), LONG, DOUBLE, DYNAMIC);
                break;
            case Opcodes.GETSTATIC:
            case Opcodes.PUTSTATIC:
            case Opcodes.GETFIELD:
            case Opcodes.PUTFIELD:
                pool.expect(in.u2(), FIELD);
                break;
            case Opcodes.INVOKEVIRTUAL:
                pool.expect(in.u2(), METHOD);
                break;
            case Opcodes.INVOKESPECIAL:
            case Opcodes.INVOKESTATIC:
                pool.expect(in.u2(), mayCallInterfaces ? new int[] {METHOD, INTERFACE_METHOD} : new int[] {METHOD});
                break;
            case Opcodes.INVOKEINTERFACE:
                int method = in.u2();
                pool.expect(method, INTERFACE_METHOD);
                int slots = in.u1();
                if (slots != slots(method) || in.u1() != 0) {
                    throw new Malformed("a call through an interface counts its arguments wrongly");
                }
                break;
            case Opcodes.INVOKEDYNAMIC:
                pool.expect(in.u2(), INVOKE_DYNAMIC);
                if (in.u2() != 0) {
                    throw new Malformed("a dynamic call does not end with 0");
                }
                break;
            case Opcodes.NEW:
            case Opcodes.ANEWARRAY:
            case Opcodes.CHECKCAST:
            case Opcodes.INSTANCEOF:
            case Opcodes.MULTIANEWARRAY:
                pool.expect(in.u2(), CLASS);
                break;
            default:
                break;
        }
    }

    private void constant(int index) throws Malformed {
        int kind = pool.kind(index);
        int first;
        switch (kind) {
            case INTEGER:
            case FLOAT:
            case STRING:
                first = 0;
                break;
            case CLASS:
                first = 49;
                break;
            case METHOD_HANDLE:
            case METHOD_TYPE:
                first = 51;
                break;
            case DYNAMIC:
                first = 55;
                break;
            default:
                throw new Malformed("constant " + index + " of the kind " + kind + " cannot be loaded");
        }
        if (version < first) {
            throw new Malformed("version " + version + " cannot load constants of the kind " + kind);
        }
    }

    /** Slots of the arguments of a method by its constant, with the receiver; -1 if the descriptor is none. */
    private int slots(int method) {
        int nameAndType = pool.u2(pool.place(method) + 2);
        int at = pool.place(pool.u2(pool.place(nameAndType) + 2));
        return Descriptors.slots(file, at + 2, at + 2 + pool.u2(at));
    }
}
