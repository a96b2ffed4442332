package dev.weft.programs;

import java.sql.Connection;
import java.sql.DriverManager;

/** H2, embedded: a script of statements. */
public final class H2 {
    private H2() {}

    /** Runs the script. */
    public static void main(String[] args) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:script")) {
            SqlScript.run(connection, Size.of(args, 600, 4_000));
        }
    }
}
