package jdk.internal.weft.management;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import jdk.internal.weft.SystemThread;

/** Answers the commands of {@code weft} that ask a running program, on the socket that the asker listens at. */
public final class Observer {
    private static final int BUFFER = 1 << 16;

    /** The command for samples; the milliseconds between two follow. */
    private static final String TOP = "top:";

    /** The command for a profile; {@code cpu} or {@code wall}, and two numbers follow: see {@link Profile}. */
    private static final String PROFILE = "profile:";

    private static final String LOCALS = "locals";
    private static final String DUMP = "dump";
    private static final String DUMP_WITH_LOCKS = "dump:locks";

    private Observer() {}

    /**
     * Answers.
     *
     * @param request the command, a space, and the path of the socket
     * @throws IllegalArgumentException if the command is not known
     * @throws IOException if the asker does not listen, or not to the end
     */
    public static void answer(String request) throws IOException {
        int space = request.indexOf(' ');
        String command = space < 0 ? request : request.substring(0, space);
        boolean isTop = command.startsWith(TOP);
        boolean isProfile = command.startsWith(PROFILE);
        boolean isAnswered = command.equals(LOCALS) || command.equals(DUMP) || command.equals(DUMP_WITH_LOCKS);
        if (!isTop && !isProfile && !isAnswered) {
            throw new IllegalArgumentException("this Weft knows no command " + command);
        }
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(request.substring(space + 1));
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        boolean isKept = false;
        try {
            channel.connect(address);
            DataOutputStream out =
                    new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER));
            if (isTop || isProfile) {
                Runnable task = isTop
                        ? new Samples(channel, out, Long.parseLong(command.substring(TOP.length())))
                        : Profile.parse(channel, out, command.substring(PROFILE.length()));
                SystemThread.make(task, "weft-observer").start();
                isKept = true;
            } else {
                answer(out, command);
            }
        } finally {
            if (!isKept) {
                channel.close();
            }
        }
    }

    /** Writes a dump, or why there is none. */
    public static void dump(DataOutputStream out) {
        answer(out, DUMP);
    }

    private static void answer(DataOutputStream out, String command) {
        try {
            if (command.equals(LOCALS)) {
                LocalsReport.write(out);
            } else {
                ThreadDump.write(out, command.equals(DUMP_WITH_LOCKS));
            }
        } catch (IOException e) {
            // who asked has had enough
            return;
        } catch (RuntimeException | Error e) {
            fail(out, e);
        }
    }

    /** Tells that this has ended the answer. */
    static void fail(DataOutputStream out, Throwable cause) {
        try {
            out.writeByte('X');
            out.writeUTF(String.valueOf(cause));
            out.flush();
        } catch (IOException e) {
            // nobody is there to be told
            return;
        }
    }
}
