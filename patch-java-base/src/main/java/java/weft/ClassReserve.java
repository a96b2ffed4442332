package java.weft;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import jdk.internal.access.SharedSecrets;
import jdk.internal.misc.VM;
import jdk.internal.weft.SpinLock;

/**
 * Space for classes for a moment in which a limit leaves none ({@code -XX:MaxMetaspaceSize},
 * {@code -XX:CompressedClassSpaceSize}), and a fiber that has left its frames cannot go on without a resumer: a hidden
 * class that is large and of no use, which the collector unloads once it is given away. HotSpot collects by itself
 * before it reports that there is no space. Without such a limit there is no reserve. Thread-safe.
 */
final class ClassReserve {
    /** Methods of the class, each of some 180 bytes: together 2 MB, which are some hundred resumers. */
    private static final int METHODS = 12_000;

    private static final String NAME = "java/weft/ClassReserve$Space";

    /** {@code MethodHandleNatives.Constants.HIDDEN_CLASS}; without a strong link to its loader, thus unloaded alone. */
    private static final int HIDDEN_CLASS = 2;

    private static final int CLASS_FILE_MAGIC = 0xcafebabe;
    private static final int VERSION_17 = 61;
    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int ACC_PUBLIC_ABSTRACT = 0x401;
    private static final int ACC_SUPER_ABSTRACT = 0x420;

    /**
     * How long the reserve is not made again when it was spent, or could not be made: 10 s at first, 3 min at most.
     * Each try is a collection where there is no space, and takes what resumers would need.
     */
    private static final long MIN_REFILL_NANOS = 10_000_000_000L;

    private static final long MAX_REFILL_NANOS = 160_000_000_000L;

    /** Between tries to make a resumer, of whoever waits for that: likewise. */
    private static final long MIN_PAUSE_NANOS = 64_000_000L;

    private static final long MAX_PAUSE_NANOS = 32_000_000_000L;

    private static volatile Class<?> held;
    private static volatile boolean isSpent;

    /** Written with the first fiber. */
    private static volatile boolean isLimited;

    /** When the reserve was last spent, or tried to be made, and for how long it is left alone. Racy. */
    private static volatile long refusedAt;

    private static volatile long refusal;

    private static final SpinLock lock = new SpinLock();

    /** There was no space for the last resumer that was tried. With the lock, as is what follows. */
    private static volatile boolean isMissing;

    private static long missedAt;
    private static long pause;

    private ClassReserve() {}

    /** Looks for a limit; called once, when the first fiber is made. */
    static void prepare() {
        for (String argument : VM.getRuntimeArguments()) {
            if (argument.startsWith("-XX:MaxMetaspaceSize=") || argument.startsWith("-XX:CompressedClassSpaceSize=")) {
                isLimited = true;
            }
        }
    }

    /** Whether the program has set a limit; false before {@link #prepare}. */
    static boolean isLimited() {
        return isLimited;
    }

    /** Whether there is a reserve, or no limit; for tests, which await it. */
    static boolean isFull() {
        return held != null || !isLimited && !isSpent;
    }

    /** There is no space for a resumer: gives the reserve away. If there was none, all who need some are to wait. */
    static void spend() {
        isSpent = true;
        refusal = MIN_REFILL_NANOS;
        refusedAt = System.nanoTime();
        if (held != null) {
            held = null;
            return;
        }
        lock.lock();
        missedAt = System.nanoTime();
        pause = isMissing ? Math.min(2 * pause, MAX_PAUSE_NANOS) : MIN_PAUSE_NANOS;
        isMissing = true;
        lock.unlock();
    }

    /** Returns at once unless there was no space for the last resumer; else when it is time to try again. */
    static void await() {
        while (isMissing && !isTurn()) {
            Reserve.await(Integer.MAX_VALUE);
        }
    }

    /** One of those that wait may try. */
    private static boolean isTurn() {
        lock.lock();
        boolean isTurn = System.nanoTime() - missedAt >= pause;
        if (isTurn) {
            missedAt = System.nanoTime();
        }
        lock.unlock();
        return isTurn;
    }

    /** There was space for a resumer. */
    static void found() {
        if (isMissing) {
            isMissing = false;
        }
    }

    /** Whether space has been missing, and has not come back since. */
    static boolean isSpent() {
        return isSpent;
    }

    /** Makes the reserve, unless it is there or not needed. Called now and then, by one thread. */
    static void refill() {
        if (isFull() || refusal > 0 && System.nanoTime() - refusedAt < refusal) {
            return;
        }
        try {
            held = define();
            isSpent = false;
            refusal = 0;
        } catch (OutOfMemoryError | IOException e) {
            refusal = Math.min(Math.max(2 * refusal, MIN_REFILL_NANOS), MAX_REFILL_NANOS);
            refusedAt = System.nanoTime();
        }
    }

    private static Class<?> define() throws IOException {
        return SharedSecrets.getJavaLangAccess()
                .defineClass(null, ClassReserve.class, NAME, file(), null, false, HIDDEN_CLASS, null);
    }

    /**
     * An abstract class of that many methods, which differ in their names alone (JVMS 4.1). Its constants: name and
     * class, name and superclass, descriptor, and the names of the methods.
     */
    private static byte[] file() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(CLASS_FILE_MAGIC);
        out.writeInt(VERSION_17);
        int first = 6;
        out.writeShort(first + METHODS);
        text(out, NAME);
        named(out, 1);
        text(out, "java/lang/Object");
        named(out, 3);
        text(out, "()V");
        for (int i = 0; i < METHODS; i++) {
            text(out, Integer.toString(i));
        }
        out.writeShort(ACC_SUPER_ABSTRACT);
        out.writeShort(2);
        out.writeShort(4);
        out.writeShort(0);
        out.writeShort(0);
        out.writeShort(METHODS);
        for (int i = 0; i < METHODS; i++) {
            out.writeShort(ACC_PUBLIC_ABSTRACT);
            out.writeShort(first + i);
            out.writeShort(5);
            out.writeShort(0);
        }
        out.writeShort(0);
        return bytes.toByteArray();
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        out.writeByte(UTF8);
        out.writeUTF(text);
    }

    private static void named(DataOutputStream out, int text) throws IOException {
        out.writeByte(CLASS);
        out.writeShort(text);
    }
}
