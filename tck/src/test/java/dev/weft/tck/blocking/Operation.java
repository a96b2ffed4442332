package dev.weft.tck.blocking;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a public static method without parameters that makes a new {@link Scenario} each time. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Operation {
    /** What waits for what; unique, without tabs and vertical bars. */
    String value();

    /** What is to become of the carrier. */
    How how();
}
