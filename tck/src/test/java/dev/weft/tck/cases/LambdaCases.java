package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/** Lambdas and method references that block. */
public final class LambdaCases {
    private final String name;

    private LambdaCases(String name) {
        Suspend.now();
        this.name = name;
    }

    private String greet(String other) {
        Suspend.now();
        return name + " greets " + other;
    }

    private static int twice(int value) {
        return Suspend.with(value) * 2;
    }

    private static String joined(String first, String... rest) {
        Suspend.now();
        return first + String.join("", rest);
    }

    @Case("a lambda that captures nothing, and one that captures values of all types, may block")
    public static void captures() throws Exception {
        Callable<Integer> none = () -> Suspend.with(1);
        Check.equal(1, none.call());
        byte b = 1;
        char c = 'c';
        long j = 2L;
        float f = 3f;
        double d = 4.0;
        String text = "t";
        int[] array = {5};
        Supplier<String> all = () -> {
            Suspend.now();
            return "" + b + c + j + f + d + text + array[0];
        };
        Suspend.now();
        Check.equal("1c23.04.0t5", all.get());
    }

    @Case("a reference to a static method may block")
    public static void staticReference() {
        Function<Integer, Integer> boxed = LambdaCases::twice;
        IntBinaryOperator primitive = Math::addExact;
        Check.equal(8, boxed.apply(4));
        Check.equal(7, primitive.applyAsInt(Suspend.with(3), Suspend.with(4)));
    }

    @Case("a reference to a method of a given object may block")
    public static void boundReference() {
        UnaryOperator<String> greeting = new LambdaCases("Ann")::greet;
        Suspend.now();
        Check.equal("Ann greets Bob", greeting.apply("Bob"));
    }

    @Case("a reference to a method of the argument may block")
    public static void unboundReference() {
        BiFunction<LambdaCases, String, String> greeting = LambdaCases::greet;
        Check.equal("Ann greets Bob", greeting.apply(new LambdaCases("Ann"), Suspend.with("Bob")));
    }

    @Case("a reference to a constructor may block")
    public static void constructorReference() {
        Function<String, LambdaCases> maker = LambdaCases::new;
        Check.equal("Eve", maker.apply("Eve").name);
        IntFunction<int[][]> arrays = int[][]::new;
        Check.equal(Suspend.with(3), arrays.apply(Suspend.with(3)).length);
    }

    @Case("a reference to a method with a variable number of arguments may block")
    public static void varargsReference() {
        UnaryOperator<String> one = LambdaCases::joined;
        BiFunction<String, String, String> two = LambdaCases::joined;
        Check.equal("a", one.apply("a"));
        Check.equal("ab", two.apply("a", "b"));
    }

    @Case("boxing, unboxing and widening in a method reference that blocks give the right values")
    public static void conversions() {
        ToIntFunction<Integer> unboxing = LambdaCases::twice;
        Function<Integer, Object> boxing = LambdaCases::twice;
        LongUnaryOperator widening = value -> Suspend.with((int) value);
        Function<Integer, Long> mixed = value -> Suspend.with((long) value);
        Supplier<Number> number = () -> Suspend.with(2.5);
        IntSupplier ofAnyNumber = ofLongs()::get;
        Check.equal(6, unboxing.applyAsInt(3));
        Check.equal(6, boxing.apply(3));
        Check.equal(9L, widening.applyAsLong(9L));
        Check.equal(4L, mixed.apply(4));
        Check.equal(2.5, number.get());
        Check.equal(7, ofAnyNumber.getAsInt());
        Runnable dropped = () -> Suspend.with(1);
        dropped.run();
    }

    /** Whose reference, as an {@code IntSupplier}, asks what it gives for its {@code int}, whatever number it is. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Supplier<Integer> ofLongs() {
        return (Supplier) () -> Suspend.with((Object) 7L);
    }

    @FunctionalInterface
    private interface ToLong {
        long apply(short value);
    }

    private static int widen(int value) {
        return Suspend.with(value + 1);
    }

    @Case("a method reference may widen its argument and its result around a blocking call")
    public static void wideningReference() {
        ToLong widening = LambdaCases::widen;
        Check.equal(8L, widening.apply((short) 7));
        Callable<Object> asObject = () -> Suspend.with(5L);
        try {
            Check.equal(5L, asObject.call());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Case("a lambda that makes a lambda that makes a lambda, each blocking")
    public static void nestedLambdas() {
        Function<Integer, Function<Integer, Supplier<Integer>>> nested = a -> {
            Suspend.now();
            return b -> {
                Suspend.now();
                return () -> Suspend.with(a) * 10 + Suspend.with(b);
            };
        };
        Check.equal(34, nested.apply(3).apply(4).get());
    }

    private static class Parent {
        String say(String text) {
            return "parent " + Suspend.with(text);
        }
    }

    private static final class Child extends Parent {
        @Override
        String say(String text) {
            UnaryOperator<String> inherited = super::say;
            return "child of " + inherited.apply(text);
        }
    }

    @Case("a reference to a method of the superclass may block")
    public static void superReference() {
        Check.equal("child of parent x", new Child().say("x"));
    }

    @Case("a lambda that calls itself through a field, suspending at each level")
    public static void recursiveLambda() {
        List<Function<Integer, Integer>> self = new ArrayList<>();
        self.add(n -> n == 0 ? 0 : Suspend.with(n) + self.get(0).apply(n - 1));
        Check.equal(5_050, self.get(0).apply(100));
    }

    private interface SerializableSupplier<T> extends Supplier<T>, Serializable {}

    @Case("a serializable lambda blocks before and after it was serialized")
    @SuppressWarnings("unchecked")
    public static void serializableLambda() throws Exception {
        String captured = Suspend.with("captured");
        SerializableSupplier<String> supplier = () -> Suspend.with(captured);
        Check.equal("captured", supplier.get());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(supplier);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            Check.equal("captured", ((Supplier<String>) in.readObject()).get());
        }
    }

    @Case("a lambda of several interfaces blocks through each of them")
    public static void intersection() throws Exception {
        Runnable both = (Runnable & Serializable) Suspend::now;
        both.run();
        Check.that(both instanceof Serializable, "of both types");
        Callable<String> call = (Callable<String> & Serializable) () -> Suspend.with("called");
        Check.equal("called", call.call());
    }

    private interface Checked<E extends Exception> {
        void run() throws E;
    }

    private static <E extends Exception> void call(Checked<E> body) throws E {
        Suspend.now();
        body.run();
    }

    @Case("a checked exception of a lambda leaves it after a suspension")
    public static void checkedException() {
        Check.fails(java.io.IOException.class, () -> call(() -> Suspend.andThrow(new java.io.IOException("meant"))));
    }
}
