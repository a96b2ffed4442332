package dev.weft.programs;

import org.apache.commons.dbcp.BasicDataSource;

/** The pool DBCP 1.4, which is {@code synchronized} all over, with few connections for many threads. */
public final class Dbcp {
    private Dbcp() {}

    /** Borrows. */
    public static void main(String[] args) throws Exception {
        BasicDataSource pool = new BasicDataSource();
        pool.setDriverClassName("org.h2.Driver");
        pool.setUrl("jdbc:h2:mem:dbcp;DB_CLOSE_DELAY=-1");
        pool.setMaxActive(5);
        pool.setValidationQuery("select 1");
        pool.setTestOnBorrow(true);
        PoolUsers.run(pool, Size.of(args, 100, 1_000));
        pool.close();
    }
}
