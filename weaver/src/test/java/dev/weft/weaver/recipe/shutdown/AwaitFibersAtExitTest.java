package dev.weft.weaver.recipe.shutdown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.weft.weaver.recipe.ClassFiles;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.tree.ClassNode;

class AwaitFibersAtExitTest {
    private static List<String> calls(ClassNode node, String method) {
        return ClassFiles.names(ClassFiles.calls(ClassFiles.method(node, method)));
    }

    private static final String END = "FiberExit.end";

    @Test
    void theVmWaitsForFibersFirstAndNobodyIsLeftInTheKernelAtLast() {
        ClassNode shutdown = ClassFiles.changedBy(new AwaitFibersAtExit(), "java/lang/Shutdown");
        List<String> atReturn = calls(shutdown, "shutdown");
        assertEquals("FiberExit.awaitNonDaemon", atReturn.get(0));
        assertEquals(END, atReturn.get(atReturn.size() - 1));
        assertEquals(List.of(END, "Shutdown.halt0"), calls(shutdown, "halt"));
        // which ends in halt, and must not wait
        assertFalse(calls(shutdown, "exit").contains("FiberExit.awaitNonDaemon"));
    }

    @Test
    void threadsThatHooksStartAreNoFibers() {
        ClassNode hooks = ClassFiles.changedBy(new AwaitFibersAtExit(), "java/lang/ApplicationShutdownHooks");
        assertEquals("FiberExit.beginShutdown", calls(hooks, "runHooks").get(0));
    }
}
