package dev.weft.bench.shape;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.CRC32;

/** Bytes from text and back: UTF-8, Base64, a byte buffer, a check sum. */
final class Coding {
    private static final String TEXT = "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. ".repeat(40);

    private Coding() {}

    static long run() {
        long sum = 0;
        for (int round = 0; round < 40; round++) {
            byte[] bytes = (TEXT + round).getBytes(StandardCharsets.UTF_8);
            byte[] coded = Base64.getEncoder().encode(bytes);
            String back = new String(Base64.getDecoder().decode(coded), StandardCharsets.UTF_8);
            CRC32 check = new CRC32();
            check.update(coded);
            ByteBuffer buffer = ByteBuffer.allocate(bytes.length + 16);
            buffer.putInt(round).putLong(check.getValue()).put(bytes).flip();
            sum += buffer.getInt() + buffer.getLong() + buffer.remaining() + back.length();
        }
        return sum;
    }
}
