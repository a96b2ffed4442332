package dev.weft.programs;

import java.sql.Connection;
import java.sql.DriverManager;

/** HSQLDB, embedded: a script of statements. */
public final class Hsqldb {
    private Hsqldb() {}

    /** Runs the script. */
    public static void main(String[] args) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:hsqldb:mem:script")) {
            SqlScript.run(connection, Size.of(args, 200, 2_000));
        }
    }
}
