package dev.weft.tck.harness;

import dev.weft.tck.harness.Configuration.Launch;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.AnnotationConsumer;

/**
 * A test of each of some ways to start a JVM, which is its first argument. {@code -Dtck.launches} chooses among them:
 *
 * <ul>
 *   <li>{@code one}, as each change: {@code IMAGE} alone, where that is among them;
 *   <li>{@code some}, as the CI: where {@code IMAGE} is tried, {@code PATCH} is left out, which differs from it in
 *       nothing but the start, and {@code PLAIN}, by which only the test itself could be wrong;
 *   <li>{@code all}, as each night.
 * </ul>
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@ArgumentsSource(EachLaunch.Launches.class)
@interface EachLaunch {
    /** The ways to start. */
    Launch[] value() default {Launch.IMAGE, Launch.PATCH, Launch.CHAOS};

    /** Ways to start that are tried only with {@code -Dtck.launches=all}, as they take long. */
    Launch[] nightly() default {};

    /** Those that this build tries. */
    final class Launches implements ArgumentsProvider, AnnotationConsumer<EachLaunch> {
        private List<Launch> tried;

        @Override
        public void accept(EachLaunch annotation) {
            List<Launch> named = new ArrayList<>(List.of(annotation.value()));
            if (areAllTried()) {
                named.addAll(List.of(annotation.nightly()));
            }
            tried = of(named);
        }

        @Override
        public Stream<? extends Arguments> provideArguments(ExtensionContext context) {
            return tried.stream().map(Arguments::of);
        }

        /** Those of a list that this build tries. */
        static List<Launch> of(List<Launch> named) {
            if (areAllTried() || !named.contains(Launch.IMAGE)) {
                return named;
            }
            return switch (chosen()) {
                case "one" -> List.of(Launch.IMAGE);
                case "some" -> named.stream()
                        .filter(each -> each == Launch.IMAGE || each == Launch.CHAOS)
                        .toList();
                default -> throw new IllegalArgumentException(
                        "-Dtck.launches=" + chosen() + ": not one of one, some, all");
            };
        }

        private static boolean areAllTried() {
            return chosen().equals("all");
        }

        private static String chosen() {
            return System.getProperty("tck.launches", "some");
        }
    }
}
