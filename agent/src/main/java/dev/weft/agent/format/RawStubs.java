package dev.weft.agent.format;

import dev.weft.agent.abi.Names;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * Adds pinned stubs to a class file and copies all else byte by byte, for those that ASM cannot read, or reads wrongly.
 * So the VM says of the class what it says of the original, and callers find twins if it accepts it. Names and
 * descriptors are words of bytes here, whatever these mean.
 *
 * <p>Overview. Constants are appended to the pool, methods to the methods:
 *
 * <pre>
 * magic, version | count | constants | new constants | flags .. fields | count | methods | new methods | attributes
 * </pre>
 */
public final class RawStubs {
    /** What such a class means for the program, behind the reason: for a message. */
    public static final String MEANING =
            "), and no changes in it: fibers that block in it pin their carriers, and are" + " not the current thread";

    private static final int FIRST_WITH_DEFAULT_METHODS = 52;
    private static final int MAX_WORD = 0xFFFF;
    private static final int MAX_COUNT = 0xFFFF;
    private static final int KEPT_FLAGS =
            Opcodes.ACC_PUBLIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_PROTECTED | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;

    private final byte[] file;
    private final int version;
    private final ConstantPool pool;
    private final boolean isInterface;
    private final int thisClass;
    private final int methodsAt;
    private final int methodsEnd;
    private final List<Method> methods = new ArrayList<>();
    private final Set<String> declared = new HashSet<>();

    private final Map<String, Integer> words = new HashMap<>();
    private final ByteArrayOutputStream constantBytes = new ByteArrayOutputStream();
    private final DataOutputStream constants = new DataOutputStream(constantBytes);
    private final ByteArrayOutputStream memberBytes = new ByteArrayOutputStream();
    private final DataOutputStream members = new DataOutputStream(memberBytes);
    private int constantCount;

    private record Method(int access, String name, String desc) {}

    private RawStubs(byte[] file) throws Malformed {
        this.file = file;
        version = new Bytes(file, 6).u2();
        pool = new ConstantPool(file, version);
        constantCount = pool.count();
        Bytes in = new Bytes(file, pool.end());
        isInterface = (in.u2() & Opcodes.ACC_INTERFACE) != 0;
        thisClass = in.u2();
        pool.expect(thisClass, ConstantPool.CLASS);
        in.u2();
        in.skip(2 * in.u2());
        readMembers(in, new ArrayList<>());
        methodsAt = in.at();
        readMembers(in, methods);
        methodsEnd = in.at();
        skipAttributes(in);
        if (in.at() != file.length) {
            throw new Malformed("it goes on behind its end");
        }
        for (Method method : methods) {
            declared.add(method.name + method.desc);
        }
    }

    /**
     * The class file with pinned stubs.
     *
     * @throws Malformed if the VM would refuse the class at the first look, or has no place for more
     */
    public static byte[] add(byte[] file) throws Malformed {
        try {
            return new RawStubs(file).add();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void readMembers(Bytes in, List<Method> into) throws Malformed {
        for (int left = in.u2(); left > 0; left--) {
            into.add(new Method(in.u2(), word(in.u2()), word(in.u2())));
            skipAttributes(in);
        }
    }

    private static void skipAttributes(Bytes in) throws Malformed {
        for (int left = in.u2(); left > 0; left--) {
            in.u2();
            in.skip(in.s4());
        }
    }

    private String word(int index) throws Malformed {
        pool.expect(index, ConstantPool.UTF8);
        int at = pool.place(index);
        return new String(file, at + 2, pool.u2(at), StandardCharsets.ISO_8859_1);
    }

    private byte[] add() throws Malformed, IOException {
        for (int i = 1; i < pool.count(); i++) {
            if (pool.kind(i) == ConstantPool.UTF8) {
                words.putIfAbsent(word(i), i);
            }
        }
        int count = methods.size();
        for (Method method : methods) {
            if (getsStub(method)) {
                stub(method);
                count++;
            }
        }
        if (constantCount > MAX_COUNT || count > MAX_COUNT) {
            throw new Malformed("it has no room for stubs");
        }
        ByteArrayOutputStream result = new ByteArrayOutputStream(2 * file.length);
        result.write(file, 0, ConstantPool.AT);
        writeShort(result, constantCount);
        result.write(file, ConstantPool.AT + 2, pool.end() - ConstantPool.AT - 2);
        constantBytes.writeTo(result);
        result.write(file, pool.end(), methodsAt - pool.end());
        writeShort(result, count);
        result.write(file, methodsAt + 2, methodsEnd - methodsAt - 2);
        memberBytes.writeTo(result);
        result.write(file, methodsEnd, file.length - methodsEnd);
        return result.toByteArray();
    }

    private static void writeShort(ByteArrayOutputStream to, int value) {
        to.write(value >> 8);
        to.write(value);
    }

    private boolean getsStub(Method method) {
        String twinDesc = Names.twinDesc(method.desc);
        String twinName = Names.twinName(method.name);
        boolean isOfObject = isInterface && Names.isMethodOfObject(method.name, method.desc);
        return !method.name.equals("<clinit>")
                && !method.desc.contains(Names.CONTEXT_D)
                && !declared.contains(twinName + twinDesc)
                && !isOfObject
                && slots(method) > 0
                && slots(method) + 1 <= 255
                && twinName.length() <= MAX_WORD
                && twinDesc.length() <= MAX_WORD
                && (isAbstract(method) || !isOldInterface());
    }

    private boolean isOldInterface() {
        return isInterface && version < FIRST_WITH_DEFAULT_METHODS;
    }

    private static boolean isAbstract(Method method) {
        return (method.access & Opcodes.ACC_ABSTRACT) != 0;
    }

    private static boolean isStatic(Method method) {
        return (method.access & Opcodes.ACC_STATIC) != 0;
    }

    /** Slots of the arguments and of a receiver, even if the method has none; 0 if the descriptor is none. */
    private static int slots(Method method) {
        byte[] desc = method.desc.getBytes(StandardCharsets.ISO_8859_1);
        return Descriptors.slots(desc, 0, desc.length);
    }

    /** {@code R m$weft(args, context) { return m(args); }} */
    private void stub(Method method) throws IOException {
        boolean isAbstractToo = isInterface && isAbstract(method);
        int flags = method.access & KEPT_FLAGS | Opcodes.ACC_SYNTHETIC;
        members.writeShort(isAbstractToo ? flags | Opcodes.ACC_ABSTRACT : flags);
        members.writeShort(utf8(Names.twinName(method.name)));
        members.writeShort(utf8(Names.twinDesc(method.desc)));
        members.writeShort(isAbstractToo ? 0 : 1);
        if (isAbstractToo) {
            return;
        }
        byte[] code = code(method);
        int slots = slots(method);
        members.writeShort(utf8("Code"));
        members.writeInt(12 + code.length);
        members.writeShort(Math.max(slots, 2));
        members.writeShort(slots + 1);
        members.writeInt(code.length);
        members.write(code);
        members.writeShort(0);
        members.writeShort(0);
    }

    private byte[] code(Method method) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream code = new DataOutputStream(bytes);
        int slot = 0;
        if (!isStatic(method)) {
            code.write(Opcodes.ALOAD);
            code.write(slot++);
        }
        int at = 1;
        for (; method.desc.charAt(at) != ')'; at++) {
            char kind = method.desc.charAt(at);
            code.write(Opcodes.ILOAD + offset(kind));
            code.write(slot);
            slot += kind == 'J' || kind == 'D' ? 2 : 1;
            while (method.desc.charAt(at) == '[') {
                at++;
            }
            at = method.desc.charAt(at) == 'L' ? method.desc.indexOf(';', at) : at;
        }
        call(code, method);
        char result = at + 1 < method.desc.length() ? method.desc.charAt(at + 1) : 'V';
        code.write(result == 'V' ? Opcodes.RETURN : Opcodes.IRETURN + offset(result));
        return bytes.toByteArray();
    }

    private void call(DataOutputStream code, Method method) throws IOException {
        int called = constant(
                isInterface ? ConstantPool.INTERFACE_METHOD : ConstantPool.METHOD,
                thisClass,
                constant(ConstantPool.NAME_AND_TYPE, utf8(method.name), utf8(method.desc)));
        boolean isByInterface = isInterface && isAbstract(method);
        if (isStatic(method)) {
            code.write(Opcodes.INVOKESTATIC);
        } else if (!isAbstract(method)) {
            code.write(Opcodes.INVOKESPECIAL);
        } else {
            code.write(isInterface ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL);
        }
        code.writeShort(called);
        if (isByInterface) {
            code.write(slots(method));
            code.write(0);
        }
    }

    /** What distinguishes the instructions that load or return a value of that type. */
    private static int offset(char kind) {
        switch (kind) {
            case 'J':
                return 1;
            case 'F':
                return 2;
            case 'D':
                return 3;
            case 'L':
            case '[':
                return 4;
            default:
                return 0;
        }
    }

    private int utf8(String word) throws IOException {
        Integer known = words.get(word);
        if (known != null) {
            return known;
        }
        constants.write(ConstantPool.UTF8);
        constants.writeShort(word.length());
        constants.write(word.getBytes(StandardCharsets.ISO_8859_1));
        words.put(word, constantCount);
        return constantCount++;
    }

    private int constant(int kind, int first, int second) throws IOException {
        constants.write(kind);
        constants.writeShort(first);
        constants.writeShort(second);
        return constantCount++;
    }
}
