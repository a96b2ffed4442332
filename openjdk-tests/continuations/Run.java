import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

/**
 * Runs the tests, on the main thread or, with the argument {@code fiber}, in a fiber; a line for each. Ends with 1 if
 * one fails that is not known to, or one passes that is.
 */
public final class Run {
    private static final Map<String, String> KNOWN = Map.of(
            "Basic.testPinnedMonitor",
            "a monitor does not pin: the continuation is suspended, and goes on in the same thread",
            "Basic.testPinnedCriticalSection",
            "there are no critical sections: pin and unpin are the JDK's own");

    private Run() {}

    private interface Body {
        void run() throws Throwable;
    }

    public static void main(String[] args) throws InterruptedException {
        List<Boolean> results = new ArrayList<>();
        if (args.length > 0 && args[0].equals("fiber")) {
            Thread fiber = new Thread(() -> all(results), "fiber");
            fiber.start();
            fiber.join();
        } else {
            all(results);
        }
        long failed = results.stream().filter(each -> !each).count();
        System.out.println(results.size() - failed + " as expected, " + failed + " not");
        System.exit(failed == 0 && !results.isEmpty() ? 0 : 1);
    }

    private static void all(List<Boolean> results) {
        for (Class<?> type : List.of(Basic.class, Scoped.class)) {
            for (Method each : type.getDeclaredMethods()) {
                boolean isTest = each.isAnnotationPresent(Test.class)
                        || type.isAnnotationPresent(Test.class) && each.getName().startsWith("test");
                if (isTest) {
                    results.add(isAsExpected(type.getName() + "." + each.getName(), () -> call(each, type)));
                }
            }
        }
        results.add(isAsExpected("Fuzz", () -> Fuzz.main(new String[0])));
    }

    private static void call(Method test, Class<?> type) throws Throwable {
        try {
            test.invoke(type.getConstructor().newInstance());
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static boolean isAsExpected(String name, Body body) {
        String reason = KNOWN.get(name);
        try {
            body.run();
            System.out.println("passed " + name + (reason == null ? "" : ", which was expected to fail"));
            return reason == null;
        } catch (Throwable t) {
            System.out.println("failed " + name + ": " + (reason == null ? t : reason));
            if (reason == null) {
                t.printStackTrace(System.out);
            }
            return reason != null;
        }
    }
}
