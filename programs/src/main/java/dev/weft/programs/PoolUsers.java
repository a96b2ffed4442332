package dev.weft.programs;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Many threads, each of which borrows a connection several times. */
final class PoolUsers {
    private PoolUsers() {}

    static void run(DataSource pool, int threads) throws Exception {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table note(writer int, step int, text varchar(20))");
        }
        Crowd.run("user", threads, number -> use(pool, number));
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*), sum(writer), max(step) from note")) {
            rows.next();
            System.out.println(rows.getInt(1) + " notes, " + rows.getInt(2) + ", " + rows.getInt(3));
        }
    }

    private static String use(DataSource pool, int number) throws SQLException {
        int seen = 0;
        for (int step = 0; step < 3; step++) {
            try (Connection connection = pool.getConnection();
                    PreparedStatement insert = connection.prepareStatement("insert into note values (?, ?, ?)")) {
                insert.setInt(1, number);
                insert.setInt(2, step);
                insert.setString(3, "note " + step);
                seen += insert.executeUpdate();
                Thread.yield();
                try (Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery("select count(*) from note where writer = " + number)) {
                    rows.next();
                    seen += rows.getInt(1) * 10;
                }
            }
        }
        return number + ": " + seen;
    }
}
