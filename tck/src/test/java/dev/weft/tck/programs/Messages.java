package dev.weft.tck.programs;

import java.io.FileDescriptor;
import java.io.FileOutputStream;

/** Writes messages of several sizes to its standard output, which is a socket of datagrams, in a fiber. */
public final class Messages {
    private Messages() {}

    public static void main(String[] args) throws Throwable {
        OwnThread.run(() -> {
            @SuppressWarnings("resource") // others have it, too
            FileOutputStream out = new FileOutputStream(FileDescriptor.out);
            for (int size : new int[] {10_000, 4097, 3}) {
                out.write(new byte[size]);
            }
        });
    }
}
