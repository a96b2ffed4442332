package dev.weft.macro;

import dev.weft.bench.macro.MacroProgram;
import dev.weft.bench.macro.Place;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Spark SQL on local threads: queries with joins, groups and windows. */
public final class Spark implements MacroProgram {
    private static final String[] QUERIES = {
        "select k, count(*), sum(v) from numbers group by k order by k",
        "select a.k, sum(b.v) from numbers a join small b on a.k = b.k where a.v % 3 = 0 group by a.k order by a.k",
        "select k, max(r) from (select k, row_number() over (partition by k order by v) r from numbers) group by k order by k"
    };

    private SparkSession session;

    @Override
    public void open(Place place) {
        session = SparkSession.builder()
                .master("local[2]")
                .appName("macro")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "4")
                .config(
                        "spark.sql.warehouse.dir",
                        place.folder().resolve("warehouse").toString())
                .config("spark.local.dir", place.folder().resolve("local").toString())
                .getOrCreate();
        session.range(20_000).selectExpr("id % 50 as k", "id * 7 % 1009 as v").createOrReplaceTempView("numbers");
        session.range(50).selectExpr("id as k", "id * id as v").createOrReplaceTempView("small");
    }

    @Override
    public int workers() {
        return 2;
    }

    @Override
    public int kinds() {
        return QUERIES.length;
    }

    @Override
    public long unit(int worker, int kind) {
        long sum = 0;
        for (Row row : session.sql(QUERIES[kind]).collectAsList()) {
            sum = sum * 31 + row.toString().hashCode();
        }
        return sum;
    }

    @Override
    public void close() {
        if (session != null) {
            session.stop();
        }
    }
}
