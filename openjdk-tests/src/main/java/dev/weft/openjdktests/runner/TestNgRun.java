package dev.weft.openjdktests.runner;

import org.testng.IConfigurationListener;
import org.testng.ITestListener;
import org.testng.ITestResult;
import org.testng.TestNG;

/** Runs a class of TestNG. */
final class TestNgRun {
    private TestNgRun() {}

    static int run(String name) throws ClassNotFoundException {
        Counter counter = new Counter();
        TestNG testng = new TestNG(false);
        testng.setVerbose(0);
        testng.setTestClasses(new Class<?>[] {Class.forName(name, false, ClassLoader.getSystemClassLoader())});
        testng.addListener(counter);
        testng.run();
        System.err.println(Runner.WHY + counter.passed + " passed, " + counter.failed + " failed, " + counter.skipped
                + " skipped" + (counter.first == null ? "" : ", first: " + counter.first));
        if (counter.failed > 0) {
            return Runner.FAILED;
        }
        return counter.passed > 0 ? Runner.PASSED : Runner.SKIPPED;
    }

    /** Counts and prints what fails. */
    private static final class Counter implements ITestListener, IConfigurationListener {
        private int passed;
        private int failed;
        private int skipped;
        private String first;

        @Override
        public synchronized void onTestSuccess(ITestResult result) {
            passed++;
        }

        @Override
        public synchronized void onTestFailure(ITestResult result) {
            failed++;
            tell(result);
        }

        @Override
        public void onTestFailedButWithinSuccessPercentage(ITestResult result) {
            onTestFailure(result);
        }

        @Override
        public synchronized void onTestSkipped(ITestResult result) {
            skipped++;
        }

        @Override
        public void onConfigurationFailure(ITestResult result) {
            onTestFailure(result);
        }

        private void tell(ITestResult result) {
            Throwable thrown = result.getThrowable();
            String what = result.getName() + ": " + thrown;
            if (first == null) {
                first = what;
            }
            System.err.println("failed: " + what);
            if (thrown != null) {
                thrown.printStackTrace();
            }
        }
    }
}
