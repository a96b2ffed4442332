package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import water.DKV;
import water.H2O;
import water.H2OStarter;
import water.Key;
import water.MRTask;
import water.fvec.Chunk;
import water.fvec.Frame;
import water.fvec.Vec;
import water.rapids.Merge;
import water.rapids.Rapids;

/** A node of H2O: its store of keys, its own fork/join pools with priorities, code that it generates, expressions. */
public final class H2oNode extends LargeProgram {
    private static final int ROWS = 500;

    private final AtomicInteger frames = new AtomicInteger();

    /** Sums products; H2O generates code for its fields. */
    public static final class Products extends MRTask<Products> {
        private static final long serialVersionUID = 1L;

        double sum;

        @Override
        public void map(Chunk x, Chunk y, Chunk z) {
            for (int i = 0; i < x.len(); i++) {
                sum += x.atd(i) * y.atd(i) + z.atd(i);
            }
        }

        @Override
        public void reduce(Products other) {
            sum += other.sum;
        }
    }

    @Override
    protected void start(Place place) throws Exception {
        int port = Ports.free();
        Path nodes = Files.writeString(place.folder().resolve("nodes"), "127.0.0.1:" + port + "\n");
        String[] arguments = {
            "-name",
            "large",
            "-ip",
            "127.0.0.1",
            "-port",
            String.valueOf(port),
            "-flatfile",
            nodes.toString(),
            "-ice_root",
            place.folder().resolve("ice").toString(),
            "-nthreads",
            "4",
            "-disable_web",
            "-no_latest_check",
            "-quiet"
        };
        H2OStarter.start(arguments, true);
        H2O.waitForCloudSize(1, (int) Place.PATIENCE.toMillis());
    }

    @Override
    public int kinds() {
        return 3;
    }

    @Override
    public long unit(int worker, int kind) {
        Frame frame = frame();
        try {
            return switch (kind) {
                case 0 -> Math.round(new Products().doAll(frame).sum);
                case 1 -> sorted(frame);
                default -> evaluated(frame);
            };
        } finally {
            frame.delete();
        }
    }

    private Frame frame() {
        double[] x = new double[ROWS];
        double[] y = new double[ROWS];
        double[] z = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            x[i] = i % 17;
            y[i] = i * 7 % 23;
            z[i] = x[i] * 3 - y[i] + i % 2;
        }
        Vec[] columns = {Vec.makeVec(x, Vec.newKey()), Vec.makeVec(y, Vec.newKey()), Vec.makeVec(z, Vec.newKey())};
        Frame frame = new Frame(Key.make("large" + frames.incrementAndGet()), new String[] {"x", "y", "z"}, columns);
        DKV.put(frame);
        return frame;
    }

    private static long sorted(Frame frame) {
        Frame sorted = Merge.sort(frame, new int[] {0, 1});
        try {
            long sum = 0;
            for (int i = 0; i < ROWS; i++) {
                sum = sum * 31 + Math.round(sorted.vec(1).at(i) + sorted.vec(2).at(i));
            }
            return sum;
        } finally {
            sorted.delete();
        }
    }

    private static long evaluated(Frame frame) {
        String columns = "(cols " + frame._key + " [0 1])";
        return Math.round(Rapids.exec("(sum (* " + columns + " 3))").getNum())
                + 31 * Math.round(Rapids.exec("(max " + columns + ")").getNum());
    }

    @Override
    protected void stop() {
        // its own end is that of the JVM
        same(1, H2O.CLOUD.size(), "nodes");
    }
}
