package com.example.client;

import java.util.LinkedHashMap;
import java.util.Map;

/** Options of the form {@code --key=value} or {@code --key}, each with a default that {@link #HELP} names. */
final class Options {
    /** One line for each option. */
    static final String HELP = String.join(
            "\n",
            "--host=127.0.0.1      the server's address",
            "--port=N              the server's port (no default)",
            "--mode=load           load, idle, faults or send; --faults is short for --mode=faults",
            "--connections=100     connections to open and hold",
            "--active=0            load: connections that ask all the time; 0 for all",
            "--seconds=5           load: how long to measure",
            "--warmup-seconds=0    load: how long to ask before that",
            "--requests=0          load: end after so many requests; 0 for no limit",
            "--rounds=3            idle: how often all connections are left blocked and then served",
            "--idle-millis=500     idle: how long they are left blocked in each round",
            "--mix=" + RequestMix.DEFAULT + "  kinds of requests with weights, also sleep, long, crc, self",
            "--seed=1              of the random requests",
            "--open-seconds=60     time for opening the connections; what stands then is used",
            "--max-seconds=300     time for the whole run; what has no answer then is an error",
            "--stall-seconds=20    time without any answer after which the missing ones are errors",
            "--wait-for-go         after \"held N\", wait for a line on standard input",
            "--line=STAT           send: the line to send; the answer is printed");

    private static final Map<String, String> DEFAULTS = defaults();

    private final Map<String, String> values = new LinkedHashMap<>(DEFAULTS);

    /**
     * Parses the command line.
     *
     * @throws IllegalArgumentException for an option that does not exist or a value of the wrong kind
     */
    Options(String... args) {
        for (String arg : args) {
            String option = arg.equals("--faults") ? "--mode=faults" : arg;
            int equals = option.indexOf('=');
            String key = option.substring(Math.min(2, option.length()), equals < 0 ? option.length() : equals);
            if (!option.startsWith("--") || !DEFAULTS.containsKey(key)) {
                throw new IllegalArgumentException("unknown option " + arg);
            }
            values.put(key, equals < 0 ? "true" : option.substring(equals + 1));
        }
        for (String key : DEFAULTS.keySet()) {
            check(key);
        }
    }

    private static Map<String, String> defaults() {
        Map<String, String> defaults = new LinkedHashMap<>();
        HELP.lines().forEach(line -> {
            String option = line.substring(2, line.indexOf(' '));
            int equals = option.indexOf('=');
            defaults.put(equals < 0 ? option : option.substring(0, equals), option.substring(equals + 1));
        });
        defaults.put("port", "0");
        defaults.put("wait-for-go", "false");
        return defaults;
    }

    private void check(String key) {
        if (DEFAULTS.get(key).matches("\\d+")) {
            int min = key.equals("port") || key.equals("connections") ? 1 : 0;
            if (number(key) < min) {
                throw new IllegalArgumentException("--" + key + " must be at least " + min + ": " + text(key));
            }
        }
    }

    /** The value as a number. */
    int number(String key) {
        try {
            return Integer.parseInt(text(key));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--" + key + " wants a number, not " + text(key), e);
        }
    }

    /** Whether an option that takes no value was given. */
    boolean flag(String key) {
        return text(key).equals("true");
    }

    /** The value as text. */
    String text(String key) {
        String value = values.get(key);
        if (value == null) {
            throw new IllegalStateException("no such option: " + key);
        }
        return value;
    }
}
