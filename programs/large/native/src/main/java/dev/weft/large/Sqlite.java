package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.sqlite.Function;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;

/** SQLite by JNI: scalar and aggregate functions and a progress handler in Java, called by native code, that block. */
public final class Sqlite extends LargeProgram {
    private static final int ROWS = 200;

    private final BlockingQueue<Integer> tokens = new ArrayBlockingQueue<>(1);
    private String url;

    @Override
    protected void start(Place place) throws SQLException {
        url = "jdbc:sqlite:" + place.folder().resolve("large.db");
        tokens.add(1);
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode=WAL");
            statement.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, kind INTEGER, name TEXT)");
            statement.execute("CREATE TABLE log (worker INTEGER, n INTEGER)");
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t (kind, name) VALUES (?, ?)")) {
                for (int i = 0; i < ROWS; i++) {
                    insert.setInt(1, i % 7);
                    insert.setString(2, "name " + i);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            connection.commit();
        }
    }

    private Connection connect() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(60_000);
        return config.createConnection(url);
    }

    @Override
    public int kinds() {
        return 7;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        try (Connection connection = DriverManager.getConnection(url + "?busy_timeout=60000")) {
            Function.create(connection, "twice", new Twice());
            Function.create(connection, "total", new Total());
            ProgressHandler.setHandler(connection, 50, new ProgressHandler() {
                @Override
                protected int progress() {
                    Thread.yield();
                    return 0;
                }
            });
            long sum = 0;
            try (PreparedStatement query = connection.prepareStatement(
                    "SELECT total(twice(id)), group_concat(name), max(thrower(id)) FROM t WHERE kind = ?")) {
                Function.create(connection, "thrower", new Thrower());
                throw new IllegalStateException(query + " was prepared without its function");
            } catch (SQLException e) {
                expect(e.getMessage().contains("no such function"), e);
            }
            try (PreparedStatement query =
                    connection.prepareStatement("SELECT total(twice(id)), group_concat(name) FROM t WHERE kind = ?")) {
                query.setInt(1, kind);
                try (ResultSet result = query.executeQuery()) {
                    expect(result.next(), "no row");
                    sum = result.getLong(1) * 31 + result.getString(2).hashCode();
                }
            }
            try (Statement statement = connection.createStatement()) {
                Function.create(connection, "thrower", new Thrower());
                statement.executeQuery("SELECT thrower(id) FROM t");
                throw new IllegalStateException("no exception");
            } catch (SQLException e) {
                expect(e.getMessage().contains("thrown on purpose"), e);
            }
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("INSERT INTO log VALUES (" + worker + ", 1)");
            }
            ProgressHandler.clearHandler(connection);
            return sum;
        }
    }

    @Override
    public long check(long calls) throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT count(*) FROM log")) {
            result.next();
            same(calls, result.getLong(1), "rows of the log");
        }
        return 0;
    }

    @Override
    protected void stop() {
        tokens.clear();
    }

    /** Waits for a token that other threads have, below native code. */
    private final class Twice extends Function {
        @Override
        protected void xFunc() throws SQLException {
            try {
                Integer token = tokens.take();
                result(2 * value_int(0));
                tokens.put(token);
            } catch (InterruptedException e) {
                throw new SQLException(e);
            }
        }
    }

    private static final class Thrower extends Function {
        @Override
        protected void xFunc() throws SQLException {
            throw new SQLException("thrown on purpose");
        }
    }

    private static final class Total extends Function.Aggregate {
        private long total;

        @Override
        protected void xStep() throws SQLException {
            total += value_long(0);
        }

        @Override
        protected void xFinal() throws SQLException {
            result(total);
        }
    }
}
