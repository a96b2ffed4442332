package dev.weft.agent.dump;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads what {@code jdk.internal.weft.management.ThreadDump} writes, which has the form. */
public final class DumpReader {
    private static final int VERSION = 5;

    private final DataInputStream in;
    private final Descriptors descriptors;
    private final List<List<String>> stacks = new ArrayList<>();

    /** Of the stream that the program with this process id writes. */
    public DumpReader(DataInputStream in, long pid) {
        this.in = in;
        descriptors = new Descriptors(pid);
    }

    /**
     * Reads all of it.
     *
     * @throws UnreadableDumpException if it ends too early, or is none: the message says why
     * @throws IOException what the listener throws
     */
    public void read(DumpListener listener) throws IOException {
        try {
            readAll(listener);
        } catch (EOFException e) {
            throw tooShort();
        }
    }

    private static UnreadableDumpException tooShort() {
        return new UnreadableDumpException("the program has ended, or failed, before its answer was complete");
    }

    private void readAll(DumpListener listener) throws IOException {
        for (; ; ) {
            int kind = in.readByte();
            switch (kind) {
                case 'H':
                    begin(listener);
                    break;
                case 'S':
                    stack();
                    break;
                case 'C':
                    stacks.clear();
                    break;
                case 'T':
                    listener.thread(thread());
                    break;
                case 'D':
                    long[] ids = new long[in.readInt()];
                    for (int i = 0; i < ids.length; i++) {
                        ids[i] = in.readLong();
                    }
                    listener.deadlock(ids);
                    break;
                case 'E':
                    listener.end(in.readLong());
                    return;
                case 'X':
                    throw new UnreadableDumpException("the program could not answer: " + in.readUTF());
                default:
                    throw new UnreadableDumpException("the program's Weft is of another version: use its bin/weft");
            }
        }
    }

    private void begin(DumpListener listener) throws IOException {
        if (in.readInt() != VERSION) {
            throw new UnreadableDumpException("the program's Weft is of another version: use its bin/weft");
        }
        listener.begin(in.readLong(), in.readUTF(), in.readLong());
    }

    private void stack() throws IOException {
        int number = in.readInt();
        List<String> stack = new ArrayList<>();
        for (int n = in.readInt(); n > 0; n--) {
            stack.add(in.readUTF());
        }
        if (number != stacks.size()) {
            throw new UnreadableDumpException("the program's answer is damaged");
        }
        stacks.add(stack);
    }

    private ThreadEntry thread() throws IOException {
        long id = in.readLong();
        String name = in.readUTF();
        String group = in.readUTF();
        String kind = in.readUTF();
        boolean isDaemon = in.readBoolean();
        String state = in.readUTF();
        long seconds = in.readLong();
        boolean isTimed = in.readBoolean();
        String carrier = in.readUTF();
        long carrierId = in.readLong();
        String waits = in.readUTF();
        String lock = in.readUTF();
        long ownerId = in.readLong();
        String ownerName = in.readUTF();
        String pinnedBy = in.readUTF();
        int descriptor = in.readInt();
        ThreadEntry.Awaited awaited = awaited(descriptor, in.readByte());
        List<String> stack = stacks.get(in.readInt());
        List<ThreadEntry.Held> monitors = new ArrayList<>();
        for (int n = in.readInt(); n > 0; n--) {
            monitors.add(new ThreadEntry.Held(in.readInt(), in.readUTF()));
        }
        List<String> synchronizers = new ArrayList<>();
        for (int n = in.readInt(); n > 0; n--) {
            synchronizers.add(in.readUTF());
        }
        return new ThreadEntry(
                id,
                name,
                group,
                kind,
                isDaemon,
                state,
                seconds,
                isTimed,
                carrier,
                carrierId,
                waits,
                lock,
                ownerId,
                ownerName,
                pinnedBy,
                awaited,
                stack,
                monitors,
                synchronizers);
    }

    private ThreadEntry.Awaited awaited(int descriptor, byte events) {
        if (descriptor < 0) {
            return null;
        }
        return new ThreadEntry.Awaited(descriptor, purpose(events), descriptors.of(descriptor));
    }

    private static String purpose(byte events) {
        switch (events) {
            case 'W':
                return "write";
            case 'B':
                return "read or write";
            case 'S':
                return "sync";
            case 'L':
                return "lock";
            default:
                return "read";
        }
    }
}
