package java.weft;

import java.security.ProtectionDomain;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.agent.ClassFile;
import jdk.internal.weft.agent.GeneratedClasses;
import jdk.internal.weft.agent.LoadTimeWeaving;

/**
 * A place in a twin where it suspends: what heap frames have in place of a class and a number, and all that is known of
 * the place. There is one for each; made when a frame is first saved there, it lives as long as the class. Thread-safe.
 *
 * <p>The class stays whole because a frame refers to one object, which has to know all of that.
 */
public final class SuspensionPoint {
    /**
     * Between definition and publication of a resumer's class lie a few instructions; a minute allows for a stopped
     * machine.
     */
    private static final long MAX_WAIT_NANOS = 60_000_000_000L;

    private static final int NEVER = -1;

    /** A full table of points grows by the size, shifted so far. */
    private static final int GROWTH = 2;

    /** So many waits need not be counted further. */
    private static final int MANY = 1_000;

    /** How many there are: written with the lock of this class. */
    private static volatile int count;

    /** The present tick: see {@link #tick}. Racy, for statistics. */
    private static int now;

    /** Class whose twin this is. */
    public final Class<?> host;

    /** Number of the point in {@link #host}. */
    public final int number;

    /**
     * The code that goes on from here, or null as long as nothing did. It has no fields, so that a race does no harm.
     */
    Resumer resumer;

    /** Its class, once that is defined: only then can memory lack for the object. */
    private volatile Class<?> code;

    /** The class of the resumer without casts, once that is defined. */
    private volatile Class<?> uncast;

    /** Whether a resumer with casts has failed. */
    private volatile boolean dropsCasts;

    /** For who knows where this is in the source: an immutable object, or null. */
    public Object site;

    /** Whether it {@link #isOfQueue}: 0 as long as nobody has asked. */
    private byte ofQueue;

    /** Whether frames of this point hold monitors: null as long as nobody has asked. */
    private Boolean holdsMonitors;

    /**
     * The last tick in which a fiber has waited here, in this method or what it calls, rather than left since it was
     * asked to; how many such ticks there were; and how many waits, up to {@link #MANY}. Racy, for statistics.
     */
    private int lastTick = NEVER;

    private int ticks;
    private int waits;

    /** The last frame of this point that several fibers were given, or null. */
    SharedFrame shared;

    private SuspensionPoint(Class<?> host, int number) {
        this.host = host;
        this.number = number;
    }

    /** The same place, for frames that another resumer resumes. */
    SuspensionPoint(SuspensionPoint place, Resumer resumer) {
        this(place.host, place.number);
        this.resumer = resumer;
    }

    /** The runtime's own classes, which no trace shows; those that call methods reflectively among them. */
    public static boolean isRuntime(String className) {
        return className.contains("$weft$I")
                || className.startsWith("jdk.internal.weft.")
                || className.startsWith("java.weft.")
                || className.equals("dev.weft.Continuation")
                || className.startsWith("sun.nio.ch.Weft")
                || className.startsWith("java.net.Weft")
                || className.startsWith("java.lang.Weft")
                || className.startsWith("java.lang.invoke.Weft")
                || className.startsWith("jdk.internal.reflect.Weft");
    }

    /** How many there are, of all classes that were ever loaded. */
    public static int count() {
        return count;
    }

    /** The frames have been on the heap since their fiber was made to leave, and now it waits. */
    public static void waits(Frame innermost) {
        for (Frame each = innermost; each != null; each = each.next) {
            SharedFrame.point(each).waited();
        }
    }

    /** Another tick begins. One thread calls it, every quarter of a second or less often. */
    public static void tick() {
        now++;
    }

    /** In how many ticks a fiber has waited here, in this method or what it calls. A racy snapshot. */
    public int ticks() {
        return ticks;
    }

    /** Whether fibers have waited here so often that it need not be counted further. A racy snapshot. */
    public boolean hasMany() {
        return waits >= MANY;
    }

    /** A frame that is here lasts: what it has called runs for long. As if many had waited. */
    public void lasts() {
        waits = MANY;
    }

    /** A fiber that waits has a frame here. Where it is saved the stack may end: nothing is called. */
    void waited() {
        if (lastTick != now) {
            lastTick = now;
            ticks++;
        }
        if (waits < MANY) {
            waits++;
        }
    }

    /** The one point of that number. */
    public static SuspensionPoint of(Class<?> host, int number) {
        Object[] known = JdkAccess.points(host);
        if (known != null && number < known.length) {
            SuspensionPoint point = (SuspensionPoint) known[number];
            if (point != null) {
                return point;
            }
        }
        return make(host, number);
    }

    private static SuspensionPoint make(Class<?> host, int number) {
        synchronized (SuspensionPoint.class) {
            Object[] known = JdkAccess.points(host);
            int size = known == null ? 0 : known.length;
            if (number < size && known[number] != null) {
                return (SuspensionPoint) known[number];
            }
            SuspensionPoint made = new SuspensionPoint(host, number);
            if (number < size) {
                // who reads it without the lock sees the final fields, or null
                known[number] = made;
            } else {
                // a class that was redefined often has large numbers, which come one after the other
                Object[] grown = new Object[Math.max(number + 1, size + (size >> GROWTH))];
                if (known != null) {
                    System.arraycopy(known, 0, grown, 0, size);
                }
                grown[number] = made;
                JdkAccess.points(host, grown);
            }
            count++;
            return made;
        }
    }

    /**
     * Whether it lies in a lock or queue of {@code java.util.concurrent}: a fiber that was woken, and waits again
     * before such a method has returned, was woken in vain. False where there is no memory to tell.
     */
    public boolean isOfQueue() {
        byte known = ofQueue;
        if (known == 0) {
            try {
                known = isQueue(host.getName()) ? (byte) 1 : -1;
                ofQueue = known;
            } catch (OutOfMemoryError e) {
                return false;
            }
        }
        return known > 0;
    }

    private static boolean isQueue(String name) {
        return name.startsWith("java.util.concurrent.")
                && (name.startsWith("locks.", "java.util.concurrent.".length())
                        || name.contains("Queue")
                        || name.contains("Deque")
                        || name.contains("Semaphore"));
    }

    /** True if a frame of this point holds monitors, which it has left when it was suspended. */
    public boolean holdsMonitors() {
        Boolean known = holdsMonitors;
        if (known == null) {
            // frames of the runtime hold none; and nobody could tell of some, which are not generated
            known = !isRuntime(host.getName()) && LoadTimeWeaving.generators().monitors(host, number).length > 0;
            holdsMonitors = known;
        }
        return known;
    }

    /** The point's resumer, which is made when it is first asked for. */
    public Resumer resumer() {
        Resumer known = resumer;
        return known == null ? makeResumer() : known;
    }

    /**
     * Two carriers may come at once; only one can define the class, and the other waits for what it publishes. Where
     * there is no memory it waits for that, and the frame stays where it is.
     */
    private Resumer makeResumer() {
        if (!Preparation.hasEnded() && !Reserve.isPlentyLeft()) {
            // what makes resumers may have to be initialized, and would fail for ever
            Reserve.spendForResumer();
        }
        boolean lacks = false;
        try {
            for (int tries = 0; ; tries++) {
                try {
                    return makeOnce();
                } catch (OutOfMemoryError e) {
                    if (!isOfHeap(e)) {
                        Reserve.spendForClass();
                        continue;
                    }
                }
                if (!lacks) {
                    Reserve.lack(1);
                    lacks = true;
                }
                if (!Reserve.spendForResumer()) {
                    Reserve.await(tries);
                }
            }
        } finally {
            if (lacks) {
                Reserve.lack(-1);
            }
        }
    }

    private Resumer makeOnce() {
        boolean withCasts = !dropsCasts;
        ClassReserve.await();
        Resumer made = tryToMake(withCasts);
        ClassReserve.found();
        synchronized (this) {
            if (withCasts != dropsCasts) {
                resumer = made;
            }
        }
        return made;
    }

    /**
     * Whether memory of the heap was missing, rather than space for classes. {@link Reserve#prepare} has the constants
     * of this method resolved: in a full heap that would fail, and a frame would be dropped.
     */
    public static boolean isOfHeap(OutOfMemoryError error) {
        String message = error.getMessage();
        return message == null || !message.contains("etaspace") && !message.contains("class space");
    }

    /**
     * A cast has failed, for want of a class: the method's loader does not know what the method only hands on; or of an
     * interface, which the verifier does not ask for. From now on the point's resumers cast nothing.
     */
    public synchronized void dropCasts() {
        if (!dropsCasts) {
            dropsCasts = true;
            resumer = null;
        }
    }

    private Resumer tryToMake(boolean withCasts) {
        Class<?> defined = withCasts ? code : uncast;
        if (defined == null) {
            try {
                defined = define(withCasts);
                if (withCasts) {
                    code = defined;
                } else {
                    uncast = defined;
                }
            } catch (LinkageError e) {
                String message = e.getMessage();
                boolean isDuplicate = message != null && message.contains("duplicate class definition");
                defined = isDuplicate ? awaitOther(withCasts) : null;
                if (defined == null) {
                    throw e;
                }
            }
        }
        return instantiate(defined);
    }

    /**
     * Makes and defines the class of the resumer.
     *
     * @param withCasts as {@link Generators#resumer} says
     * @throws IllegalStateException if its class file is not to be had
     */
    private Class<?> define(boolean withCasts) {
        ClassFile made = generate(withCasts);
        // with the host's domain: what it may do, its resumed frames may, and no more
        ProtectionDomain domain = JdkAccess.getProtectionDomain0(host);
        return GeneratedClasses.define(made.name(), made.bytes(), made.loader(), domain);
    }

    /** Where the JDK links a lambda without memory, it wraps the error. The next try links it again. */
    private ClassFile generate(boolean withCasts) {
        try {
            return LoadTimeWeaving.generators().resumer(host, number, withCasts);
        } catch (InternalError | BootstrapMethodError e) {
            if (e.getCause() instanceof OutOfMemoryError) {
                throw (OutOfMemoryError) e.getCause();
            }
            throw e;
        }
    }

    /** Instantiates a class that was {@linkplain #define defined}; may be tried again. */
    private Resumer instantiate(Class<?> defined) {
        JdkAccess.points(defined, new Object[] {host});
        try {
            return (Resumer) Unsafe.getUnsafe().allocateInstance(defined);
        } catch (InstantiationException e) {
            throw new InternalError(e);
        }
    }

    private Class<?> awaitOther(boolean withCasts) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < MAX_WAIT_NANOS) {
            Class<?> known = withCasts ? code : uncast;
            if (known != null) {
                return known;
            }
            Thread.onSpinWait();
        }
        return null;
    }
}
