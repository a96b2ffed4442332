package dev.weft.weaver.cli;

import dev.weft.weaver.image.WeaveJdk;

/** Shows how far a weave has come. */
interface ProgressReport extends WeaveJdk.Steps, AutoCloseable {
    /** Shows a line that is no step. */
    void message(String line);

    @Override
    void close();
}
