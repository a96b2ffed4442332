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

    /** The type of events that is read if none is named. */
    public static final String USUAL_EVENT = "jdk.ExecutionSample";

    /**
     * Reads a file of collapsed stacks; or, if its name ends with {@code .jfr}, the stacks of one type of events.
     *
     * @param type of a recording's events; null for the usual one
     * @throws WeaveException if it cannot be read, or has no such type: the message says why
     */
    public static CollapsedStacks read(Path file, String type) {
        CollapsedStacks stacks = new CollapsedStacks();
        try {
            if (file.toString().endsWith(".jfr")) {
                Recordings.read(file, type == null ? USUAL_EVENT : checked(file, type), stacks);
            } else if (type != null) {
                throw new WeaveException("-e is for recordings, whose names end with .jfr: leave it out for " + file);
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

    private static String checked(Path file, String type) throws IOException {
        if (!Recordings.hasType(file, type)) {
            throw new WeaveException(
                    file + " has no events '" + type + "'; jfr summary " + file + " lists those that it has");
        }
        return type;
    }
}
