package dev.weft.macro;

import dev.weft.bench.macro.MacroProgram;
import dev.weft.bench.macro.WrongAnswer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;

/** A load like that of TPC-B, by JDBC: transfers that change an account, a teller and a branch, and note it. */
abstract class Bank implements MacroProgram {
    private static final int BRANCHES = 10;
    private static final int TELLERS = 100;
    private static final int ACCOUNTS = 10_000;

    private final Session[] sessions;
    private final String url;

    /** For so many connections to a data base. */
    Bank(int connections, String url) {
        sessions = new Session[connections];
        this.url = url;
    }

    /** The connections' URL, if it is known only after the start. */
    String url() {
        return url;
    }

    @Override
    public int workers() {
        return sessions.length;
    }

    /** Makes the tables, and one connection for each worker. */
    final void connect() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url())) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                for (String table : new String[] {"branch", "teller", "account"}) {
                    statement.execute(
                            "create table " + table + "(id int not null primary key, balance bigint not null)");
                }
                statement.execute(
                        "create table history(worker int not null, account int not null, delta int not null)");
            }
            fill(connection, "branch", BRANCHES);
            fill(connection, "teller", TELLERS);
            fill(connection, "account", ACCOUNTS);
            connection.commit();
        }
        for (int i = 0; i < sessions.length; i++) {
            sessions[i] = new Session(DriverManager.getConnection(url()), i);
        }
    }

    private static void fill(Connection connection, String table, int rows) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into " + table + " values (?, 0)")) {
            for (int i = 0; i < rows; i++) {
                insert.setInt(1, i);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    @Override
    public long unit(int worker, int kind) throws SQLException {
        return sessions[worker].transfer();
    }

    @Override
    public long check(long calls) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url())) {
            WrongAnswer.unlessEqual("notes in the history", calls, number(connection, "select count(*) from history"));
            long sum = number(connection, "select coalesce(sum(cast(delta as bigint)), 0) from history");
            for (String table : new String[] {"branch", "teller", "account"}) {
                long balance = number(connection, "select sum(balance) from " + table);
                WrongAnswer.unlessEqual("sum of " + table, sum, balance);
            }
        }
        return 0;
    }

    private static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** One connection with its statements. */
    private static final class Session {
        private final Connection connection;
        private final PreparedStatement account;
        private final PreparedStatement select;
        private final PreparedStatement teller;
        private final PreparedStatement branch;
        private final PreparedStatement history;
        private final Random random;
        private final int number;

        Session(Connection connection, int number) throws SQLException {
            this.connection = connection;
            this.number = number;
            random = new Random(number);
            connection.setAutoCommit(false);
            account = connection.prepareStatement("update account set balance = balance + ? where id = ?");
            select = connection.prepareStatement("select balance from account where id = ?");
            teller = connection.prepareStatement("update teller set balance = balance + ? where id = ?");
            branch = connection.prepareStatement("update branch set balance = balance + ? where id = ?");
            history = connection.prepareStatement("insert into history values (?, ?, ?)");
        }

        /** A transfer; if another one holds the rows, the data base may refuse it, and it is tried again. */
        long transfer() throws SQLException {
            int delta = random.nextInt(2_000) - 1_000;
            int which = random.nextInt(ACCOUNTS);
            // always in the same order, so that no two wait for each other
            for (int tries = 0; ; tries++) {
                try {
                    long changed = update(account, delta, which);
                    select.setInt(1, which);
                    try (ResultSet rows = select.executeQuery()) {
                        changed += rows.next() ? 1 : 0;
                    }
                    changed += update(teller, delta, which % TELLERS);
                    changed += update(branch, delta, which % BRANCHES);
                    history.setInt(1, number);
                    history.setInt(2, which);
                    history.setInt(3, delta);
                    changed += history.executeUpdate();
                    connection.commit();
                    return changed;
                } catch (SQLException e) {
                    connection.rollback();
                    if (tries == 1_000) {
                        throw e;
                    }
                }
            }
        }

        private static long update(PreparedStatement statement, int delta, int id) throws SQLException {
            statement.setInt(1, delta);
            statement.setInt(2, id);
            return statement.executeUpdate();
        }

        void close() throws SQLException {
            connection.close();
        }
    }

    @Override
    public void close() throws Exception {
        for (Session session : sessions) {
            if (session != null) {
                session.close();
            }
        }
    }
}
