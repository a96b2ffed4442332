package dev.weft.agent.twin;

import org.objectweb.asm.Label;

/** Labels of the code that belongs to one suspension point. */
final class PointLabels {
    /** The save block. */
    final Label save = new Label();

    /** Behind the test. */
    final Label after = new Label();

    /** Around the code that runs frames of callees because this one must stay. */
    final Label pinStart = new Label();

    final Label pinEnd = new Label();

    /** Around the code that queues up for a monitor. */
    final Label awaitStart = new Label();

    final Label awaitEnd = new Label();

    /** Around the code that notes each monitor held as the fiber's, and what an error in it goes to. */
    final Label[] detachStart;

    final Label[] detachEnd;
    final Label[] detachHandler;

    PointLabels(int monitors) {
        detachStart = labels(monitors);
        detachEnd = labels(monitors);
        detachHandler = labels(monitors);
    }

    private static Label[] labels(int n) {
        Label[] result = new Label[n];
        for (int k = 0; k < n; k++) {
            result[k] = new Label();
        }
        return result;
    }
}
