package dev.weft.bench;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Java2D fills shapes of 400 corners, smoothly, in a thread of their own. The rasterizer's inner loop is a long method,
 * whose twin must not have more than the 8,000 bytes that HotSpot compiles by default (docs/decisions/0079).
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(jvmArgsAppend = "-Djava.awt.headless=true")
public class FilledShapes {
    private static final int SHAPES = 50;
    private static final int CORNERS = 400;
    private static final int WIDTH = 800;
    private static final int MIDDLE = WIDTH / 2;
    private static final double STEP = 0.37;
    private static final double SKEW = 1.1;

    /** A pixel of the image. */
    @Benchmark
    @OperationsPerInvocation(SHAPES)
    public int fill() throws InterruptedException {
        int[] pixel = new int[1];
        ThreadMaker.runAll(ThreadMaker.make(() -> pixel[0] = fillAll()));
        return pixel[0];
    }

    private static int fillAll() {
        BufferedImage image = new BufferedImage(WIDTH, WIDTH, BufferedImage.TYPE_INT_ARGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setColor(Color.BLUE);
        for (int i = 0; i < SHAPES; i++) {
            graphics.fill(star(i));
        }
        graphics.dispose();
        return image.getRGB(MIDDLE, MIDDLE);
    }

    private static Path2D star(int turn) {
        Path2D star = new Path2D.Double();
        star.moveTo(MIDDLE, MIDDLE);
        for (int i = 0; i < CORNERS; i++) {
            double angle = i * STEP + turn;
            star.lineTo(MIDDLE * (1 + Math.cos(angle)), MIDDLE * (1 + Math.sin(angle * SKEW)));
        }
        star.closePath();
        return star;
    }
}
