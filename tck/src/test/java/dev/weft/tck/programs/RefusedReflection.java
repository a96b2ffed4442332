package dev.weft.tck.programs;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.ReflectPermission;
import java.security.Permission;
import java.security.Policy;
import java.security.ProtectionDomain;
import java.util.concurrent.Callable;

/** What {@code ThreadMXBean} answers where a security manager lets no code but the JDK's suppress access checks. */
@SuppressWarnings("removal")
public final class RefusedReflection {
    private static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private RefusedReflection() {}

    /** Boot classes are not asked for. */
    private static final class Refuses extends Policy {
        @Override
        public boolean implies(ProtectionDomain domain, Permission permission) {
            return !(permission instanceof ReflectPermission);
        }
    }

    private static void ask(String what, Callable<Boolean> question) {
        String answer;
        try {
            answer = String.valueOf(question.call());
        } catch (Exception e) {
            answer = e.getClass().getSimpleName();
        }
        System.out.println(what + ": " + answer);
    }

    private static void askAll() {
        long id = Thread.currentThread().getId();
        ask("info", () -> BEAN.getThreadInfo(id).getThreadId() == id);
        ask("infos", () -> BEAN.getThreadInfo(new long[] {id}, true, true)[0].getThreadId() == id);
        ask("dump", () -> BEAN.dumpAllThreads(true, true).length > 0);
        ask("deadlocked", () -> BEAN.findDeadlockedThreads() != null);
        ask("allocated", () -> BEAN.getThreadAllocatedBytes(id) >= 0);
        ask("processor", () -> BEAN.getCurrentThreadCpuTime() >= 0);
        ask("user", () -> BEAN.getCurrentThreadUserTime() >= 0);
        ask("control", () -> {
            String.class.getDeclaredMethod("isLatin1").setAccessible(true);
            return true;
        });
    }

    /** Asks in a thread, then in the one of {@code main}. */
    public static void main(String[] args) throws InterruptedException {
        Policy.setPolicy(new Refuses());
        System.setSecurityManager(new SecurityManager());
        Thread asks = new Thread(RefusedReflection::askAll);
        asks.start();
        asks.join();
        askAll();
    }
}
