package dev.weft.agent.format;

import static dev.weft.agent.format.ConstantPool.DOUBLE;
import static dev.weft.agent.format.ConstantPool.FLOAT;
import static dev.weft.agent.format.ConstantPool.INTEGER;
import static dev.weft.agent.format.ConstantPool.LONG;
import static dev.weft.agent.format.ConstantPool.UTF8;

/**
 * Steps over annotations and names of parameters (JVMS 4.7.16 to 4.7.24) as ASM does, and fails where their constants
 * are not of the kinds that must be there: ASM would read something else, and write that.
 */
final class Annotations {
    private static final int DEEPEST = 100;

    private final ConstantPool pool;
    private final Bytes in;
    private int depth;

    Annotations(ConstantPool pool, Bytes in) {
        this.pool = pool;
        this.in = in;
    }

    /** Steps over the contents of an attribute. */
    void attribute(AttributeKind kind) throws Malformed {
        switch (kind) {
            case RUNTIME_VISIBLE_ANNOTATIONS:
            case RUNTIME_INVISIBLE_ANNOTATIONS:
                list();
                break;
            case RUNTIME_VISIBLE_PARAMETER_ANNOTATIONS:
            case RUNTIME_INVISIBLE_PARAMETER_ANNOTATIONS:
                for (int left = in.u1(); left > 0; left--) {
                    list();
                }
                break;
            case RUNTIME_VISIBLE_TYPE_ANNOTATIONS:
            case RUNTIME_INVISIBLE_TYPE_ANNOTATIONS:
                for (int left = in.u2(); left > 0; left--) {
                    target();
                    in.skip(2 * in.u1());
                    annotation();
                }
                break;
            case ANNOTATION_DEFAULT:
                value();
                break;
            case METHOD_PARAMETERS:
                for (int left = in.u1(); left > 0; left--) {
                    int name = in.u2();
                    if (name != 0) {
                        pool.expect(name, UTF8);
                    }
                    in.u2();
                }
                break;
            default:
                throw new IllegalArgumentException(kind.word);
        }
    }

    private void list() throws Malformed {
        for (int left = in.u2(); left > 0; left--) {
            annotation();
        }
    }

    private void annotation() throws Malformed {
        pool.expect(in.u2(), UTF8);
        for (int left = in.u2(); left > 0; left--) {
            pool.expect(in.u2(), UTF8);
            value();
        }
    }

    private void value() throws Malformed {
        int tag = in.u1();
        switch (tag) {
            case 'B':
            case 'C':
            case 'I':
            case 'S':
            case 'Z':
                pool.expect(in.u2(), INTEGER);
                break;
            case 'D':
                pool.expect(in.u2(), DOUBLE);
                break;
            case 'F':
                pool.expect(in.u2(), FLOAT);
                break;
            case 'J':
                pool.expect(in.u2(), LONG);
                break;
            case 's':
            case 'c':
                pool.expect(in.u2(), UTF8);
                break;
            case 'e':
                pool.expect(in.u2(), UTF8);
                pool.expect(in.u2(), UTF8);
                break;
            case '@':
            case '[':
                nested(tag);
                break;
            default:
                throw new Malformed("a value of an annotation has the unknown kind " + tag);
        }
    }

    private void nested(int tag) throws Malformed {
        if (++depth > DEEPEST) {
            throw new Malformed("an annotation is too deep");
        }
        if (tag == '@') {
            annotation();
        } else {
            for (int left = in.u2(); left > 0; left--) {
                value();
            }
        }
        depth--;
    }

    private void target() throws Malformed {
        int type = in.u1();
        switch (type) {
            case 0x00:
            case 0x01:
            case 0x16:
                in.skip(1);
                break;
            case 0x10:
            case 0x11:
            case 0x12:
            case 0x17:
            case 0x42:
            case 0x43:
            case 0x44:
            case 0x45:
            case 0x46:
                in.skip(2);
                break;
            case 0x13:
            case 0x14:
            case 0x15:
                break;
            case 0x40:
            case 0x41:
                in.skip(6 * in.u2());
                break;
            case 0x47:
            case 0x48:
            case 0x49:
            case 0x4A:
            case 0x4B:
                in.skip(3);
                break;
            default:
                throw new Malformed("a type annotation has the unknown target " + type);
        }
    }
}
