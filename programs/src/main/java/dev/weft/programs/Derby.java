package dev.weft.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;

/** Derby, embedded, which compiles each statement into a class: a script of statements. */
public final class Derby {
    private Derby() {}

    /** Runs the script. */
    public static void main(String[] args) throws Exception {
        Path home = Files.createTempDirectory("derby");
        System.setProperty("derby.system.home", home.toString());
        try (Connection connection = DriverManager.getConnection("jdbc:derby:memory:script;create=true")) {
            SqlScript.run(connection, Size.of(args, 100, 1_500));
        }
    }
}
