package dev.weft.programs;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import org.h2.tools.Server;

/** H2 as a server, on files, with clients over TCP. */
public final class H2OverTcp {
    private H2OverTcp() {}

    /** One client with the script, then many at the same time. */
    public static void main(String[] args) throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        String url = "jdbc:h2:tcp://localhost:" + server.getPort() + "/mem:shared;DB_CLOSE_DELAY=-1";
        try (Connection connection = DriverManager.getConnection(url)) {
            SqlScript.run(connection, Size.of(args, 100, 1_000));
            try (Statement statement = connection.createStatement()) {
                statement.execute("create table visit(client int, step int)");
            }
            int clients = Size.of(args, 10, 100);
            Crowd.run("client", clients, number -> visit(url, number));
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("select count(*), sum(client * step) from visit")) {
                rows.next();
                System.out.println(rows.getInt(1) + " visits, " + rows.getLong(2));
            }
        }
        server.stop();
    }

    private static String visit(String url, int client) throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement insert = connection.prepareStatement("insert into visit values (?, ?)")) {
            for (int step = 0; step < 5; step++) {
                insert.setInt(1, client);
                insert.setInt(2, step);
                insert.executeUpdate();
            }
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("select sum(step) from visit where client = " + client)) {
                rows.next();
                return client + ": " + rows.getInt(1);
            }
        }
    }
}
