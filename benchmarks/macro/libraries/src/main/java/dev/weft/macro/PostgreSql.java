package dev.weft.macro;

import dev.weft.bench.macro.Place;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** The driver of PostgreSQL, with a server that the harness has started. */
public final class PostgreSql extends Bank {
    /** With 20 connections. */
    public PostgreSql() {
        super(20, Place.setting("postgres", ""));
    }

    @Override
    public void open(Place place) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            // of the run before
            statement.execute("drop table if exists branch, teller, account, history");
        }
        connect();
    }
}
