package com.example.server;

import java.util.Arrays;
import java.util.List;
import java.util.Properties;

/** Options of the form {@code --key=value}. */
final class ServerOptions {
    private static final List<String> KEYS = Arrays.asList("host", "port", "workers", "report-millis", "audit");

    private final Properties values = new Properties();

    /**
     * Parses the command line.
     *
     * @throws IllegalArgumentException for an option that does not exist, or a value that is not a number where one is
     *     due
     */
    ServerOptions(String... args) {
        for (String arg : args) {
            int equals = arg.indexOf('=');
            String key = arg.startsWith("--") && equals > 0 ? arg.substring(2, equals) : "";
            if (!KEYS.contains(key)) {
                throw new IllegalArgumentException("unknown option " + arg
                        + "; options are --host= --port= --workers= --report-millis= --audit=FILE");
            }
            values.setProperty(key, arg.substring(equals + 1));
        }
        port();
        workers();
        reportMillis();
    }

    /** The address to listen at. */
    String host() {
        return values.getProperty("host", "127.0.0.1");
    }

    /** The port; 0 for any free one. */
    int port() {
        return number("port", "0", 0, 65_535);
    }

    /** How many threads compute. */
    int workers() {
        return number("workers", String.valueOf(Runtime.getRuntime().availableProcessors()), 1, 1_000);
    }

    /** Milliseconds between two lines of statistics; 0 for none. */
    int reportMillis() {
        return number("report-millis", "10000", 0, Integer.MAX_VALUE);
    }

    /** The file for the audit log, or null. */
    String audit() {
        return values.getProperty("audit");
    }

    private int number(String key, String otherwise, int min, int max) {
        String value = values.getProperty(key, otherwise);
        try {
            int number = Integer.parseInt(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--" + key + " wants a number, not " + value, e);
        }
        throw new IllegalArgumentException("--" + key + " must be between " + min + " and " + max + ", not " + value);
    }
}
