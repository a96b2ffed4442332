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
 * A test of each of some ways to start a JVM, which is its first argument. The two ways that differ in nothing but the
 * start, {@code IMAGE} and {@code PATCH}, are both tried only with {@code -Dtck.launches=all}, as each night: else
 * {@code PATCH} is left out where {@code IMAGE} is tried.
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
            boolean isOneEnough = !areAllTried() && named.contains(Launch.IMAGE);
            return named.stream()
                    .filter(each -> each != Launch.PATCH || !isOneEnough)
                    .toList();
        }

        private static boolean areAllTried() {
            return System.getProperty("tck.launches", "").equals("all");
        }
    }
}
