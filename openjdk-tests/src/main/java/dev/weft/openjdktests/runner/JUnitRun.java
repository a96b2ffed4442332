package dev.weft.openjdktests.runner;

import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs a class of JUnit, 4 or 5. */
final class JUnitRun {
    private JUnitRun() {}

    static int run(String name) throws ClassNotFoundException {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        Class<?> test = Class.forName(name, false, ClassLoader.getSystemClassLoader());
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(DiscoverySelectors.selectClass(test))
                                .build(),
                        listener);
        TestExecutionSummary summary = listener.getSummary();
        String first = "";
        for (TestExecutionSummary.Failure failure : summary.getFailures()) {
            String what = failure.getTestIdentifier().getDisplayName() + ": " + failure.getException();
            first = first.isEmpty() ? ", first: " + what : first;
            System.err.println("failed: " + what);
            failure.getException().printStackTrace();
        }
        System.err.println(Runner.WHY + summary.getTestsSucceededCount() + " passed, " + summary.getTotalFailureCount()
                + " failed, " + (summary.getTestsSkippedCount() + summary.getTestsAbortedCount()) + " skipped" + first);
        if (summary.getTotalFailureCount() > 0) {
            return Runner.FAILED;
        }
        return summary.getTestsSucceededCount() > 0 ? Runner.PASSED : Runner.SKIPPED;
    }
}
