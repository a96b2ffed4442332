package dev.weft.weaver.observe;

import dev.weft.weaver.error.WeaveException;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads what {@code jdk.internal.weft.management.Profile} writes, which has the form. */
public final class ProfileReader {
    private static final int VERSION = 2;

    private final DataInputStream in;
    private final Weights stacks;
    private final Looks looks;
    private final List<String> names = new ArrayList<>();
    private final Map<Long, String> threads = new HashMap<>();

    /** Is told of stacks, as {@link CollapsedStacks#add} is. */
    public interface Weights {
        /** Adds to the weight of a stack. */
        void add(String stack, long weight);
    }

    /** Is told, of a profile for a recording, which threads were seen. */
    public interface Looks {
        /** A thread was on a processor, so many nanoseconds after the profile has begun. */
        void seen(long nanos, long id, String thread, String stack);
    }

    /** Of the stream that the program writes; adds nanoseconds to the stacks. */
    public ProfileReader(DataInputStream in, Weights stacks) {
        this(in, stacks, (nanos, id, thread, stack) -> {});
    }

    /** The same of a profile for a recording: a colon and a line stand behind each frame's name. */
    public ProfileReader(DataInputStream in, Weights stacks, Looks looks) {
        this.in = in;
        this.stacks = stacks;
        this.looks = looks;
    }

    /**
     * Reads to the end, or until the program has ended; what was there until then is a profile.
     *
     * @return how often the program was looked at; -1 if it has ended before the profile has
     * @throws WeaveException if the program could not answer
     */
    public int read() throws IOException {
        try {
            for (; ; ) {
                int kind = in.readByte();
                switch (kind) {
                    case 'H':
                        if (in.readInt() != VERSION) {
                            throw otherVersion();
                        }
                        break;
                    case 'S':
                        stack();
                        break;
                    case 'C':
                        names.clear();
                        break;
                    case 'W':
                        for (int n = in.readInt(); n > 0; n--) {
                            stacks.add(names.get(in.readInt()), in.readLong());
                        }
                        break;
                    case 'T':
                        threads.put(in.readLong(), in.readUTF());
                        break;
                    case 'L':
                        look();
                        break;
                    case 'E':
                        return in.readInt();
                    case 'X':
                        throw new WeaveException("the program could not answer: " + in.readUTF());
                    default:
                        throw otherVersion();
                }
            }
        } catch (EOFException e) {
            return -1;
        }
    }

    private static WeaveException otherVersion() {
        return new WeaveException("the program's Weft is of another version: use its bin/weft");
    }

    private void look() throws IOException {
        long nanos = in.readLong();
        for (int n = in.readInt(); n > 0; n--) {
            long id = in.readLong();
            looks.seen(nanos, id, threads.get(id), names.get(in.readInt()));
        }
    }

    private void stack() throws IOException {
        if (in.readInt() != names.size()) {
            throw new WeaveException("the program's answer is damaged");
        }
        List<String> frames = new ArrayList<>();
        for (int n = in.readInt(); n > 0; n--) {
            frames.add(in.readUTF().replace(';', ':'));
        }
        Collections.reverse(frames);
        names.add(String.join(";", frames));
    }
}
