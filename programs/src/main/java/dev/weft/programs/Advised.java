package dev.weft.programs;

import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Calls that an agent counts, by code that it inlines into the called methods, of the program and of the JDK. The agent
 * is {@link Agent}; without it nothing is counted.
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
            Advice counted = Advice.to(Counted.class);
            Advice increased = Advice.to(Increased.class);
            new AgentBuilder.Default()
                    .disableClassFormatChanges()
                    .with(AgentBuilder.Listener.StreamWriting.toSystemError().withErrorsOnly())
                    .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                    .ignore(ElementMatchers.nameStartsWith("net.bytebuddy."))
                    .type(ElementMatchers.nameStartsWith("dev.weft.programs.Advised$Work"))
                    .transform((builder, type, loader, module, domain) ->
                            builder.visit(counted.on(ElementMatchers.isMethod())))
                    .type(ElementMatchers.named("java.util.StringTokenizer"))
                    .transform((builder, type, loader, module, domain) ->
                            builder.visit(increased.on(ElementMatchers.named("countTokens"))))
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
    static final class Increased {
        private Increased() {}

        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) int count) {
            count += 100;
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
            StringBuilder texts = new StringBuilder();
            for (int i = 0; i < 3; i++) {
                texts.append(text(number, i)).append(' ');
            }
            return texts.append(new StringTokenizer(texts.toString()).countTokens());
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
