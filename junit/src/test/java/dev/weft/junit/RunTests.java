package dev.weft.junit;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs a test class, and prints what has failed, and how many have not. */
public final class RunTests {
    private static int succeeded;
    private static int aborted;

    private RunTests() {}

    private static final class Printing implements TestExecutionListener {
        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            switch (result.getStatus()) {
                case SUCCESSFUL -> succeeded += test.isTest() ? 1 : 0;
                case ABORTED -> aborted++;
                default -> System.out.println("failed: " + test.getDisplayName() + ": "
                        + result.getThrowable().orElseThrow().getMessage());
            }
        }
    }

    /** The class is the argument. */
    public static void main(String[] arguments) {
        Launcher launcher = LauncherFactory.create();
        launcher.execute(
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(
                                arguments.length == 1
                                        ? DiscoverySelectors.selectClass(arguments[0])
                                        : DiscoverySelectors.selectMethod(arguments[0], arguments[1]))
                        .build(),
                new Printing());
        System.out.println("succeeded: " + succeeded + ", aborted: " + aborted);
    }
}
