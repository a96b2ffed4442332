package dev.weft.programs;

import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Calls that an agent counts, by code that it inlines into the called methods, of the program and of the JDK. The agent is
 * {@link Agent}; without it nothing is counted.
 */
public final class Advised {
    private static final Map<String, LongAdder> COUNTS = new ConcurrentSkipListMap<>();

    private Advised() {}

    /** Called by what the agent has inlined. */
    public static void count(String method) {
        COUNTS.computeIfAbsent(method, name -> new LongAdder()).increment();
    }

    /** An agent that changes classes when they are loaded, and those that are loaded. */
    public static final class Agent {
        private Agent() {}

        /** Called by the VM. */
        public static void premain(String arguments, Instrumentation instrumentation) {
            new AgentBuilder.Default()
                    .disableClassFormatChanges()
                    .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                    .ignore(ElementMatchers.none())
                    .type(ElementMatchers.nameStartsWith("dev.weft.programs.Advised$Work"))
                    .transform((builder, type, loader, module, domain) ->
                            builder.visit(Advice.to(Counted.class).on(ElementMatchers.isMethod())))
                    .type(ElementMatchers.named("java.util.StringJoiner"))
                    .transform((builder, type, loader, module, domain) ->
                            builder.visit(Advice.to(Prefixed.class).on(ElementMatchers.named("add"))))
                    .installOn(instrumentation);
        }
    }

    /** What is inlined. */
    static final class Counted {
        private Counted() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.Origin("#m") String method) {
            Advised.count(method);
        }
    }

    /** What is inlined into the JDK. */
    static final class Prefixed {
        private Prefixed() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(value = 0, readOnly = false) CharSequence text) {
            text = "<" + text;
        }
    }

    /** What is changed. */
    static class Work {
        private final CountDownLatch open;

        Work(CountDownLatch open) {
            this.open = open;
        }

        Object of(int number) throws InterruptedException {
            await();
            StringJoiner joiner = new StringJoiner(",");
            for (int i = 0; i < 3; i++) {
                joiner.add(text(number, i));
            }
            return joiner;
        }

        synchronized void await() throws InterruptedException {
            open.await();
        }

        static String text(int number, int i) throws InterruptedException {
            if (i == 1) {
                Thread.sleep(1);
            }
            return plain(number + i);
        }

        static String plain(int number) {
            return Integer.toString(number);
        }
    }

    /** Prints the results, and how often each method was called. */
    public static void main(String[] args) throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        Thread opener = new Thread(open::countDown);
        Work work = new Work(open);
        opener.start();
        Crowd.run("work", 40, work::of);
        opener.join();
        System.out.println("counted: " + COUNTS);
    }
}
