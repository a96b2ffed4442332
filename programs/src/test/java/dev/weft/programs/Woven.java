package dev.weft.programs;

import dev.weft.support.ChildJvm;
import java.util.List;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Sees to it that the woven JDKs exist before the first test, so that no test's time is spent on weaving. */
final class Woven implements BeforeAllCallback {
    private static boolean isDone;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        synchronized (Woven.class) {
            for (Mode each : isDone ? List.<Mode>of() : List.of(Mode.FIBER, Mode.CHAOS)) {
                ChildJvm.Result woven = Child.java(each, List.of("-version"));
                if (woven.exit() != 0) {
                    throw new IllegalStateException("the JDK cannot be woven: " + woven);
                }
            }
            isDone = true;
        }
    }
}
