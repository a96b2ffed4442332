package dev.weft.agent.abi;

import org.objectweb.asm.Type;

/** Names and descriptors of the ABI between woven code and the runtime. */
public final class Names {
    /** Suffix of a twin's name. */
    public static final String SUFFIX = "$weft";

    /** Mark in the names of classes that the weaver makes; an author may have used it too. */
    public static final String MARK = "$weft$";

    /** Internal names of the ABI classes. */
    public static final String CONTEXT = "java/weft/CarrierContext";

    public static final String FRAME = "java/weft/Frame";
    public static final String WOVEN = "java/weft/entry/WovenCode";
    public static final String SAVE = "java/weft/Save";
    public static final String FILL = "java/weft/Fill";
    public static final String RESERVE = "java/weft/Reserve";
    public static final String INVOKER = "java/weft/Invoker";
    public static final String CHAOS = "java/weft/Chaos";
    public static final String FINAL_FIELDS = "java/weft/FinalFields";
    public static final String LOUD_TABLE = "java/weft/LoudTable";
    public static final String RESUMER = "java/weft/Resumer";
    public static final String ACCESS_GATE = "java/weft/reflect/AccessGate";

    /**
     * In stack map frames that are inferred: a class that is not known, since several meet there. The VM, if it looks,
     * takes an interface for any object.
     */
    public static final String MERGED = "java/weft/Merged";

    /** Whether a type of a frame is such a class, or an array of those. */
    public static boolean isMerged(Object type) {
        return type instanceof String && ((String) type).contains(MERGED);
    }

    /** Descriptors of the same. */
    public static final String CONTEXT_D = "L" + CONTEXT + ";";

    public static final String FRAME_D = "L" + FRAME + ";";
    public static final String OBJECT_D = "Ljava/lang/Object;";

    /** Runtime helpers that are themselves woven. */
    public static final String BLOCKING = "java/weft/blocking/";

    private Names() {}

    /** Name of the twin of a method; a constructor's twin is told by its last parameter only. */
    public static String twinName(String name) {
        return name.equals("<init>") ? name : name + SUFFIX;
    }

    /** Name of the twin that can suspend, of a method whose twin by the usual name calls the plain copy as a rule. */
    public static String loudTwinName(String name) {
        return twinName(twinName(name));
    }

    /** The author's name of a method, of which that is the name of a twin, or its own. */
    public static String authorsName(String name) {
        String plain = name;
        while (plain.endsWith(SUFFIX)) {
            plain = plain.substring(0, plain.length() - SUFFIX.length());
        }
        return plain;
    }

    /** Descriptor of the twin: one more parameter, the context. */
    public static String twinDesc(String desc) {
        int end = desc.indexOf(')');
        return desc.substring(0, end) + CONTEXT_D + desc.substring(end);
    }

    /** Descriptor of the original of a twin. */
    public static String plainDesc(String twinDesc) {
        return twinDesc.replace(CONTEXT_D + ")", ")");
    }

    /** Slots that the arguments of a call take, receiver included unless static. */
    public static int argumentSlots(String desc, boolean isStatic) {
        return (Type.getArgumentsAndReturnSizes(desc) >> 2) - (isStatic ? 1 : 0);
    }

    /**
     * True if the method's twin would be one: it has a slot for the context, and the words fit into a class file (JVMS
     * 4.11). Other methods are called plainly.
     */
    public static boolean canHaveTwin(String name, String desc, boolean isStatic) {
        return argumentSlots(desc, isStatic) < MAX_SLOTS
                && (name.length() + desc.length() < SURELY_SHORT
                        || bytes(twinName(name)) <= MAX_BYTES && bytes(twinDesc(desc)) <= MAX_BYTES);
    }

    /** True if the names of the method's resumers fit into a class file, too. */
    public static boolean canHaveResumers(String host, String method) {
        return host.length() + method.length() < SURELY_SHORT
                || bytes(uncastResumerName(host, Integer.MAX_VALUE, method)) <= MAX_BYTES;
    }

    private static int bytes(String word) {
        int count = 0;
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            count += c >= 1 && c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
        }
        return count;
    }

    private static final int MAX_SLOTS = 255;
    private static final int MAX_BYTES = 0xFFFF;
    private static final int SURELY_SHORT = 20_000;

    /** True for the overridable methods of Object, which has no twins. */
    public static boolean isMethodOfObject(String name, String desc) {
        switch (name) {
            case "toString":
                return desc.equals("()Ljava/lang/String;");
            case "hashCode":
                return desc.equals("()I");
            case "equals":
                return desc.equals("(Ljava/lang/Object;)Z");
            case "clone":
                return desc.equals("()Ljava/lang/Object;");
            case "finalize":
                return desc.equals("()V");
            default:
                return false;
        }
    }

    /** True if a method of this name and descriptor is a twin. */
    public static boolean isTwin(String name, String desc) {
        return (name.endsWith(SUFFIX) || name.equals("<init>")) && desc.contains(CONTEXT_D + ")");
    }

    /** Prefix of what recipes add to classes of the JDK. */
    public static final String ADDED = "weft$";

    /** Name of the resumer class of a point; it tells the method's name, for stack traces. */
    public static String resumerName(String host, int point, String method) {
        return host + MARK + "R" + point + "$" + method;
    }

    /**
     * Name of the resumer class of a point that casts nothing: another one, in which the same point is read.
     */
    public static String uncastResumerName(String host, int point, String method) {
        return host + MARK + "R00" + point + "$" + method;
    }

    /** Name of the frame class with so many references and longs; both within {@link #MAX_A} and {@link #MAX_J}. */
    public static String frameName(int references, int longs) {
        return references > MAX_A || longs > MAX_J ? "java/weft/FrameX" : "java/weft/FrameA" + references + "J" + longs;
    }

    /** Most references that a frame holds in fields; above, arrays. */
    public static final int MAX_A = 8;

    /** Most longs that a frame holds in fields; above, arrays. */
    public static final int MAX_J = 4;

    /** Most values that a method of {@link #FILL} takes: {@code a1} to {@code a8}, {@code j1} to {@code j8}. */
    public static final int MAX_FILL = 8;
}
