package dev.weft.bench.report;

/**
 * One line of the report before it is measured.
 *
 * @param set the name by which {@code --only} chooses it, shared by the lines that belong together
 * @param title what the reader sees
 * @param benchmark the JMH benchmark, as {@code Class.method}
 * @param parameter {@code name=value} of its JMH parameter, or empty
 * @param carriers number of carriers, 0 for the runtime's own choice
 * @param runtimes on what it is run, by {@link Runtime#name()}; the first is compared with the others
 * @param unit the unit of its scores
 */
record Figure(
        String set,
        String title,
        String benchmark,
        String parameter,
        int carriers,
        java.util.List<String> runtimes,
        String unit) {}
