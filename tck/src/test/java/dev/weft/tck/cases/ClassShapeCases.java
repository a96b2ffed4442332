package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Kinds of methods and classes: interfaces, bridge methods, overloads, varargs, nest mates. Stays whole as a list of
 * small cases.
 */
public final class ClassShapeCases {
    private ClassShapeCases() {}

    private interface Greeter {
        String name();

        default String greet() {
            return prefix() + Suspend.with(name()) + helper(2);
        }

        private String prefix() {
            Suspend.now();
            return "hello ";
        }

        private static String marks(int count) {
            return "!".repeat(Suspend.with(count));
        }

        private String helper(int count) {
            return marks(count);
        }

        static Greeter of(String name) {
            Suspend.now();
            return () -> Suspend.with(name);
        }
    }

    private interface Polite extends Greeter {
        @Override
        default String greet() {
            return "dear, " + Greeter.super.greet();
        }
    }

    private interface Loud extends Greeter {
        @Override
        default String greet() {
            return Suspend.with("HEY ") + name();
        }
    }

    private static final class Both implements Polite, Loud {
        @Override
        public String name() {
            return Suspend.with("both");
        }

        @Override
        public String greet() {
            return Polite.super.greet() + "/" + Loud.super.greet();
        }
    }

    @Case("default, private and static methods of interfaces may block")
    public static void interfaceMethods() {
        Check.equal("hello Ann!!", Greeter.of("Ann").greet());
    }

    @Case("a class chooses among inherited default methods that block")
    public static void diamond() {
        Check.equal("dear, hello both!!/HEY both", new Both().greet());
        Polite anonymous = () -> "one";
        Check.equal("dear, hello one!!", anonymous.greet());
    }

    /** Implements what {@link Wanted} wants. */
    public interface Spoken {
        /** Blocks. */
        default String word() {
            return Suspend.with("spoken");
        }
    }

    /** Is not related to {@link Spoken}. */
    public interface Wanted {
        /** What a class inherits from elsewhere. */
        String word();
    }

    /** Stands for {@link Wanted} where the class below is compiled. */
    public interface Vacant {}

    /** Other compilers, such as Scala's, make this of two traits; javac does if one of them is changed later. */
    public static class Mixed implements Vacant, Spoken {
        /** For reflection. */
        public Mixed() {}
    }

    private static final String OUTER = "ClassShapeCases$";

    /** An object of a nested class that names another nested class where it is compiled; the names have one length. */
    private static Object remade(Class<?> type, String compiled, String meant) throws Exception {
        return remade(type, file -> file.replace(OUTER + compiled, OUTER + meant));
    }

    /** An object of a nested class, whose class file is changed first; words stay as long as they are. */
    private static Object remade(Class<?> type, UnaryOperator<String> change) throws Exception {
        String name = type.getName();
        byte[] file;
        try (InputStream in = type.getResourceAsStream(OUTER + type.getSimpleName() + ".class")) {
            file = change.apply(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1))
                    .getBytes(StandardCharsets.ISO_8859_1);
        }
        ClassLoader loader = new ClassLoader(type.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
                if (!wanted.equals(name)) {
                    return super.loadClass(wanted, resolve);
                }
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : defineClass(name, file, 0, file.length);
            }
        };
        return loader.loadClass(name).getConstructor().newInstance();
    }

    @Case("a class without a method of its own has the default method of one interface, though another's is abstract")
    public static void defaultBesideAbstract() throws Exception {
        Object mixed = remade(Mixed.class, "Vacant", "Wanted");
        Check.equal("spoken", ((Spoken) mixed).word());
        Check.equal("spoken", ((Wanted) mixed).word());
    }

    /** What {@link Lower} extends where it is compiled. */
    public static class Silent {
        /** For reflection. */
        public Silent() {}
    }

    /** What it extends where it runs. */
    public static class Talker {
        /** For reflection. */
        public Talker() {}

        @Override
        public String toString() {
            return "the class between";
        }
    }

    /** Calls a method of Object's, as the compiler believes. */
    public static class Lower extends Silent implements Supplier<String> {
        /** For reflection. */
        public Lower() {}

        @Override
        public String get() {
            Suspend.now();
            return super.toString();
        }

        @Override
        public String toString() {
            return "not this one";
        }
    }

    @Case("super finds a method that a class between has got later than its heir was compiled")
    public static void superOfLaterMethod() throws Exception {
        Object lower = remade(Lower.class, "Silent", "Talker");
        Check.equal("the class between", ((Supplier<?>) lower).get());
    }

    /** Has static methods with names and types of Object's, as functions outside of classes may have elsewhere. */
    public static class Functions implements Supplier<String> {
        private static long waited;
        private static int informed;

        /** For reflection. */
        public Functions() {}

        /** Called {@code wait} where it runs. */
        static void wake(long millis) {
            Suspend.now();
            waited += millis;
        }

        /** Called {@code notify} where it runs. */
        static void inform() {
            Suspend.now();
            informed++;
        }

        @Override
        public String get() {
            wake(3);
            inform();
            return this + " " + Suspend.with(waited);
        }

        @Override
        public String toString() {
            wake(4);
            inform();
            return informed + " times";
        }
    }

    @Case("static methods may have the names and types of wait and notify")
    public static void functionsLikeObjects() throws Exception {
        Object functions =
                remade(Functions.class, file -> file.replace("\4wake", "\4wait").replace("\6inform", "\6notify"));
        Check.equal("2 times 7", ((Supplier<?>) functions).get());
    }

    /** Has fields that heirs share. */
    public static class Counters {
        /** Counted. */
        public int a;

        /** Counted. */
        public int b;

        /** Counted. */
        public long c;
    }

    /** One of two heirs. */
    public static class First extends Counters {
        /** For others. */
        public First() {}
    }

    /** The other one. */
    public static class Second extends Counters {
        /** For others. */
        public Second() {}
    }

    /** Is made a class file of Java 5, without frames. */
    public static class Counting implements LongSupplier {
        private static final int TIMES = 1_000_000;
        private int rounds;

        /** For reflection. */
        public Counting() {}

        @Override
        public long getAsLong() {
            Counters counters;
            if (rounds++ % 2 == 0) {
                counters = new First();
            } else {
                counters = new Second();
            }
            Suspend.now();
            long total = 0;
            for (int i = 0; i < TIMES; i++) {
                counters.a++;
                counters.b += counters.a;
                counters.a = counters.b - counters.a;
                counters.c += counters.a ^ counters.b;
                if ((i & 7) == 0) {
                    counters.a = i;
                    counters.b = counters.a + 1;
                    total += counters.a * 31 + counters.b;
                }
            }
            return total + counters.c;
        }
    }

    /** What the above counts. */
    private static long counted() {
        long a = 0;
        long b = 0;
        long c = 0;
        long total = 0;
        for (int i = 0; i < Counting.TIMES; i++) {
            a = (int) (a + 1);
            b = (int) (b + a);
            a = (int) (b - a);
            c += a ^ b;
            if ((i & 7) == 0) {
                a = i;
                b = a + 1;
                total += (int) (a * 31 + b);
            }
        }
        return total + c;
    }

    @Case("in class files without frames, objects of several classes in one variable have their fields after a wait")
    public static void classesThatMeet() throws Exception {
        long counted = counted();
        char version = 49;
        for (String forgotten : new String[] {"StackMapTable", "LocalVariableTable"}) {
            LongSupplier counting = (LongSupplier) remade(Counting.class, file -> {
                String old = file.substring(0, 7) + version + file.substring(8);
                return old.replace("StackMapTable", "forgottenMaps").replace(forgotten, "X" + forgotten.substring(1));
            });
            for (int round = 0; round < 3; round++) {
                Check.equal(counted, counting.getAsLong());
            }
        }
    }

    private abstract static class Abstract implements Greeter {
        @Override
        public abstract String greet();

        String twice() {
            return greet() + Suspend.with(greet());
        }
    }

    @Case("an abstract class may make a default method abstract again")
    public static void abstractAgain() {
        Check.equal(
                "xx",
                new Abstract() {
                    @Override
                    public String name() {
                        return "unused";
                    }

                    @Override
                    public String greet() {
                        return Suspend.with("x");
                    }
                }.twice());
    }

    private abstract static class Box<T extends Comparable<T>> {
        abstract T get();

        T larger(Box<T> other) {
            T own = get();
            T others = other.get();
            return own.compareTo(others) >= 0 ? own : others;
        }

        void put(T value) {
            throw new AssertionError("to be overridden by a method with a bridge: " + value);
        }
    }

    private static final class IntBox extends Box<Integer> {
        private int value;

        IntBox(int value) {
            this.value = value;
        }

        @Override
        Integer get() {
            return Suspend.with(value);
        }

        @Override
        void put(Integer next) {
            Suspend.now();
            value = next;
        }
    }

    @Case("bridge methods of generic overrides, and covariant returns, lead to blocking methods")
    public static void bridges() {
        Box<Integer> box = new IntBox(3);
        Check.equal(4, box.larger(new IntBox(4)));
        box.put(5);
        Check.equal(5, box.get());
        Supplier<? extends Number> covariant = new Supplier<Integer>() {
            @Override
            public Integer get() {
                return Suspend.with(9);
            }
        };
        Check.equal(9, covariant.get());
    }

    private static String chosen(Object value) {
        return Suspend.with("object");
    }

    private static String chosen(long value) {
        return Suspend.with("long");
    }

    private static String chosen(Integer value) {
        return Suspend.with("Integer");
    }

    private static String chosen(int... values) {
        return Suspend.with("varargs " + values.length);
    }

    @Case("overloads are chosen as the compiler has chosen, and varargs come as an array")
    public static void overloads() {
        Check.equal("long", chosen(1));
        Check.equal("Integer", chosen(Integer.valueOf(1)));
        Check.equal("object", chosen("x"));
        Check.equal("varargs 0", chosen());
        Check.equal("varargs 2", chosen(1, 2));
    }

    private static class Animal {
        protected String sound() {
            return Suspend.with("none");
        }

        final String twice() {
            return sound() + Suspend.with(sound());
        }

        private String hidden() {
            return Suspend.with("animal");
        }

        static String kind() {
            return Suspend.with("animal");
        }

        String own() {
            return hidden();
        }
    }

    private static class Dog extends Animal {
        @Override
        protected String sound() {
            return Suspend.with("wuff");
        }

        private String hidden() {
            return Suspend.with("dog");
        }

        static String kind() {
            return Suspend.with("dog");
        }
    }

    private static final class Puppy extends Dog {
        @Override
        protected String sound() {
            return super.sound() + Suspend.with("i");
        }
    }

    @Case("overridden, private, static and super methods that block are dispatched as the language says")
    public static void dispatch() {
        Check.equal(
                List.of("nonenone", "wuffwuff", "wuffiwuffi"),
                List.of(new Animal().twice(), new Dog().twice(), new Puppy().twice()));
        Check.equal("animal", new Dog().own());
        Check.equal("dog", new Dog().hidden());
        Check.equal("animaldog", Animal.kind() + Dog.kind());
    }

    @Case("private members of nested classes are reached in both directions by blocking code")
    public static void nestMates() {
        IntBox box = new IntBox(1);
        box.value = Suspend.with(box.value) + 1;
        Check.equal(2, box.get());
        Check.equal("animal", new Animal().hidden());
    }
}
