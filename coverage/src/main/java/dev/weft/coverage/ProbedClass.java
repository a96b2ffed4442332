package dev.weft.coverage;

/**
 * A class that was instrumented.
 *
 * @param id JaCoCo's number of the class file that is reported on
 * @param name with slashes
 * @param probes how many it has
 */
record ProbedClass(long id, String name, int probes) {
    @Override
    public String toString() {
        return Long.toHexString(id) + " " + name + " " + probes;
    }

    /** Reads what {@link #toString} has written. */
    static ProbedClass parse(String line) {
        String[] parts = line.split(" ");
        return new ProbedClass(Long.parseUnsignedLong(parts[0], 16), parts[1], Integer.parseInt(parts[2]));
    }
}
