package dev.weft.agent.facts;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Set;

/**
 * What load-time weaving knows of the woven JDK: sorted sets of 64-bit hashes, written by the weaver into the woven
 * java.base. Immutable. A collision of hashes (probability below 1e-9 for a JDK) would make one call plain: correct,
 * less scalable.
 */
public final class JdkFacts {
    /** Where the facts lie in java.base; not in a package, so that resource encapsulation does not hide it. */
    public static final String RESOURCE = "META-INF/weft/facts.bin";

    private static final int MAGIC = 0x57454655;

    private static final long SEED = 0xcbf29ce484222325L;

    private final long[] classes;
    private final long[] neverSuspending;
    private final long[] constructors;
    private final long[] callerSensitive;
    private final boolean chaos;

    /**
     * Facts.
     *
     * @param classes hashes of the names of all JDK classes
     * @param neverSuspending hashes of methods to be called plainly: see {@link #method}
     * @param constructors hashes of constructors that have twins
     * @param callerSensitive methods without twin, whatever their class: see {@link #inherited}
     * @param chaos whether the image was woven for chaos mode
     */
    public JdkFacts(
            long[] classes, long[] neverSuspending, long[] constructors, Set<String> callerSensitive, boolean chaos) {
        this(
                new long[][] {
                    sorted(classes), sorted(neverSuspending), sorted(constructors), sorted(hashes(callerSensitive))
                },
                chaos);
    }

    private JdkFacts(long[][] sorted, boolean chaos) {
        this.chaos = chaos;
        classes = sorted[0];
        neverSuspending = sorted[1];
        constructors = sorted[2];
        callerSensitive = sorted[3];
    }

    private static long[] sorted(long[] values) {
        long[] copy = values.clone();
        Arrays.sort(copy);
        return copy;
    }

    private static long[] hashes(Set<String> texts) {
        long[] hashes = new long[texts.size()];
        int n = 0;
        for (String text : texts) {
            hashes[n++] = hash(SEED, text);
        }
        return hashes;
    }

    /** Hash of a method. */
    public static long method(String owner, String name, String desc) {
        return hash(hash(hash(hash(SEED, owner), "."), name), desc);
    }

    /** The text that tells a method, whatever its class: an heir of it may be named in its place. */
    public static String inherited(String name, String desc, boolean isStatic) {
        return isStatic ? "static " + name + desc : name + desc;
    }

    /** Hash of a class name. */
    public static long className(String name) {
        return hash(SEED, name);
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
    public boolean isCallerSensitive(String name, String desc, boolean isStatic) {
        return Arrays.binarySearch(callerSensitive, hash(SEED, inherited(name, desc, isStatic))) >= 0;
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
        for (long[] set : new long[][] {classes, neverSuspending, constructors, callerSensitive}) {
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
        long[][] sets = new long[4][];
        for (int k = 0; k < sets.length; k++) {
            byte[] bytes = new byte[Math.multiplyExact(data.readInt(), Long.BYTES)];
            data.readFully(bytes);
            sets[k] = new long[bytes.length / Long.BYTES];
            ByteBuffer.wrap(bytes).asLongBuffer().get(sets[k]);
        }
        // sorted as they were written: to sort so many again takes an interpreter milliseconds
        return new JdkFacts(sets, chaos);
    }
}
