package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Hidden;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * Hidden classes whose methods call what waits: some do nothing else, others go on with the result.
 *
 * <p>A list of independent cases, whole because they have one subject.
 */
public final class HiddenClassCases {
    private HiddenClassCases() {}

    /** How the hidden class is called. */
    interface Forms {
        Object passed();

        Integer boxed();

        long widened();

        void dropped();

        String cast();

        Integer parsed();

        int added();

        String constant();

        int stored();

        int chosen(int which);

        int last();

        String stored(int number, Object text);

        Integer storedAndBoxed(int number);

        String ownStatic();

        String hidingStatic();
    }

    /** What a hidden class inherits from. */
    static class Hider {
        static String hidden() {
            return Suspend.with("the superclass'");
        }
    }

    /** Whose class file is defined as a hidden class. */
    static final class Written extends Hider implements Forms {
        private int field = 1;

        @Override
        public Object passed() {
            return Suspend.with("passed");
        }

        @Override
        public Integer boxed() {
            return Suspend.with(3);
        }

        @Override
        public long widened() {
            return Suspend.with(4);
        }

        @Override
        public void dropped() {
            Suspend.with(5L);
        }

        @Override
        public String cast() {
            return (String) Suspend.with((Object) "cast");
        }

        @Override
        public Integer parsed() {
            return Integer.valueOf(Suspend.with("12"));
        }

        @Override
        public int added() {
            return Suspend.with(5) + 1;
        }

        @Override
        public String constant() {
            Suspend.now();
            return "constant";
        }

        @Override
        public int stored() {
            field = Suspend.with(7);
            return field;
        }

        @Override
        public int chosen(int which) {
            switch (which) {
                case 1:
                    return Suspend.with(8);
                case 2:
                    return 9;
                default:
                    return 10;
            }
        }

        @Override
        public int last() {
            return field;
        }

        @Override
        public String stored(int number, Object text) {
            String known = (String) text;
            long next = number + 1L;
            return joined(known, next);
        }

        private String joined(String text, long number) {
            Suspend.now();
            return text + number;
        }

        @Override
        public Integer storedAndBoxed(int number) {
            int next = number + 1;
            return Suspend.with(next);
        }

        @Override
        public String ownStatic() {
            return own();
        }

        @Override
        public String hidingStatic() {
            return hidden();
        }

        private static String own() {
            Suspend.now();
            return "its own";
        }

        static String hidden() {
            Suspend.now();
            return "the heir's";
        }
    }

    /** One enters it while another one waits in it. */
    interface Counter {
        /** Twice the same, unless somebody else has counted meanwhile. */
        boolean count();
    }

    /** Whose class file is defined as a hidden class. */
    static final class Locked implements Counter {
        private static int entered;

        @Override
        public synchronized boolean count() {
            return alone();
        }

        private static boolean alone() {
            int mine = ++entered;
            Suspend.now();
            return entered == mine;
        }
    }

    private static <T> T hidden(Class<? extends T> written, Class<T> type) throws Exception {
        return Hidden.of(MethodHandles.lookup(), written, type);
    }

    @Case("what a hidden class returns is what a call returned that waited, converted or as it is")
    public static void forwarded() throws Exception {
        Forms forms = hidden(Written.class, Forms.class);
        Check.equal("passed", forms.passed());
        Check.equal(3, forms.boxed());
        Check.equal(4L, forms.widened());
        Check.equal("cast", forms.cast());
        forms.dropped();
        Check.equal("next 8", forms.stored(7, "next "));
        Check.equal(9, forms.storedAndBoxed(8));
    }

    @Case("a hidden class with bytes behind its end, or without its end, is refused")
    public static void oddEnds() throws Throwable {
        byte[] file;
        try (InputStream in = HiddenClassCases.class.getResourceAsStream("HiddenClassCases.class")) {
            file = in.readAllBytes();
        }
        for (int length : new int[] {file.length + 2, file.length - 2}) {
            byte[] odd = Arrays.copyOf(file, length);
            Check.fails(ClassFormatError.class, () -> MethodHandles.lookup().defineHiddenClass(odd, true));
        }
    }

    @Case("a hidden class goes on where a call returns that waited")
    public static void notOnlyForwarded() throws Exception {
        Forms forms = hidden(Written.class, Forms.class);
        Check.equal(6, forms.added());
        Check.equal(12, forms.parsed());
        Check.equal("constant", forms.constant());
        Check.equal(7, forms.stored());
        Check.equal(7, forms.last());
        Check.equal(8, forms.chosen(1));
        Check.equal(9, forms.chosen(2));
    }

    @Case("a hidden class calls static methods of its own, also those that hide one of its superclass")
    public static void statics() throws Throwable {
        Forms forms = hidden(Written.class, Forms.class);
        Check.equal("its own", forms.ownStatic());
        Check.equal("the heir's", forms.hidingStatic());
        Class<?> type = forms.getClass();
        MethodHandle handle = MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                .findStatic(type, "hidden", MethodType.methodType(String.class));
        Check.equal("the heir's", (String) handle.invokeExact());
        Method method = type.getDeclaredMethod("hidden");
        method.setAccessible(true);
        Check.equal("the heir's", method.invoke(null));
    }

    /** Whose class file is defined with the version of Java 1.4, as a hidden class. */
    static final class Old {
        private Old() {}

        static Thread current() {
            return Thread.currentThread();
        }

        static boolean holds(Object lock) {
            return Thread.holdsLock(lock);
        }

        static void await(Object lock) throws InterruptedException {
            lock.wait();
        }

        static void tell(Object lock) {
            lock.notifyAll();
        }
    }

    private static final int MINOR_VERSION = 4;
    private static final int MAJOR_VERSION = 7;
    private static final byte JAVA_1_4 = 48;

    @Case("a hidden class of a version before Java 5 knows the current thread, waits and is notified")
    public static void old() throws Throwable {
        byte[] file;
        try (InputStream in = HiddenClassCases.class.getResourceAsStream("HiddenClassCases$Old.class")) {
            file = in.readAllBytes();
        }
        Arrays.fill(file, MINOR_VERSION, MAJOR_VERSION, (byte) 0);
        file[MAJOR_VERSION] = JAVA_1_4;
        MethodHandles.Lookup lookup = MethodHandles.lookup().defineHiddenClass(file, true);
        Class<?> type = lookup.lookupClass();
        MethodType ofLock = MethodType.methodType(void.class, Object.class);
        MethodHandle holds = lookup.findStatic(type, "holds", ofLock.changeReturnType(boolean.class));
        MethodHandle await = lookup.findStatic(type, "await", ofLock);
        MethodHandle tell = lookup.findStatic(type, "tell", ofLock);
        Object lock = new Object();
        Task task = Task.start(() -> {
            synchronized (lock) {
                Suspend.now();
                Check.that((boolean) holds.invokeExact(lock), "it holds the lock");
                await.invokeExact(lock);
            }
        });
        Await.state(task, Thread.State.WAITING);
        synchronized (lock) {
            tell.invokeExact(lock);
        }
        task.finish();
        MethodHandle current = lookup.findStatic(type, "current", MethodType.methodType(Thread.class));
        Check.same(Thread.currentThread(), (Thread) current.invokeExact());
    }

    @Case("a hidden class keeps its monitor while a call waits")
    public static void locked() throws Throwable {
        Counter counter = hidden(Locked.class, Counter.class);
        boolean[] wereAlone = new boolean[4];
        Task[] tasks = new Task[wereAlone.length];
        for (int i = 0; i < tasks.length; i++) {
            int own = i;
            tasks[i] = Task.start(() -> wereAlone[own] = counter.count());
        }
        for (int i = 0; i < tasks.length; i++) {
            tasks[i].finish();
            Check.equal(true, wereAlone[i]);
        }
    }
}
