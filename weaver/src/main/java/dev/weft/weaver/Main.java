package dev.weft.weaver;

import dev.weft.weaver.cli.CommandLines;
import dev.weft.weaver.weave.ImageWeave;
import dev.weft.weaver.weave.Weaver;

/**
 * The program behind {@code weft weave}, {@code weft link}, {@code weft flags}, {@code weft doctor} and the launcher's
 * other commands that are no start of a program.
 */
public final class Main {
    private Main() {}

    /** Runs a command; the exit code is 0, or 2 after one line that says what is wrong. */
    public static void main(String[] args) {
        Weaver weaver =
                (image, runtime, sink, progress, only) -> new ImageWeave(image, runtime).run(sink, progress, only);
        System.exit(CommandLines.run(weaver, System.getenv(), args));
    }
}
