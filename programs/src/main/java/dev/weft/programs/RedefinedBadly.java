package dev.weft.programs;

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
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
