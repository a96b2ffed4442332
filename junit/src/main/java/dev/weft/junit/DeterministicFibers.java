package dev.weft.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test method, in place of {@code @Test}, that is run once for each of many seeds: its thread, and those that it
 * starts, run in an order that the seed decides, with a clock of their own ({@code dev.weft.DeterministicScheduler}).
 * The first seed that fails ends it, and is named.
 *
 * <pre>{@code
 * @DeterministicFibers(seeds = 1000)
 * void noTaskIsLost() { .. }
 *
 * @DeterministicFibers(seed = 17) // once more, with a debugger's patience
 * void noTaskIsLost() { .. }
 * }</pre>
 *
 * <p>Each seed is a test of its own to JUnit: with a new instance of the class and its {@code @BeforeEach} and
 * {@code @AfterEach}, which are run as ever, by JUnit's own thread. So threads should be started in the test method. A
 * deadlock fails; exceptions that other threads die of do not, as in other tests.
 *
 * <p>The JVM must run on Weft; if it does not, the test fails and says so.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(SeedsExtension.class)
public @interface DeterministicFibers {
    /** How many seeds, from 0; at least 1. */
    int seeds() default 100;

    /** Only these seeds, to run again what has failed. */
    long[] seed() default {};
}
