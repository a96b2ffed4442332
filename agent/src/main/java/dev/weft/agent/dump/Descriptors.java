package dev.weft.agent.dump;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the descriptors of another process are, as Linux tells below {@code /proc/PID} (proc(5)): the addresses of
 * sockets, the names of files. A snapshot; for programs of the same user.
 */
final class Descriptors {
    private static final int ADDRESSES = 1;
    private static final int TCP_STATE = 3;
    private static final int INODE = 9;
    private static final int UNIX_INODE = 6;
    private static final int UNIX_PATH = 7;
    private static final String LISTENS = "0A";

    /** The tables are as long as there are sockets, and some sockets are in none. */
    private static final long PAUSE_NANOS = 1_000_000_000;

    private final Path process;
    private final Map<Integer, String> known = new HashMap<>();

    /** What sockets are, by their inodes; read when the first one is met, and again, now and then, for newer ones. */
    private final Map<String, String> sockets = new HashMap<>();

    private long readAt = Long.MIN_VALUE;

    Descriptors(long pid) {
        process = Path.of("/proc", Long.toString(pid));
    }

    /** What that one is, such as {@code socket 127.0.0.1:80 to 127.0.0.1:4711}; empty if that cannot be told. */
    String of(int number) {
        return known.computeIfAbsent(number, this::find);
    }

    private String find(int number) {
        String target;
        try {
            target = Files.readSymbolicLink(process.resolve("fd/" + number)).toString();
        } catch (IOException | RuntimeException e) {
            return "";
        }
        if (target.equals("anon_inode:[eventpoll]")) {
            return "a selector";
        }
        if (target.startsWith("pipe:")) {
            return "a pipe";
        }
        if (!target.startsWith("socket:[")) {
            return target;
        }
        String inode = target.substring("socket:[".length(), target.length() - 1);
        long now = System.nanoTime();
        if (!sockets.containsKey(inode) && (readAt == Long.MIN_VALUE || now - readAt > PAUSE_NANOS)) {
            readAt = now;
            readSockets();
        }
        return sockets.getOrDefault(inode, "a socket");
    }

    private void readSockets() {
        for (String table : new String[] {"tcp", "tcp6", "udp", "udp6"}) {
            for (String[] each : rows(table)) {
                if (each.length > INODE) {
                    sockets.put(each[INODE], internet(table, each));
                }
            }
        }
        for (String[] each : rows("unix")) {
            if (each.length > UNIX_INODE) {
                sockets.put(each[UNIX_INODE], each.length > UNIX_PATH ? "socket " + each[UNIX_PATH] : "a Unix socket");
            }
        }
    }

    /** The lines of a table of the process's network namespace behind its head, in fields; none if it is missing. */
    private List<String[]> rows(String table) {
        try {
            return Files.readAllLines(process.resolve("net/" + table)).stream()
                    .skip(1)
                    .map(line -> line.strip().split("\\s+"))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static String internet(String table, String[] row) {
        String local = address(row[ADDRESSES]);
        if (table.startsWith("tcp") && row[TCP_STATE].equals(LISTENS)) {
            return "socket that listens at " + local;
        }
        String remote = address(row[ADDRESSES + 1]);
        String prefix = table.startsWith("udp") ? "datagram socket " : "socket ";
        return prefix + local + (remote.endsWith(":0") ? "" : " to " + remote);
    }

    /** From the kernel's form: words of 32 bits in the processor's order, here little-endian, and a port, as digits. */
    private static String address(String digits) {
        int colon = digits.indexOf(':');
        int port = Integer.parseInt(digits.substring(colon + 1), 16);
        byte[] bytes = new byte[colon / 2];
        for (int i = 0; i < bytes.length; i++) {
            int inOrder = i - i % 4 + 3 - i % 4;
            bytes[i] = (byte) Integer.parseInt(digits.substring(2 * inOrder, 2 * inOrder + 2), 16);
        }
        try {
            String host = InetAddress.getByAddress(bytes).getHostAddress();
            return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        } catch (IOException e) {
            return digits;
        }
    }
}
