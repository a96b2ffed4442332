package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Hadoop: a name node and two data nodes in this JVM, files with two replicas, and MapReduce jobs over them. */
public final class Hadoop extends LargeProgram {
    private static final int LINES = 2_000;

    private final AtomicInteger number = new AtomicInteger();
    private MiniDFSCluster cluster;
    private FileSystem files;

    @Override
    protected void start(Place place) throws Exception {
        System.setProperty("hadoop.home.dir", place.folder().toString());
        Configuration configuration = new Configuration();
        configuration.set(
                MiniDFSCluster.HDFS_MINIDFS_BASEDIR,
                place.folder().resolve("dfs").toString());
        configuration.set("hadoop.tmp.dir", place.folder().resolve("tmp").toString());
        cluster = new MiniDFSCluster.Builder(configuration).numDataNodes(2).build();
        cluster.waitActive();
        files = cluster.getFileSystem();
    }

    @Override
    public int workers() {
        return 3;
    }

    @Override
    public int kinds() {
        return 3;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        Path folder = new Path("/large/" + worker + "-" + number.getAndIncrement());
        Path input = new Path(folder, "in/part");
        try (FSDataOutputStream out = files.create(input, true, 4096, (short) 2, 1 << 20)) {
            for (int i = 0; i < LINES; i++) {
                out.write(("word" + i % 17 + " other" + i % (5 + kind) + "\n").getBytes(StandardCharsets.UTF_8));
            }
            out.hsync();
        }
        if (kind < 2) {
            return read(input);
        }
        Job job = Job.getInstance(new Configuration(files.getConf()), "count");
        job.setJarByClass(Hadoop.class);
        job.setMapperClass(Split.class);
        job.setReducerClass(Count.class);
        job.setCombinerClass(Count.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
        FileInputFormat.addInputPath(job, new Path(folder, "in"));
        FileOutputFormat.setOutputPath(job, new Path(folder, "out"));
        expect(job.waitForCompletion(false), "the job has failed");
        return read(new Path(folder, "out/part-r-00000"));
    }

    private long read(Path file) throws IOException {
        CRC32 crc = new CRC32();
        try (FSDataInputStream in = files.open(file)) {
            crc.update(in.readAllBytes());
        }
        return crc.getValue();
    }

    @Override
    protected void stop() throws Exception {
        files.close();
        cluster.shutdown(true);
    }

    /** Makes words of lines. */
    public static final class Split extends Mapper<Object, Text, Text, IntWritable> {
        @Override
        protected void map(Object key, Text line, Context context) throws IOException, InterruptedException {
            for (String word : line.toString().split(" ")) {
                context.write(new Text(word), new IntWritable(1));
            }
        }
    }

    /** Counts them. */
    public static final class Count extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            int sum = 0;
            for (IntWritable count : counts) {
                sum += count.get();
            }
            context.write(word, new IntWritable(sum));
        }
    }
}
