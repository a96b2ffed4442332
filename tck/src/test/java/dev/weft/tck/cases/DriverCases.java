package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Fibers;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/** What connects through {@code java.sql.DriverManager}, which looks for its caller. */
public final class DriverCases {
    private static final String URL = "jdbc:tck:";

    private DriverCases() {}

    /** Waits, and makes a connection that tells what it was given. */
    private static final class Waiting implements Driver {
        @Override
        public Connection connect(String url, Properties info) throws SQLException {
            if (!acceptsURL(url)) {
                return null;
            }
            Suspend.now();
            if (url.endsWith("refused")) {
                throw new SQLException("refused");
            }
            Map<Object, Object> sorted = new TreeMap<>(info);
            String frames = Arrays.stream(new Throwable().getStackTrace())
                    .filter(frame -> frame.getClassName().equals(DriverManager.class.getName()))
                    .map(StackTraceElement::getMethodName)
                    .distinct()
                    .collect(Collectors.joining(","));
            return (Connection) Proxy.newProxyInstance(
                    DriverCases.class.getClassLoader(),
                    new Class<?>[] {Connection.class},
                    (proxy, method, arguments) -> url + sorted + frames);
        }

        @Override
        public boolean acceptsURL(String url) {
            return url.startsWith(URL);
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return null;
        }
    }

    private static void connect() throws SQLException {
        Properties info = new Properties();
        info.put("key", "value");
        String end = "getConnection";
        Check.equal(URL + "{}" + end, DriverManager.getConnection(URL).toString());
        Check.equal(
                URL + "a{key=value}" + end,
                DriverManager.getConnection(URL + "a", info).toString());
        Check.equal(
                URL + "{password=c, user=b}" + end,
                DriverManager.getConnection(URL, "b", "c").toString());
        Check.equal(
                URL + "{user=b}" + end,
                DriverManager.getConnection(URL, "b", null).toString());
        Check.equal(
                URL + "{password=c}" + end,
                DriverManager.getConnection(URL, null, "c").toString());
        SQLException refused = Check.fails(SQLException.class, () -> DriverManager.getConnection(URL + "refused"));
        Check.equal("refused", refused.getMessage());
        SQLException unknown = Check.fails(SQLException.class, () -> DriverManager.getConnection("jdbc:none:"));
        Check.equal("No suitable driver found for jdbc:none:", unknown.getMessage());
        SQLException none = Check.fails(SQLException.class, () -> DriverManager.getConnection(null));
        Check.equal("The url cannot be null", none.getMessage());
    }

    @Case("a driver that waits while it connects frees the carrier, whichever way DriverManager is asked")
    public static void connectThroughTheManager() throws Throwable {
        Driver driver = new Waiting();
        DriverManager.registerDriver(driver);
        try {
            Task.start(() -> {
                        connect();
                        long before = Fibers.pinned();
                        connect();
                        Check.equal(0L, Fibers.pinned() - before);
                    })
                    .finish();
        } finally {
            DriverManager.deregisterDriver(driver);
        }
    }
}
