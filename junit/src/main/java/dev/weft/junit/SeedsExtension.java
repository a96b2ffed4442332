package dev.weft.junit;

import dev.weft.DeterministicScheduler;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Runs methods that have {@link DeterministicFibers}. */
final class SeedsExtension implements TestTemplateInvocationContextProvider {
    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return annotation(context) != null;
    }

    private static DeterministicFibers annotation(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), DeterministicFibers.class)
                .orElse(null);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        refusePlainJdk();
        DeterministicFibers chosen = annotation(context);
        if (chosen.seeds() < 1) {
            throw new ExtensionConfigurationException("@DeterministicFibers: seeds = " + chosen.seeds());
        }
        AtomicBoolean hasFailed = new AtomicBoolean();
        LongStream seeds =
                chosen.seed().length > 0 ? LongStream.of(chosen.seed()) : LongStream.range(0, chosen.seeds());
        return seeds.takeWhile(seed -> !hasFailed.get()).mapToObj(seed -> new OneSeed(seed, hasFailed));
    }

    private static void refusePlainJdk() {
        try {
            Class.forName("dev.weft.DeterministicScheduler");
        } catch (ClassNotFoundException e) {
            throw new ExtensionConfigurationException(
                    "@DeterministicFibers needs a JVM that runs on Weft: give this one the options that"
                            + " `weft flags` prints (with Maven: <argLine> of Surefire)");
        }
    }

    /** The run of one seed. */
    private static final class OneSeed
            implements TestTemplateInvocationContext, InvocationInterceptor, AfterEachCallback {
        private final long seed;
        private final AtomicBoolean hasFailed;

        OneSeed(long seed, AtomicBoolean hasFailed) {
            this.seed = seed;
            this.hasFailed = hasFailed;
        }

        @Override
        public String getDisplayName(int index) {
            return "seed = " + seed;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(this);
        }

        @Override
        public void interceptTestTemplateMethod(
                Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context) {
            try {
                new DeterministicScheduler(seed).run(() -> proceed(invocation));
            } catch (TestAbortedException e) {
                throw e;
            } catch (Throwable e) {
                hasFailed.set(true);
                throw new AssertionFailedError(
                        "with seed = " + seed + " (@DeterministicFibers(seed = " + seed + ") runs it again): " + e, e);
            }
        }

        @Override
        public <T> T interceptTestClassConstructor(
                Invocation<T> invocation,
                ReflectiveInvocationContext<Constructor<T>> constructor,
                ExtensionContext context)
                throws Throwable {
            try {
                return invocation.proceed();
            } catch (Throwable e) {
                fails(e);
                throw e;
            }
        }

        /** Called behind what the class has before and after each test: that fails the seed, too. */
        @Override
        public void afterEach(ExtensionContext context) {
            context.getExecutionException().ifPresent(this::fails);
        }

        private void fails(Throwable thrown) {
            if (!(thrown instanceof TestAbortedException)) {
                hasFailed.set(true);
            }
        }

        private static void proceed(Invocation<Void> invocation) {
            try {
                invocation.proceed();
            } catch (Throwable e) {
                OneSeed.<RuntimeException>sneak(e);
            }
        }

        @SuppressWarnings("unchecked")
        private static <T extends Throwable> void sneak(Throwable e) throws T {
            throw (T) e;
        }
    }
}
