package dev.weft.programs;

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;

/** An agent redefines a class with code that the VM refuses, then with good code: that waits, and asks who it is. */
public final class RedefinedBadly {
    private RedefinedBadly() {}

    /** What is redefined. */
    static final class Steps {
        private Steps() {}

        static String walker() throws InterruptedException {
            Thread.sleep(1);
            return Thread.currentThread().getName() + version();
        }

        static String version() {
            return " 0";
        }
    }

    /** Prints what the VM says, and who walks before and after. */
    public static void main(String[] args) throws Exception {
        Instrumentation instrumentation = ByteBuddyAgent.install();
        ByteBuddy maker = new ByteBuddy();
        Set<String> seen = new ConcurrentSkipListSet<>();
        ClassFileTransformer sees = new ClassFileTransformer() {
            @Override
            public byte[] transform(
                    ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] file) {
                if (loader == null && name != null && name.contains("weft")) {
                    seen.add(name);
                }
                return null;
            }
        };
        instrumentation.addTransformer(sees);
        walk();
        byte[] same = maker.redefine(Steps.class).make().getBytes();
        try {
            instrumentation.redefineClasses(new ClassDefinition(Steps.class, broken(same)));
        } catch (LinkageError e) {
            System.out.println(e.getClass().getName());
        }
        walk();
        byte[] later = maker.redefine(Steps.class)
                .visit(Advice.to(Redefined.Later.class).on(ElementMatchers.named("version")))
                .make()
                .getBytes();
        instrumentation.redefineClasses(new ClassDefinition(Steps.class, later));
        walk();
        transformToNothing(instrumentation);
        walk();
        System.out.println("shown of the JDK's: " + seen);
    }

    /** An agent answers with what is no class file, for a class that is loaded, and for one that is being loaded. */
    private static void transformToNothing(Instrumentation instrumentation) throws Exception {
        ClassFileTransformer toNothing = new ClassFileTransformer() {
            @Override
            public byte[] transform(
                    ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] file) {
                return name != null && name.startsWith("dev/weft/programs/RedefinedBadly$") ? new byte[3] : null;
            }
        };
        instrumentation.addTransformer(toNothing, true);
        try {
            instrumentation.retransformClasses(Steps.class);
            System.out.println("transformed");
        } catch (LinkageError e) {
            System.out.println(e.getClass().getName());
        }
        try {
            System.out.println(Late.answer());
        } catch (LinkageError e) {
            System.out.println(e.getClass().getName());
        }
        instrumentation.removeTransformer(toNothing);
    }

    /** Is loaded when an agent damages it. */
    static final class Late {
        private Late() {}

        static String answer() {
            return "loaded";
        }
    }

    private static void walk() throws InterruptedException {
        Thread thread = new Thread(
                () -> {
                    try {
                        System.out.println(Steps.walker());
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                "walker");
        thread.start();
        thread.join();
    }

    /** The method that returns a constant ends with an instruction that there is not, in place of {@code areturn}. */
    private static byte[] broken(byte[] file) {
        byte[] result = file.clone();
        for (int i = 0; i + 6 < file.length; i++) {
            boolean isLength = file[i] == 0 && file[i + 1] == 0 && file[i + 2] == 0 && file[i + 3] == 3;
            if (isLength && file[i + 4] == 0x12 && file[i + 6] == (byte) 0xB0) {
                result[i + 6] = (byte) 0xFE;
                return result;
            }
        }
        throw new AssertionError("no such method");
    }
}
