package dev.weft.agent.format;

import static dev.weft.agent.format.ConstantPool.CLASS;
import static dev.weft.agent.format.ConstantPool.DOUBLE;
import static dev.weft.agent.format.ConstantPool.DYNAMIC;
import static dev.weft.agent.format.ConstantPool.FLOAT;
import static dev.weft.agent.format.ConstantPool.INTEGER;
import static dev.weft.agent.format.ConstantPool.LONG;
import static dev.weft.agent.format.ConstantPool.METHOD_HANDLE;
import static dev.weft.agent.format.ConstantPool.METHOD_TYPE;
import static dev.weft.agent.format.ConstantPool.NAME_AND_TYPE;
import static dev.weft.agent.format.ConstantPool.STRING;
import static dev.weft.agent.format.ConstantPool.UTF8;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One list of attributes: of a class, a member, a record component or of code. ASM keeps the last one of each kind,
 * reads it without its length, and leaves out what is empty. Annotations and names of parameters are looked
 * at where somebody asks, since the VM does not read them.
 */
final class Attributes {
    private final byte[] file;
    private final ConstantPool pool;
    private final Instructions code;
    private final boolean isForReflection;
    private final Set<AttributeKind> seen = EnumSet.noneOf(AttributeKind.class);

    /** Where the tables of variables and of their generic types begin, if there are some. */
    private Bytes variables;

    private Bytes genericVariables;
    private int bootstrapMethods;

    /**
     * A list.
     *
     * @param code whose list it is; null if this is the list of something else
     * @param isForReflection whether what only reflection reads is looked at, too
     */
    Attributes(byte[] file, ConstantPool pool, Instructions code, boolean isForReflection) {
        this.file = file;
        this.pool = pool;
        this.code = code;
        this.isForReflection = isForReflection;
    }

    /** Checks and steps over the next attribute; null if ASM copies it as it is. */
    AttributeKind step(Bytes in) throws Malformed {
        int name = in.u2();
        pool.expect(name, UTF8);
        AttributeKind kind = pool.attribute(name);
        int length = in.s4();
        Bytes contents = new Bytes(file, in.at());
        in.skip(length);
        if (kind == null) {
            return null;
        }
        if (!seen.add(kind) && !kind.mayRepeat(code != null)) {
            throw new Malformed("it has an attribute " + kind.word + " twice");
        }
        boolean areAnnotations = isOfReflection(kind);
        if (areAnnotations && isForReflection) {
            new Annotations(pool, contents).attribute(kind);
        } else if (!areAnnotations) {
            contents(kind, contents, length);
        }
        if (!areAnnotations || isForReflection) {
            if (contents.at() != in.at()) {
                throw new Malformed("an attribute " + kind.word + " of " + (length + contents.at() - in.at())
                        + " bytes has the length " + length);
            }
        }
        return kind;
    }

    /** Checks what only all attributes of a class tell. */
    void endOfClass() throws Malformed {
        if (seen.contains(AttributeKind.NEST_HOST) && seen.contains(AttributeKind.NEST_MEMBERS)) {
            throw new Malformed("it is the host of a nest, and a member of one");
        }
        if (pool.lastBootstrapMethod() >= bootstrapMethods) {
            throw new Malformed("it has " + bootstrapMethods + " bootstrap methods, and names more");
        }
    }

    /**
     * Checks what only all attributes of code tell. The VM refuses a generic type of no variable, and a second one of
     * the same; ASM leaves them out. Where there is no variable the VM does not look.
     */
    void endOfCode() throws Malformed {
        if (genericVariables == null || variables == null) {
            return;
        }
        Set<Long> untold = new HashSet<>(keys(variables));
        if (untold.isEmpty()) {
            return;
        }
        for (Long each : keys(genericVariables)) {
            if (!untold.remove(each)) {
                throw new Malformed("a generic type of a variable is that of none, or one more");
            }
        }
    }

    /** What tells the variables of a table apart, as the VM does it: range, name and slot. */
    private static List<Long> keys(Bytes in) throws Malformed {
        List<Long> keys = new ArrayList<>();
        for (int left = in.u2(); left > 0; left--) {
            long range = (long) in.u2() << 16 | in.u2();
            int name = in.u2();
            in.u2();
            keys.add(range << 32 | (long) name << 16 | in.u2());
        }
        return keys;
    }

    /** True for what only reflection reads, so that it may be anything. */
    private static boolean isOfReflection(AttributeKind kind) {
        switch (kind) {
            case METHOD_PARAMETERS:
            case ANNOTATION_DEFAULT:
            case RUNTIME_VISIBLE_ANNOTATIONS:
            case RUNTIME_INVISIBLE_ANNOTATIONS:
            case RUNTIME_VISIBLE_PARAMETER_ANNOTATIONS:
            case RUNTIME_INVISIBLE_PARAMETER_ANNOTATIONS:
            case RUNTIME_VISIBLE_TYPE_ANNOTATIONS:
            case RUNTIME_INVISIBLE_TYPE_ANNOTATIONS:
                return true;
            default:
                return false;
        }
    }

    private void contents(AttributeKind kind, Bytes in, int length) throws Malformed {
        switch (kind) {
            case CODE:
            case STACK_MAP_TABLE:
            case SOURCE_DEBUG_EXTENSION:
                // checked elsewhere, or just bytes
                in.skip(length);
                break;
            case CONSTANT_VALUE:
                pool.expect(in.u2(), INTEGER, FLOAT, LONG, DOUBLE, STRING);
                break;
            case SIGNATURE:
            case SOURCE_FILE:
                pool.expect(in.u2(), UTF8);
                break;
            case EXCEPTIONS:
            case NEST_MEMBERS:
                classes(in, in.u2());
                break;
            case PERMITTED_SUBCLASSES:
                int count = in.u2();
                if (count == 0 && isForReflection) {
                    throw new Malformed("it is sealed, and permits no subclass");
                }
                classes(in, count);
                break;
            case INNER_CLASSES:
                innerClasses(in);
                break;
            case ENCLOSING_METHOD:
                pool.expect(in.u2(), CLASS);
                expectOrNone(in.u2(), NAME_AND_TYPE);
                break;
            case LINE_NUMBER_TABLE:
                for (int left = in.u2(); left > 0; left--) {
                    int line = in.u2();
                    // tables of other lists than that of code are read by nobody
                    if (code != null) {
                        code.expectInside(line);
                    }
                    in.u2();
                }
                break;
            case LOCAL_VARIABLE_TABLE:
                variables = new Bytes(file, in.at());
                variables(in);
                break;
            case LOCAL_VARIABLE_TYPE_TABLE:
                genericVariables = new Bytes(file, in.at());
                variables(in);
                break;
            case BOOTSTRAP_METHODS:
                bootstrapMethods(in);
                break;
            case NEST_HOST:
                pool.expect(in.u2(), CLASS);
                break;
            case RECORD:
                components(in);
                break;
            default:
                // Synthetic, Deprecated: nothing
                break;
        }
    }

    private void classes(Bytes in, int count) throws Malformed {
        for (int i = 0; i < count; i++) {
            pool.expect(in.u2(), CLASS);
        }
    }

    private void innerClasses(Bytes in) throws Malformed {
        BitSet met = new BitSet();
        for (int left = in.u2(); left > 0; left--) {
            int inner = in.u2();
            pool.expect(inner, CLASS);
            expectOrNone(in.u2(), CLASS);
            expectOrNone(in.u2(), UTF8);
            in.u2();
            if (met.get(inner)) {
                throw new Malformed("it has an inner class twice");
            }
            met.set(inner);
        }
    }

    private void variables(Bytes in) throws Malformed {
        for (int left = in.u2(); left > 0; left--) {
            int from = in.u2();
            int end = from + in.u2();
            if (code != null) {
                code.expectVariable(from, end);
            }
            pool.expect(in.u2(), UTF8);
            pool.expect(in.u2(), UTF8);
            in.u2();
        }
    }

    private void bootstrapMethods(Bytes in) throws Malformed {
        bootstrapMethods = in.u2();
        for (int left = bootstrapMethods; left > 0; left--) {
            pool.expect(in.u2(), METHOD_HANDLE);
            for (int arguments = in.u2(); arguments > 0; arguments--) {
                pool.expect(in.u2(), INTEGER, FLOAT, LONG, DOUBLE, STRING, CLASS, METHOD_HANDLE, METHOD_TYPE, DYNAMIC);
            }
        }
    }

    private void components(Bytes in) throws Malformed {
        for (int left = in.u2(); left > 0; left--) {
            pool.expect(in.u2(), UTF8);
            pool.expect(in.u2(), UTF8);
            Attributes list = new Attributes(file, pool, null, isForReflection);
            for (int attributes = in.u2(); attributes > 0; attributes--) {
                list.step(in);
            }
        }
    }

    private void expectOrNone(int index, int kind) throws Malformed {
        if (index != 0) {
            pool.expect(index, kind);
        }
    }
}
