package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.util.ArrayList;
import java.util.List;

/** Suspensions while objects and classes are initialized. Stays whole as a list of small cases. */
public final class ConstructionCases {
    private ConstructionCases() {}

    private static class Base {
        final int fromBase;
        int early;

        Base(int value) {
            Suspend.now();
            fromBase = value;
            hook();
        }

        void hook() {
            Suspend.now();
        }
    }

    private static final class Derived extends Base {
        private final int field = Suspend.with(5);
        private final List<Integer> order = new ArrayList<>();

        {
            Suspend.now();
            order.add(field);
        }

        Derived(int a, int b) {
            super(Suspend.with(a) + Suspend.with(b));
            order.add(Suspend.with(fromBase));
        }

        Derived(int both) {
            this(Suspend.with(both), both);
            Suspend.now();
            order.add(both);
        }

        @Override
        void hook() {
            Suspend.now();
            early = field;
        }
    }

    @Case("constructors that suspend before, in and after super(..) and this(..) make the right object")
    public static void constructors() {
        Derived object = new Derived(3);
        Check.equal(6, object.fromBase);
        Check.equal(List.of(5, 6, 3), object.order);
        Check.equal(0, object.early);
    }

    @Case("objects made in the arguments of other constructors are right")
    public static void nestedNew() {
        StringBuilder text =
                new StringBuilder(new String(new StringBuilder(Suspend.with("a")).append(Suspend.with("b"))));
        Check.equal("abc", text.append(new StringBuilder(Suspend.with("c"))).toString());
        Derived object = new Derived(new Derived(Suspend.with(1)).fromBase, new Derived(2, Suspend.with(3)).fromBase);
        Check.equal(7, object.fromBase);
    }

    private static final Object LOCK = new Object();
    private static int inLock;

    private static class Counted {
        final int others;

        Counted(int others) {
            this.others = others;
        }
    }

    private static final class CountedInLock extends Counted {
        CountedInLock(boolean isToLock) {
            super(
                    switch (isToLock ? 1 : 0) {
                        case 0 -> 0;
                        default -> {
                            // with a handler, javac keeps the operands elsewhere; else its code is not valid
                            try {
                                synchronized (LOCK) {
                                    yield inLock;
                                }
                            } catch (IllegalStateException e) {
                                yield -1;
                            }
                        }
                    });
        }
    }

    @Case("a monitor that is entered in the arguments of super(..) keeps out whoever waits in it, and is kept out")
    public static void monitorBeforeSuper() throws Throwable {
        Task[] holders = Task.start(3, () -> {
            for (int i = 0; i < 20; i++) {
                synchronized (LOCK) {
                    inLock++;
                    Suspend.now();
                    inLock--;
                }
            }
        });
        Task[] makers = Task.start(3, () -> {
            for (int i = 0; i < 20; i++) {
                Check.equal(0, new CountedInLock(true).others);
                Suspend.now();
            }
        });
        Task.finish(holders);
        Task.finish(makers);
    }

    private static final class Pair {
        final Object first;
        final Object second;

        Pair(Object first, Object second) {
            this.first = first;
            this.second = second;
        }
    }

    private static Pair chosen(int which) {
        return new Pair(
                switch (which) {
                    case 0 -> Suspend.with("zero");
                    default -> {
                        try {
                            if (which > 1) {
                                Suspend.andThrow(new IllegalStateException("meant"));
                            }
                            yield Suspend.with("one");
                        } catch (IllegalStateException e) {
                            Suspend.now();
                            yield e.getMessage();
                        }
                    }
                },
                new Pair(
                        which,
                        switch (which) {
                            case 0 -> which;
                            default -> {
                                try {
                                    synchronized (LOCK) {
                                        yield Suspend.with(which) + 1;
                                    }
                                } catch (IllegalStateException e) {
                                    yield -1;
                                }
                            }
                        }));
    }

    @Case("objects are made of what switches give that handle exceptions or hold monitors")
    public static void madeOfSwitches() {
        String[] texts = {"zero", "one", "meant"};
        int[] numbers = {0, 2, 3};
        for (int which = 0; which < texts.length; which++) {
            Pair made = chosen(which);
            Check.equal(texts[which], made.first);
            Check.equal(which, ((Pair) made.second).first);
            Check.equal(numbers[which], ((Pair) made.second).second);
        }
    }

    private static final class Failing {
        private static int made;

        Failing() {
            made++;
            Suspend.andThrow(new IllegalStateException("meant"));
        }
    }

    @Case("an exception of a constructor after a suspension arrives at its caller")
    public static void failingConstructor() {
        Check.fails(IllegalStateException.class, Failing::new);
        Check.fails(IllegalStateException.class, () -> new ArrayList<>(List.of(new Failing(), new Failing())));
        Check.equal(2, Failing.made);
    }

    private static final class Slow {
        static final int VALUE;
        static final Thread INITIALIZER;

        static {
            Suspend.now();
            int sum = 0;
            for (int i = 0; i < 10; i++) {
                sum += Suspend.with(i);
            }
            VALUE = sum;
            INITIALIZER = Thread.currentThread();
        }
    }

    @Case("a class initializer that blocks runs once, in one of the threads that need the class")
    public static void classInitializer() throws Throwable {
        Task[] tasks = Task.start(4, () -> Check.equal(45, Slow.VALUE));
        Check.equal(45, Slow.VALUE);
        Task.finish(tasks);
        Check.that(Slow.INITIALIZER != null, "it was initialized");
    }

    private static final class Unusable {
        static final int VALUE = failing();

        private static int failing() {
            Suspend.andThrow(new IllegalStateException("meant"));
            return 1;
        }
    }

    @Case("a failing class initializer makes the class unusable")
    public static void failingClassInitializer() {
        ExceptionInInitializerError first =
                Check.fails(ExceptionInInitializerError.class, () -> Suspend.with(Unusable.VALUE));
        Check.equal("meant", first.getCause().getMessage());
        Check.fails(NoClassDefFoundError.class, () -> Suspend.with(Unusable.VALUE));
    }

    private static final List<String> ORDER = new ArrayList<>();

    private static final class Noticed {
        static {
            ORDER.add("initialized");
        }

        Noticed(int value) {
            ORDER.add("constructed " + value);
        }
    }

    private static int argument() {
        ORDER.add("argument");
        return Suspend.with(1);
    }

    @Case("a class is initialized before the arguments of its constructor are evaluated")
    public static void initializationBeforeArguments() {
        synchronized (ORDER) {
            if (ORDER.isEmpty()) {
                new Noticed(argument());
            }
            Check.equal(List.of("initialized", "argument", "constructed 1"), ORDER);
        }
    }

    private final class Inner {
        private final int value = Suspend.with(base) + 1;
    }

    private int base;

    @Case("inner, local and anonymous classes see the variables around them after suspensions")
    public static void innerClasses() {
        ConstructionCases outer = new ConstructionCases();
        outer.base = Suspend.with(4);
        Check.equal(5, outer.new Inner().value);
        int captured = Suspend.with(6);
        class Local {
            int sum() {
                return Suspend.with(captured) + outer.base;
            }
        }
        Check.equal(10, new Local().sum());
        Check.equal(
                "6",
                new Object() {
                    @Override
                    public String toString() {
                        Suspend.now();
                        return "" + captured;
                    }
                }.toString());
    }

    private enum Planet {
        EARTH(Suspend.with(3)) {
            @Override
            int moons() {
                return Suspend.with(1);
            }
        },
        MARS(4) {
            @Override
            int moons() {
                Suspend.now();
                return 2;
            }
        };

        private final int order;

        Planet(int order) {
            this.order = Suspend.with(order);
        }

        abstract int moons();
    }

    @Case("enums whose constructors and methods block are right")
    public static void enums() {
        Check.equal(3, Planet.EARTH.order);
        Check.equal(4, Planet.valueOf(Suspend.with("MARS")).order);
        Check.equal(3, Planet.EARTH.moons() + Planet.MARS.moons());
    }

    private record Range(int from, int to) {
        Range {
            Suspend.now();
            if (from > to) {
                Suspend.andThrow(new IllegalArgumentException("from > to"));
            }
        }

        Range(int length) {
            this(0, Suspend.with(length));
        }

        @Override
        public int to() {
            return Suspend.with(to);
        }
    }

    @Case("records whose constructors and accessors block are right")
    public static void records() {
        Check.equal(new Range(0, 4), new Range(4));
        Check.equal(4, new Range(4).to());
        Check.equal("Range[from=1, to=2]", new Range(1, 2).toString());
        Check.fails(IllegalArgumentException.class, () -> new Range(2, 1));
    }
}
