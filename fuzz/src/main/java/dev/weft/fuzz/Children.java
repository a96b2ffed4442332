package dev.weft.fuzz;

import java.util.List;

/**
 * The JVMs under test of a run, one at a time: each is kept while the way stays the same, since a young one spends most
 * of its time compiling Weft, and replaced after {@value #MOST_PROGRAMS} programs. For one thread.
 */
final class Children implements AutoCloseable {
    private static final int MOST_PROGRAMS = 20_000;

    private final List<String> options;
    private Child child;
    private Way way;
    private int programs;
    private double cpuSecondsBefore;

    /** With options for the JVMs. */
    Children(String... options) {
        this.options = List.of(options);
    }

    /** The JVM for the next programs, so many of them. */
    Child next(Way wanted, int count) {
        if (child != null && (!child.isAlive() || way != wanted || programs + count > MOST_PROGRAMS)) {
            close();
        }
        if (child == null) {
            child = new Child(wanted, options.toArray(new String[0]));
            way = wanted;
            programs = 0;
        }
        programs += count;
        return child;
    }

    /** Processor time that all of them have taken, but for those that ended by themselves. */
    double cpuSeconds() {
        return cpuSecondsBefore + (child == null ? 0 : child.cpuSeconds());
    }

    @Override
    public void close() {
        if (child != null) {
            cpuSecondsBefore += child.cpuSeconds();
            child.close();
            child = null;
        }
    }
}
