package com.example.server;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;

/**
 * The commands of the line protocol. The command {@code NAME} is the public method {@code nameCommand}, found by
 * reflection; it takes the connection and the text after the command's name, and returns the answer's line. A command
 * that throws is answered with {@code ERROR} and the exception, except that an interrupt ends the connection.
 */
public final class Commands {
    private static final int MAX_LINE = 1_000_000;
    private static final int MAX_ROUNDS = 10_000_000;
    private static final int MAX_SLEEP_MILLIS = 60_000;
    private static final int MAX_DEPTH = 1_000;
    private static final String SUFFIX = "Command";
    private static final long LAST_MILLI_OF_9999 = 253_402_300_799_999L;

    private final Map<String, Method> methods = new ConcurrentHashMap<>();
    private final LegacyServer server;

    Commands(LegacyServer server) {
        this.server = server;
    }

    /** The answer to one line, without its end. Every line has an answer, also an empty or an unknown one. */
    String answer(ConnectionThread connection, String line) throws InterruptedException {
        int blank = line.indexOf(' ');
        String name = blank < 0 ? line : line.substring(0, blank);
        String rest = blank < 0 ? "" : line.substring(blank + 1);
        Method method = find(name);
        if (method == null) {
            return "ERROR unknown command";
        }
        try {
            return (String) method.invoke(this, connection, rest);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof InterruptedException) {
                throw (InterruptedException) e.getCause();
            }
            return "ERROR " + oneLine(e.getCause());
        } catch (IllegalAccessException e) {
            return "ERROR " + oneLine(e);
        }
    }

    private Method find(String name) {
        Method known = methods.get(name);
        if (known != null || !name.matches("[A-Za-z]{1,20}")) {
            return known;
        }
        try {
            String methodName = name.toLowerCase(Locale.ROOT) + SUFFIX;
            Method method = Commands.class.getMethod(methodName, ConnectionThread.class, String.class);
            methods.put(name, method);
            return method;
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private static String oneLine(Throwable thrown) {
        return thrown.toString().replaceAll("\\s+", " ");
    }

    /** {@code ECHO text}: the text. */
    public String echoCommand(ConnectionThread connection, String text) {
        return text;
    }

    /** {@code SUM a b c ..}: the sum of the numbers, 64 bits, wrapping. */
    public String sumCommand(ConnectionThread connection, String text) {
        long sum = 0;
        StringTokenizer numbers = new StringTokenizer(text);
        while (numbers.hasMoreTokens()) {
            sum += Long.parseLong(numbers.nextToken());
        }
        return "SUM " + sum;
    }

    /** {@code TIME millis}: that moment since 1970 in UTC, up to the year 9999. */
    public String timeCommand(ConnectionThread connection, String text) {
        long millis = Long.parseLong(text);
        if (millis < 0 || millis > LAST_MILLI_OF_9999) {
            throw new IllegalArgumentException("not between 0 and " + LAST_MILLI_OF_9999 + ": " + millis);
        }
        return "TIME " + Clock.format(millis);
    }

    /** {@code SLEEP millis}: answers after that time. */
    public String sleepCommand(ConnectionThread connection, String text) throws InterruptedException {
        int millis = number(text, MAX_SLEEP_MILLIS);
        Thread.sleep(millis);
        return "SLEPT " + millis;
    }

    /** {@code WORK n}: the result of n rounds, computed by a worker of the pool. */
    public String workCommand(ConnectionThread connection, String text) throws Exception {
        return "WORK " + server.workPool().compute(number(text, MAX_ROUNDS));
    }

    /** {@code LONG n seed}: a line of n letters, the i-th being {@code 'a' + (seed + i) % 26}. */
    public String longCommand(ConnectionThread connection, String text) {
        StringTokenizer arguments = new StringTokenizer(text);
        if (arguments.countTokens() != 2) {
            throw new IllegalArgumentException("a length and a seed are wanted");
        }
        int length = number(arguments.nextToken(), MAX_LINE);
        int seed = number(arguments.nextToken(), MAX_LINE);
        StringBuilder line = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            line.append((char) ('a' + (seed + i) % 26));
        }
        return line.toString();
    }

    /** {@code CRC text}: the length of the text and its CRC-32 in UTF-8. */
    public String crcCommand(ConnectionThread connection, String text) {
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return "CRC " + text.length() + " " + Long.toHexString(crc.getValue());
    }

    /** {@code STAT}: process id and counters, as {@code name=value} pairs. */
    public String statCommand(ConnectionThread connection, String text) {
        return "STAT pid=" + ProcessHandle.current().pid() + " " + server.statisticsLine();
    }

    /** {@code THREADS}: how many connections other than this one have a live thread, and how many ever had. */
    public String threadsCommand(ConnectionThread connection, String text) {
        Statistics statistics = server.statistics();
        return "THREADS others=" + (statistics.live() - 1) + " opened=" + statistics.openedCount() + " group="
                + connection.getThreadGroup().activeCount();
    }

    /** {@code SELF}: whether the current thread is the connection's object, and its class. */
    public String selfCommand(ConnectionThread connection, String text) throws InterruptedException {
        return "SELF " + connection.isCurrent() + " "
                + Thread.currentThread().getClass().getName();
    }

    /** {@code TRACE depth}: the stack trace, as one line, of an exception thrown at that depth after several sleeps. */
    public String traceCommand(ConnectionThread connection, String text) throws InterruptedException {
        int depth = Math.max(1, number(text, MAX_DEPTH));
        try {
            new Tracer(depth).descend(1);
            return "ERROR nothing was thrown";
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return "TRACE " + Tracer.line(e);
        }
    }

    /** {@code QUIT}: ends this connection after the answer. */
    public String quitCommand(ConnectionThread connection, String text) {
        connection.endAfterAnswer(() -> {});
        return "BYE";
    }

    /** {@code SHUTDOWN}: ends the server after the answer. */
    public String shutdownCommand(ConnectionThread connection, String text) {
        connection.endAfterAnswer(server::stop);
        return "BYE";
    }

    private static int number(String text, int max) {
        int number = Integer.parseInt(text);
        if (number < 0 || number > max) {
            throw new IllegalArgumentException("not between 0 and " + max + ": " + number);
        }
        return number;
    }
}
