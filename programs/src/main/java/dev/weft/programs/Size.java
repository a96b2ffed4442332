package dev.weft.programs;

/** How much a program is to do. */
final class Size {
    private Size() {}

    /** The second number if the arguments say {@code long}, else the first. */
    static int of(String[] args, int small, int large) {
        return args.length > 0 && args[0].equals("long") ? large : small;
    }
}
