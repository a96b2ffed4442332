package dev.weft.agent.format;

import static dev.weft.agent.format.ConstantPool.CLASS;
import static dev.weft.agent.format.ConstantPool.UTF8;

/**
 * Tells whether ASM reads a class file as the VM does. ASM believes what it reads: lengths, kinds of constants, places
 * of frames; what it then writes may be valid where the original was not, or wrong in another way. So whatever does not
 * pass here must not be written by ASM. Types are not checked: ASM keeps what is wrong with them.
 */
public final class WellFormed {
    /**
     * The JDK's reflection makes heirs of it, of version 49, which call static methods of interfaces; the VM verifies
     * none of them. No program can have such a class.
     */
    private static final String ACCESSOR = "jdk/internal/reflect/MethodAccessorImpl";

    private static final int FIRST_VERSION = 45;
    private static final int FIRST_WITH_FREE_NAMES = 49;
    private static final int FIRST_WITH_GENERIC_TYPES = 49;
    /** The first version whose frames the VM insists on. */
    private static final int FIRST_WITH_TRUE_FRAMES = 51;

    private static final int FIRST_WITH_FRAMES = 50;
    private static final int FIRST_WITH_DEFAULT_METHODS = 52;
    private static final int ACC_INTERFACE = 0x0200;
    private static final int ACC_ABSTRACT = 0x0400;
    private static final int ACC_STATIC = 0x0008;

    private final Bytes in;
    private final byte[] file;
    private final int version;
    private final int firstWithFrames;
    private final boolean isForReflection;
    private final ConstantPool pool;
    private boolean isAccessor;

    private WellFormed(byte[] file, int firstWithFrames, boolean isForReflection) throws Malformed {
        this.file = file;
        this.firstWithFrames = firstWithFrames;
        this.isForReflection = isForReflection;
        Bytes header = new Bytes(file, 0);
        if (header.s4() != 0xCAFEBABE) {
            throw new Malformed("it does not begin as class files do");
        }
        header.u2();
        version = header.u2();
        if (version < FIRST_VERSION) {
            throw new Malformed("there is no version " + version, true);
        }
        pool = new ConstantPool(file, version);
        in = new Bytes(file, pool.end());
    }

    /**
     * Checks.
     *
     * @throws Malformed if ASM must not write the class
     */
    public static void check(byte[] file) throws Malformed {
        new WellFormed(file, FIRST_WITH_TRUE_FRAMES, false).check();
    }

    /**
     * True if the stack map frames of a class file of version 50 agree in number and place with its code; where they do
     * not, the VM does without them (JVMS 4.10).
     */
    public static boolean hasFrames(byte[] file) {
        try {
            new WellFormed(file, FIRST_WITH_FRAMES, false).check();
            return true;
        } catch (Malformed e) {
            return false;
        }
    }

    /** True if ASM writes anew in a checked class file what reflection finds there. */
    public static boolean isKeptForReflection(byte[] file) {
        try {
            new WellFormed(file, FIRST_WITH_TRUE_FRAMES, true).check();
            return true;
        } catch (Malformed e) {
            return false;
        }
    }

    private void check() throws Malformed {
        int access = in.u2();
        pool.expect(in.u2(), CLASS);
        int superclass = in.u2();
        if (superclass != 0) {
            pool.expect(superclass, CLASS);
            isAccessor = pool.is(pool.u2(pool.place(superclass)), ACCESSOR);
        }
        for (int left = in.u2(); left > 0; left--) {
            pool.expect(in.u2(), CLASS);
        }
        if (version < FIRST_WITH_FREE_NAMES) {
            OldNames.check(pool);
        }
        boolean isOldInterface = (access & ACC_INTERFACE) != 0 && version < FIRST_WITH_DEFAULT_METHODS;
        members(false, false);
        members(true, isOldInterface);
        Attributes attributes = new Attributes(file, pool, null, isForReflection);
        for (int left = in.u2(); left > 0; left--) {
            attributes.step(in);
        }
        attributes.endOfClass();
        if (in.at() != file.length) {
            throw new Malformed("it goes on behind its end");
        }
    }

    private void members(boolean areMethods, boolean isOldInterface) throws Malformed {
        for (int left = in.u2(); left > 0; left--) {
            int access = in.u2();
            int name = in.u2();
            int descriptor = in.u2();
            pool.expect(name, UTF8);
            pool.expect(descriptor, UTF8);
            if (version < FIRST_WITH_FREE_NAMES) {
                OldNames.checkName(pool, name, false);
                OldNames.checkDescriptor(pool, descriptor);
            }
            boolean isAllowed = (access & ACC_ABSTRACT) != 0 && (access & ACC_STATIC) == 0 || pool.is(name, "<clinit>");
            if (areMethods && isOldInterface && !isAllowed) {
                throw new Malformed("an interface of version " + version + " has a method with code");
            }
            Attributes list = new Attributes(file, pool, null, isForReflection);
            for (int attributes = in.u2(); attributes > 0; attributes--) {
                int from = in.at() + 6;
                if (list.step(in) == AttributeKind.CODE && areMethods) {
                    code(from, in.at());
                }
            }
        }
    }

    private void code(int from, int end) throws Malformed {
        Bytes code = new Bytes(file, from + 4);
        int length = code.s4();
        int begin = code.at();
        if (length <= 0 || length > 0xFFFF) {
            throw new Malformed("a method has " + length + " bytes of code");
        }
        code.skip(length);
        Instructions instructions = new Instructions(
                file, begin, length, pool, version, isAccessor || version >= FIRST_WITH_DEFAULT_METHODS);
        for (int left = code.u2(); left > 0; left--) {
            instructions.expectRange(code.u2(), code.u2());
            instructions.expectStart(code.u2());
            int type = code.u2();
            if (type != 0) {
                pool.expect(type, CLASS);
            }
        }
        WellFormed inner = new WellFormed(this, code.at());
        Attributes list = new Attributes(file, pool, instructions, isForReflection);
        for (int left = inner.in.u2(); left > 0; left--) {
            int contents = inner.in.at() + 6;
            AttributeKind kind = list.step(inner.in);
            if (kind == AttributeKind.CODE) {
                throw new Malformed("code has code");
            }
            if (kind == AttributeKind.STACK_MAP_TABLE && version >= FIRST_WITH_FRAMES) {
                new StackMap(file, contents, inner.in.at(), pool, instructions, from, version >= firstWithFrames)
                        .check();
            }
        }
        if (version >= FIRST_WITH_GENERIC_TYPES) {
            list.endOfCode();
        }
        if (inner.in.at() != end) {
            throw new Malformed("the code of a method has the wrong length");
        }
    }

    /** The same class file, at another place. */
    private WellFormed(WellFormed outer, int at) {
        file = outer.file;
        version = outer.version;
        firstWithFrames = outer.firstWithFrames;
        isForReflection = outer.isForReflection;
        pool = outer.pool;
        in = new Bytes(file, at);
    }
}
