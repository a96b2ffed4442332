package dev.weft.programs;

/** How a program is run. */
enum Mode {
    /** The plain JDK, which says what is right. */
    PLAIN,
    /** Woven, on fibers, two carriers. */
    FIBER,
    /** Woven for chaos mode: a suspension on both sides of every call of a twin. */
    CHAOS
}
