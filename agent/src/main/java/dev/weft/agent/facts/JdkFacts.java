package dev.weft.agent.facts;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * What load-time weaving knows of the woven JDK: sorted sets of 64-bit hashes, written by the weaver into the woven
 * java.base. Immutable. A collision of hashes (probability below 1e-9 for a JDK) would make one call plain: correct, less
 * scalable.
 */
public final class JdkFacts {
    /** Where the facts lie in java.base; not in a package, so that resource encapsulation does not hide it. */
    public static final String RESOURCE = "META-INF/weft/facts.bin";

    private static final int MAGIC = 0x57454654;

    private final long[] classes;
    private final long[] neverSuspending;
    private final long[] constructors;
    private final Set<String> callerSensitive;
    private final boolean chaos;

    /**
     * Facts.
     *
     * @param classes hashes of the names of all JDK classes
     * @param neverSuspending hashes of methods to be called plainly: see {@link #method}
     * @param constructors hashes of constructors that have twins
     * @param callerSensitive name and descriptor of methods without twin, whatever their class
     * @param chaos whether the image was woven for chaos mode
     */
    public JdkFacts(
            long[] classes, long[] neverSuspending, long[] constructors, Set<String> callerSensitive, boolean chaos) {
        this.chaos = chaos;
        this.classes = sorted(classes);
        this.neverSuspending = sorted(neverSuspending);
        this.constructors = sorted(constructors);
        this.callerSensitive = Set.copyOf(callerSensitive);
    }

    private static long[] sorted(long[] values) {
        long[] copy = values.clone();
        Arrays.sort(copy);
        return copy;
    }

    /** Hash of a method. */
    public static long method(String owner, String name, String desc) {
        return hash(hash(hash(hash(0xcbf29ce484222325L, owner), "."), name), desc);
    }

    /** Hash of a class name. */
    public static long className(String name) {
        return hash(0xcbf29ce484222325L, name);
    }

    private static long hash(long seed, String text) {
        long h = seed;
        for (int i = 0; i < text.length(); i++) {
            h = (h ^ text.charAt(i)) * 0x100000001b3L;
        }
        return h;
    }

    /** True if the class belongs to the JDK image. */
    public boolean isJdkClass(String name) {
        return Arrays.binarySearch(classes, className(name)) >= 0;
    }

    /** True if the method of that very class is called plainly. */
    public boolean neverSuspends(String owner, String name, String desc) {
        return Arrays.binarySearch(neverSuspending, method(owner, name, desc)) >= 0;
    }

    /** True if the constructor has a twin. */
    public boolean hasConstructorTwin(String owner, String desc) {
        return Arrays.binarySearch(constructors, method(owner, "<init>", desc)) >= 0;
    }

    /** True if some JDK method of that name and descriptor has no twin because it looks for its caller. */
    public boolean isCallerSensitive(String name, String desc) {
        return callerSensitive.contains(name + desc);
    }

    /** True if the image was woven for chaos mode; then applications are, too. */
    public boolean isChaos() {
        return chaos;
    }

    /** Writes the facts. */
    public void write(OutputStream out) throws IOException {
        DataOutputStream data = new DataOutputStream(out);
        data.writeInt(MAGIC);
        data.writeBoolean(chaos);
        data.writeInt(callerSensitive.size());
        for (String method : callerSensitive) {
            data.writeUTF(method);
        }
        for (long[] set : new long[][] {classes, neverSuspending, constructors}) {
            data.writeInt(set.length);
            ByteBuffer buffer = ByteBuffer.allocate(set.length * Long.BYTES);
            buffer.asLongBuffer().put(set);
            data.write(buffer.array());
        }
        data.flush();
    }

    /**
     * Reads the facts.
     *
     * @throws IOException if they are not what {@link #write} wrote
     */
    public static JdkFacts read(InputStream in) throws IOException {
        DataInputStream data = new DataInputStream(in);
        if (data.readInt() != MAGIC) {
            throw new IOException("facts of the woven JDK are damaged: weave again with 'weft weave --force'");
        }
        boolean chaos = data.readBoolean();
        Set<String> callerSensitive = new HashSet<>();
        for (int n = data.readInt(); n > 0; n--) {
            callerSensitive.add(data.readUTF());
        }
        long[][] sets = new long[3][];
        for (int k = 0; k < sets.length; k++) {
            byte[] bytes = new byte[Math.multiplyExact(data.readInt(), Long.BYTES)];
            data.readFully(bytes);
            sets[k] = new long[bytes.length / Long.BYTES];
            ByteBuffer.wrap(bytes).asLongBuffer().get(sets[k]);
        }
        return new JdkFacts(sets[0], sets[1], sets[2], callerSensitive, chaos);
    }
}
