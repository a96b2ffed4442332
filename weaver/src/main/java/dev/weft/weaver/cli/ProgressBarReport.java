package dev.weft.weaver.cli;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Progress as a bar that is redrawn, for terminals; it goes to standard error. */
final class ProgressBarReport implements ProgressReport {
    private ProgressBar bar;

    @Override
    public void message(String line) {
        close();
        System.err.println("weft: " + line);
    }

    @Override
    public synchronized void step(String what) {
        close();
        bar = new ProgressBarBuilder()
                .setTaskName("weft: " + what)
                .setInitialMax(-1)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(200)
                .build();
    }

    @Override
    public synchronized void classes(int done, int total) {
        if (bar != null) {
            bar.maxHint(total);
            bar.stepTo(Math.max(bar.getCurrent(), done));
        }
    }

    @Override
    public synchronized void close() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
