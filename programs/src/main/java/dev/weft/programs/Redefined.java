package dev.weft.programs;

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * A class is redefined again and again while threads wait in its methods: each goes on in the code in which it waits,
 * and later calls are of the new one, as on the plain JDK.
 */
public final class Redefined {
    private Redefined() {}

    /** What is redefined. */
    static final class Steps {
        private Steps() {}

        static String walk(int number, CountDownLatch inside, CountDownLatch open) throws InterruptedException {
            StringBuilder path = new StringBuilder("start ").append(number);
            long sum = number * 10L;
            path.append(step(number, inside, open));
            sum += path.length();
            Thread.yield();
            path.append(version());
            return path.append(' ').append(sum).toString();
        }

        static synchronized String enter(int number) throws InterruptedException {
            Steps.class.wait(1);
            return " entered " + number;
        }

        static String step(int number, CountDownLatch inside, CountDownLatch open) throws InterruptedException {
            String entered = enter(number);
            try {
                inside.countDown();
                open.await();
            } finally {
                entered += " left";
            }
            return entered;
        }

        static String version() {
            return " version 0";
        }
    }

    /** More of what suspends, in front of all else. */
    static final class More {
        private More() {}

        @Advice.OnMethodEnter
        static void enter() throws InterruptedException {
            Thread.yield();
            synchronized (More.class) {
                Thread.yield();
            }
            Thread.sleep(0);
        }
    }

    /** Another answer. */
    static final class Later {
        private Later() {}

        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) String version) {
            version += " and later";
        }
    }

    /** Prints where the threads went. */
    public static void main(String[] args) throws Exception {
        Instrumentation instrumentation = ByteBuddyAgent.install();
        CountDownLatch open = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        String[] paths = new String[20];
        int number = 0;
        for (int round = 0; round < 5; round++) {
            CountDownLatch inside = new CountDownLatch(4);
            for (int i = 0; i < 4; i++) {
                int mine = number++;
                Thread thread = new Thread(() -> paths[mine] = walk(mine, inside, open));
                threads.add(thread);
                thread.start();
            }
            inside.await();
            redefine(instrumentation, round);
            System.out.println("round " + round + ":" + Steps.version());
        }
        open.countDown();
        for (Thread each : threads) {
            each.join();
        }
        for (String path : paths) {
            System.out.println(path);
        }
        System.out.println("shown: " + shown(instrumentation));
    }

    /** Which classes an agent is shown of those that Weft leaves as they are, and of one that it weaves. */
    private static Set<String> shown(Instrumentation instrumentation) throws Exception {
        Set<String> names = new ConcurrentSkipListSet<>();
        ClassFileTransformer transformer = new ClassFileTransformer() {
            @Override
            public byte[] transform(
                    ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] file) {
                if (redefined != null) {
                    names.add(name);
                }
                return null;
            }
        };
        instrumentation.addTransformer(transformer, true);
        Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
        instrumentation.retransformClasses(Object.class, unsafe, Thread.class);
        instrumentation.removeTransformer(transformer);
        return names;
    }

    private static String walk(int number, CountDownLatch inside, CountDownLatch open) {
        try {
            return Steps.walk(number, inside, open);
        } catch (Exception e) {
            return e.toString();
        }
    }

    /** Odd rounds have suspension points that even ones have not; the last one is what was first. */
    private static void redefine(Instrumentation instrumentation, int round) throws Exception {
        AsmVisitorWrapper.ForDeclaredMethods more = Advice.to(More.class).on(ElementMatchers.named("walk"));
        AsmVisitorWrapper.ForDeclaredMethods later = Advice.to(Later.class).on(ElementMatchers.named("version"));
        ByteBuddy maker = new ByteBuddy();
        byte[] file =
                switch (round) {
                    case 1, 3 -> maker.redefine(Steps.class)
                            .visit(more)
                            .visit(Advice.to(More.class).on(ElementMatchers.named("step")))
                            .make()
                            .getBytes();
                    case 0, 2 -> maker.redefine(Steps.class).visit(later).make().getBytes();
                    default -> maker.redefine(Steps.class).make().getBytes();
                };
        instrumentation.redefineClasses(new ClassDefinition(Steps.class, file));
    }
}
