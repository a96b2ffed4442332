package jdk.internal.weft.fiber;

import jdk.internal.vm.annotation.DontInline;

/**
 * Room on the calling thread's stack for what is done before and after a call of the program's code, a scheduler's.
 *
 * <p>That code may call the runtime again until the stack ends. The reserved zone, which keeps short methods of the
 * runtime whole there, serves the outermost of such calls only.
 */
public final class StackRoom {
    /** Two kilobytes at least: compiled frames are the smallest. */
    private static final int FRAMES = 128;

    private StackRoom() {}

    /** Throws a {@link StackOverflowError} if there is no room; nothing has been done then. */
    public static void require() {
        probe(FRAMES);
    }

    @DontInline
    private static int probe(int frames) {
        return frames == 0 ? 0 : probe(frames - 1) + 1;
    }
}
