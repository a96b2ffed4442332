package dev.weft.programs;

import com.mchange.v2.c3p0.ComboPooledDataSource;

/** The pool c3p0, which waits and notifies under its own monitor, with few connections for many threads. */
public final class C3p0 {
    private C3p0() {}

    /** Borrows. */
    public static void main(String[] args) throws Exception {
        System.setProperty("com.mchange.v2.log.MLog", "com.mchange.v2.log.FallbackMLog");
        System.setProperty("com.mchange.v2.log.FallbackMLog.DEFAULT_CUTOFF_LEVEL", "OFF");
        ComboPooledDataSource pool = new ComboPooledDataSource();
        pool.setDriverClass("org.h2.Driver");
        pool.setJdbcUrl("jdbc:h2:mem:c3p0;DB_CLOSE_DELAY=-1");
        pool.setMinPoolSize(3);
        pool.setMaxPoolSize(5);
        PoolUsers.run(pool, Size.of(args, 100, 1_000));
        pool.close();
    }
}
