package dev.weft.bench.macro;

import java.util.concurrent.atomic.DoubleAdder;

/** How much was done in each window of time since the start of the load. Any thread may add. */
public final class Curve {
    private final long windowNanos;
    private final DoubleAdder[] windows;
    private final DoubleAdder total = new DoubleAdder();
    private volatile long start = System.nanoTime();

    /** A curve of so many windows of equal length. */
    public Curve(int count, long windowNanos) {
        this.windowNanos = windowNanos;
        windows = new DoubleAdder[count];
        for (int i = 0; i < count; i++) {
            windows[i] = new DoubleAdder();
        }
    }

    /** Makes the present moment the start, and forgets what was done before. */
    public void begin() {
        for (DoubleAdder window : windows) {
            window.reset();
        }
        total.reset();
        start = System.nanoTime();
    }

    /** Adds units that are done just now. */
    public void add(double units) {
        long now = System.nanoTime();
        add(now, now, units);
    }

    /** Adds units that took from one time of {@link System#nanoTime} to another: each window gets its part. */
    public void add(long from, long to, double units) {
        total.add(units);
        int first = window(from);
        int last = window(to);
        if (first == last) {
            addTo(first, units);
            return;
        }
        for (int i = first; i <= last; i++) {
            long low = Math.max(from, start + i * windowNanos);
            long high = Math.min(to, start + (i + 1) * windowNanos);
            addTo(i, units * (high - low) / (to - from));
        }
    }

    private int window(long time) {
        return (int) Math.max(0, (time - start) / windowNanos);
    }

    /** What is done after the last window counts for the total only. */
    private void addTo(int window, double units) {
        if (window < windows.length) {
            windows[window].add(units);
        }
    }

    /** All that was ever added. */
    public double total() {
        return total.sum();
    }

    /** The units of each window. */
    public double[] units() {
        double[] units = new double[windows.length];
        for (int i = 0; i < units.length; i++) {
            units[i] = windows[i].sum();
        }
        return units;
    }

    /** The length of all windows. */
    public long nanos() {
        return windowNanos * windows.length;
    }
}
