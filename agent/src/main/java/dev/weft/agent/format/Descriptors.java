package dev.weft.agent.format;

/** Descriptors of methods, as bytes. */
final class Descriptors {
    private Descriptors() {}

    /** Slots of the arguments, with those of a receiver; -1 if what is between these places is no descriptor. */
    static int slots(byte[] file, int from, int end) {
        if (from >= end || file[from] != '(') {
            return -1;
        }
        int slots = 1;
        int at = from + 1;
        while (at < end && file[at] != ')') {
            slots += file[at] == 'J' || file[at] == 'D' ? 2 : 1;
            while (at < end && file[at] == '[') {
                at++;
            }
            if (at < end && file[at] == 'L') {
                while (at < end && file[at] != ';') {
                    at++;
                }
            }
            at++;
        }
        return at < end ? slots : -1;
    }
}
