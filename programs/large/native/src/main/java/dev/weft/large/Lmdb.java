package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;

/**
 * LMDB by native code that belongs to kernel threads: a write transaction has a mutex of pthreads, which its
 * thread must give back. So writers have a name by which they stay platform threads, as users of such libraries must.
 */
public final class Lmdb extends LargeProgram {
    private static final int ENTRIES = 50;

    private Env<ByteBuffer> lmdb;
    private Dbi<ByteBuffer> dbi;

    @Override
    protected void start(Place place) throws Exception {
        lmdb = Env.create()
                .setMapSize(64 << 20)
                .setMaxReaders(200)
                .setMaxDbs(1)
                .open(
                        Files.createDirectory(place.folder().resolve("lmdb")).toFile(),
                        EnvFlags.MDB_NOTLS,
                        EnvFlags.MDB_NOSYNC);
        dbi = lmdb.openDbi("large", DbiFlags.MDB_CREATE);
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        Thread writer = new Thread(() -> write(worker), "lmdb-writer-" + worker);
        writer.start();
        writer.join();
        ByteBuffer key = ByteBuffer.allocateDirect(64);
        long sum = 0;
        try (Txn<ByteBuffer> txn = lmdb.txnRead()) {
            for (int i = 0; i < ENTRIES; i++) {
                sum = sum * 31 + dbi.get(txn, put(key, worker, i)).getLong(0);
                Thread.yield();
            }
        }
        return sum;
    }

    private void write(int worker) {
        ByteBuffer key = ByteBuffer.allocateDirect(64);
        ByteBuffer value = ByteBuffer.allocateDirect(64);
        try (Txn<ByteBuffer> txn = lmdb.txnWrite()) {
            for (int i = 0; i < ENTRIES; i++) {
                value.clear();
                value.putLong(i * 31L).flip();
                dbi.put(txn, put(key, worker, i), value);
                Thread.yield();
            }
            txn.commit();
        }
    }

    private static ByteBuffer put(ByteBuffer key, int worker, int number) {
        key.clear();
        return key.put(String.format("%03d-%06d", worker, number).getBytes(StandardCharsets.UTF_8))
                .flip();
    }

    @Override
    protected void stop() {
        lmdb.close();
    }
}
