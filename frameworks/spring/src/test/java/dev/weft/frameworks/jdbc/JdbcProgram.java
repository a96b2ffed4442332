package dev.weft.frameworks.jdbc;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** A controller that calls JDBC, which serves until standard input ends. A debugger finds lines by their last words. */
@SpringBootApplication
@RestController
public class JdbcProgram {
    private static final String URL = "jdbc:h2:mem:prices;DB_CLOSE_DELAY=-1";

    @GetMapping("/prices/{number}")
    String price(@PathVariable("number") int number) throws SQLException {
        int wanted = number + 1; // first
        int found = single("select ? * 10", wanted); // call
        found += 2; // behind the call
        return "price " + found; // last
    }

    @GetMapping("/broken")
    String broken() throws SQLException {
        return "never " + single("select ? from nowhere", 1);
    }

    @ExceptionHandler(SQLException.class)
    String failed(SQLException e) {
        return "SQLState " + e.getSQLState();
    }

    boolean isFour(int number) {
        return number == 4;
    }

    private static int single(String sql, int argument) throws SQLException {
        try (Connection connection = DriverManager.getConnection(URL); // inside
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, argument); // behind the connection
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                int value = rows.getInt(1);
                return value; // result
            }
        }
    }

    /** Says at which port. */
    public static void main(String[] args) throws IOException {
        SpringApplication application = new SpringApplication(JdbcProgram.class);
        application.setDefaultProperties(Map.of(
                "server.port", "0",
                "server.address", "127.0.0.1",
                "spring.main.banner-mode", "off",
                "logging.level.root", "off"));
        try (ServletWebServerApplicationContext context = (ServletWebServerApplicationContext) application.run()) {
            System.out.println("port " + context.getWebServer().getPort());
            while (System.in.read() >= 0) {
                // nothing is said to it
            }
        }
    }
}
