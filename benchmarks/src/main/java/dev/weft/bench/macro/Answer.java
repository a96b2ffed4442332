package dev.weft.bench.macro;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Reads answers of HTTP 1.1, with a length or in chunks. */
final class Answer {
    static final long INCOMPLETE = -1;

    private static final byte[] END_OF_HEAD = {'\r', '\n', '\r', '\n'};

    private Answer() {}

    /** The sum of the body, or {@link #INCOMPLETE}. Throws {@link WrongAnswer} if the status is not 200. */
    static long of(byte[] bytes, int size) {
        int body = indexOf(bytes, size, END_OF_HEAD, 0) + END_OF_HEAD.length;
        if (body < END_OF_HEAD.length) {
            return INCOMPLETE;
        }
        String head = new String(bytes, 0, body, StandardCharsets.ISO_8859_1).toLowerCase(java.util.Locale.ROOT);
        if (!head.startsWith("http/1.1 200")) {
            throw new WrongAnswer("status: " + head.lines().findFirst().orElse(""));
        }
        int length = head.indexOf("\r\ncontent-length:");
        return length < 0
                ? chunks(bytes, body, size)
                : plain(bytes, body, size, head.substring(length + 17, head.indexOf("\r\n", length + 17)));
    }

    private static long plain(byte[] bytes, int body, int size, String text) {
        int wanted = body + Integer.parseInt(text.trim());
        if (size > wanted) {
            throw new WrongAnswer((size - wanted) + " bytes more than the answer has");
        }
        return size < wanted ? INCOMPLETE : crc(bytes, body, wanted - body, new CRC32());
    }

    private static long chunks(byte[] bytes, int body, int size) {
        CRC32 crc = new CRC32();
        int at = body;
        while (true) {
            int end = indexOf(bytes, size, new byte[] {'\r', '\n'}, at);
            if (end < 0) {
                return INCOMPLETE;
            }
            int length = Integer.parseInt(new String(bytes, at, end - at, StandardCharsets.US_ASCII).trim(), 16);
            at = end + 2 + length + 2;
            if (at > size) {
                return INCOMPLETE;
            }
            if (length == 0) {
                return crc.getValue();
            }
            crc(bytes, end + 2, length, crc);
        }
    }

    private static long crc(byte[] bytes, int from, int length, CRC32 crc) {
        crc.update(bytes, from, length);
        return crc.getValue();
    }

    private static int indexOf(byte[] bytes, int size, byte[] wanted, int from) {
        for (int i = from; i <= size - wanted.length; i++) {
            if (java.util.Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        return -1;
    }
}
