package dev.weft.weaver.observe;

import dev.weft.weaver.cache.WeaveErrors;
import dev.weft.weaver.error.WeaveException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A profile that another profiler has made, read with the author's names. */
public final class ForeignProfile {
    private ForeignProfile() {}

    /**
     * Reads a file of collapsed stacks; or, if its name ends with {@code .jfr}, the stacks of one type of events.
     *
     * @throws WeaveException if it cannot be read: the message says why
     */
    public static CollapsedStacks read(Path file, String type) {
        CollapsedStacks stacks = new CollapsedStacks();
        try {
            if (file.toString().endsWith(".jfr")) {
                Recordings.read(file, type, stacks);
            } else {
                try (BufferedReader lines = Files.newBufferedReader(file)) {
                    stacks.read(lines, new AuthorNames());
                }
            }
            return stacks;
        } catch (NoSuchFileException e) {
            throw new WeaveException("there is no " + file);
        } catch (MalformedInputException | NumberFormatException e) {
            throw new WeaveException(file + " has no collapsed stacks: "
                    + (e instanceof MalformedInputException ? "it is no text" : e.getMessage()));
        } catch (IOException e) {
            throw new WeaveException("cannot read " + file + ": " + WeaveErrors.reason(e));
        }
    }
}
