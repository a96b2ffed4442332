package dev.weft.programs;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * An agent refuses a thread all that it does with random access files, as BlockHound refuses threads what might block.
 * The thread links lambdas meanwhile. The agent is {@link Agent}.
 */
public final class RefusedFiles {
    /** The name of the thread that is refused files; javac copies it into what is inlined. */
    private static final String THREAD = "has no files";

    private RefusedFiles() {}

    /** An agent that changes a class of the JDK which is loaded. */
    public static final class Agent {
        private Agent() {}

        /** Called by the VM. */
        public static void premain(String arguments, Instrumentation instrumentation) {
            Advice refusing = Advice.to(Refusing.class);
            new AgentBuilder.Default()
                    .disableClassFormatChanges()
                    .with(AgentBuilder.Listener.StreamWriting.toSystemError().withErrorsOnly())
                    .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                    .ignore(ElementMatchers.nameStartsWith("net.bytebuddy."))
                    .type(ElementMatchers.named("java.io.RandomAccessFile"))
                    .transform((builder, type, loader, module, domain) -> builder.visit(refusing.on(
                            ElementMatchers.namedOneOf("read", "write", "seek").and(ElementMatchers.isPublic()))))
                    .installOn(instrumentation);
        }
    }

    /** What is inlined into the JDK. */
    static final class Refusing {
        private Refusing() {}

        @Advice.OnMethodEnter
        static void enter() {
            if (Thread.currentThread().getName().equals(THREAD)) {
                throw new Error("refused");
            }
        }
    }

    private static int value(Supplier<Integer> value) {
        return value.get();
    }

    private static void work(File file) {
        try (RandomAccessFile opened = new RandomAccessFile(file, "r")) {
            System.out.println("read " + opened.read(new byte[1], 0, 1));
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (Error e) {
            System.out.println(e.getMessage());
        }
        IntUnaryOperator twice = i -> value(() -> 2 * i);
        IntUnaryOperator next = i -> value(() -> i + 1);
        IntBinaryOperator sum = Integer::sum;
        for (int i = 0; i < 3; i++) {
            System.out.println(sum.applyAsInt(twice.applyAsInt(i), next.applyAsInt(i)));
        }
        System.out.println(List.of("b", "a", "c").stream()
                .sorted()
                .map(each -> each + value(each::length))
                .toList());
    }

    /** Prints what the thread can do. */
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("weft", null);
        try {
            Thread thread = new Thread(() -> work(file), THREAD);
            thread.start();
            thread.join();
        } finally {
            file.delete();
        }
    }
}
