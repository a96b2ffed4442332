package jdk.internal.weft.management;

import java.util.Map;
import jdk.internal.misc.VM;
import sun.nio.ch.WeftAwaited;

/** A descriptor for which a thread waits, and what for: a snapshot. */
final class Awaited {
    /** Numbers of system calls whose first argument is the descriptor, on x86-64, and what for. */
    private static final Map<Integer, Character> OF_X86 = Map.ofEntries(
            Map.entry(0, 'R'), // read
            Map.entry(1, 'W'), // write
            Map.entry(17, 'R'), // pread64
            Map.entry(18, 'W'), // pwrite64
            Map.entry(19, 'R'), // readv
            Map.entry(20, 'W'), // writev
            Map.entry(40, 'W'), // sendfile
            Map.entry(42, 'W'), // connect
            Map.entry(43, 'R'), // accept
            Map.entry(44, 'W'), // sendto
            Map.entry(45, 'R'), // recvfrom
            Map.entry(46, 'W'), // sendmsg
            Map.entry(47, 'R'), // recvmsg
            Map.entry(72, 'L'), // fcntl
            Map.entry(74, 'S'), // fsync
            Map.entry(75, 'S'), // fdatasync
            Map.entry(232, 'R'), // epoll_wait
            Map.entry(281, 'R'), // epoll_pwait
            Map.entry(288, 'R'), // accept4
            Map.entry(295, 'R'), // preadv
            Map.entry(296, 'W')); // pwritev

    /** The same on aarch64. */
    private static final Map<Integer, Character> OF_AARCH64 = Map.ofEntries(
            Map.entry(22, 'R'), // epoll_pwait
            Map.entry(25, 'L'), // fcntl
            Map.entry(63, 'R'), // read
            Map.entry(64, 'W'), // write
            Map.entry(65, 'R'), // readv
            Map.entry(66, 'W'), // writev
            Map.entry(67, 'R'), // pread64
            Map.entry(68, 'W'), // pwrite64
            Map.entry(69, 'R'), // preadv
            Map.entry(70, 'W'), // pwritev
            Map.entry(71, 'W'), // sendfile
            Map.entry(82, 'S'), // fsync
            Map.entry(83, 'S'), // fdatasync
            Map.entry(202, 'R'), // accept
            Map.entry(203, 'W'), // connect
            Map.entry(206, 'W'), // sendto
            Map.entry(207, 'R'), // recvfrom
            Map.entry(211, 'W'), // sendmsg
            Map.entry(212, 'R'), // recvmsg
            Map.entry(242, 'R')); // accept4

    /** Commands of fcntl that wait for a lock: that of a process, and of an open file. */
    private static final int SET_LOCK_WAIT = 7;

    private static final int SET_FILE_LOCK_WAIT = 38;

    /** Number of the descriptor. */
    final int descriptor;

    /** R until it can be read, W until it can be written, B for both, S until it is on its disk, L for a lock. */
    final char purpose;

    private Awaited(int descriptor, char purpose) {
        this.descriptor = descriptor;
        this.purpose = purpose;
    }

    /** For what the poller waits on behalf of a fiber; null for nothing. */
    static Awaited of(WeftAwaited polled) {
        if (polled == null) {
            return null;
        }
        return new Awaited(polled.descriptor, !polled.isToWrite ? 'R' : polled.isToRead ? 'B' : 'W');
    }

    /** From what the kernel says of a thread's call: a word, or numbers; null if it waits for no descriptor. */
    static Awaited of(String call) {
        return of(call, VM.getSavedProperty("os.arch"));
    }

    static Awaited of(String call, String arch) {
        String[] words = call.split(" ");
        if (words.length < 3) {
            return null;
        }
        boolean isX86 = arch.equals("amd64") || arch.equals("x86_64");
        Map<Integer, Character> purposes = isX86 ? OF_X86 : arch.equals("aarch64") ? OF_AARCH64 : Map.of();
        try {
            Character purpose = purposes.get(Integer.parseInt(words[0]));
            // the upper half of a register may have anything
            int descriptor = (int) Long.parseUnsignedLong(words[1].substring(2), 16);
            if (purpose == null || descriptor < 0 || purpose == 'L' && !waitsForLock(words[2])) {
                return null;
            }
            return new Awaited(descriptor, purpose);
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            return null;
        }
    }

    private static boolean waitsForLock(String command) {
        int number = (int) Long.parseUnsignedLong(command.substring(2), 16);
        return number == SET_LOCK_WAIT || number == SET_FILE_LOCK_WAIT;
    }
}
