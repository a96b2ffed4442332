package dev.weft.fuzz.bad;

import java.io.IOException;
import java.io.Serializable;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/** Classes with as many kinds of attributes as a compiler gives them: a sample to be damaged. */
@Decorated.Mark(
        numbers = {1, 2},
        type = Decorated.class)
public sealed class Decorated<T extends Comparable<T>> implements Serializable permits Decorated.Lower {
    private static final long serialVersionUID = 1;
    private static final String WORD = "word";
    static final double NUMBER = 2.5;

    @Deprecated
    @Mark
    protected transient List<@Mark String> words = List.of(WORD);

    /** Marks. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.TYPE_USE, ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    @interface Mark {
        /** Numbers. */
        int[] numbers() default {};

        /** A class. */
        Class<?> type() default Object.class;

        /** A constant. */
        RetentionPolicy policy() default RetentionPolicy.CLASS;

        /** A word. */
        String word() default WORD;
    }

    /** Lower. */
    static final class Lower extends Decorated<String> {
        private static final long serialVersionUID = 1;
    }

    /** A record. */
    @Mark
    record Pair<A>(@Mark A first, @Mark(word = "x") int second) implements Comparable<Pair<A>> {
        @Override
        public int compareTo(Pair<A> other) {
            return Integer.compare(second, other.second);
        }
    }

    /** Has annotations wherever there may be some. */
    @Mark(policy = RetentionPolicy.RUNTIME)
    <E extends IOException> String throwing(@Mark(numbers = 3) T value, @Mark int count) throws IOException, E {
        @Mark String local = String.valueOf(value);
        Supplier<String> supplier = () -> local + count + WORD;
        Comparator<T> order = Comparator.<T>naturalOrder().reversed();
        Object anonymous = new Object() {
            @Override
            public String toString() {
                return supplier.get() + order;
            }
        };
        try {
            Thread.yield();
            return (@Mark String) anonymous.toString();
        } catch (@Mark IllegalStateException e) {
            throw new IOException(e);
        }
    }
}
