package dev.weft.tck;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a conformance case: a public static method without parameters, which returns if the thread that it runs in
 * behaves as its specification says, and throws if not. The same body runs in platform threads and in fibers.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Case {
    /** What is claimed, as a sentence; unique in the suite. */
    String value();
}
