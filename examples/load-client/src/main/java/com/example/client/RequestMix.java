package com.example.client;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

/**
 * Makes random requests with the answers that are right for them; each names its connection or depends on random
 * numbers, so that an answer that belongs to another connection is recognized as wrong.
 */
public final class RequestMix {
    /** What is sent when nothing else is asked for. */
    static final String DEFAULT = "echo:40,sum:25,time:20,work:15";

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final long YEAR_2100 = 4_102_444_800_000L;
    private static final int LONG_LINE = 100_000;

    /** The kinds of requests. */
    private enum Kind {
        ECHO,
        SUM,
        TIME,
        WORK,
        SLEEP,
        LONG,
        CRC,
        SELF
    }

    private final SplittableRandom random;
    private final Kind[] wheel;

    /**
     * Makes a source of requests; the same arguments give the same requests.
     *
     * @param mix kinds with weights of 1 to 1000, for instance {@code echo:3,sum:1}
     * @throws IllegalArgumentException if {@code mix} names an unknown kind or a wrong weight
     */
    public RequestMix(String mix, long seed) {
        random = new SplittableRandom(seed);
        wheel = wheel(mix);
    }

    private static Kind[] wheel(String mix) {
        List<Kind> slots = new ArrayList<>();
        for (String part : mix.split(",")) {
            String[] pair = part.split(":");
            try {
                Kind kind = Kind.valueOf(pair[0].toUpperCase(Locale.ROOT));
                int weight = pair.length == 1 ? 1 : Integer.parseInt(pair[1]);
                if (weight < 1 || weight > 1000 || pair.length > 2) {
                    throw new IllegalArgumentException("weight");
                }
                slots.addAll(Collections.nCopies(weight, kind));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "not a kind of request with a weight: " + part + "; kinds are "
                                + Arrays.toString(Kind.values()),
                        e);
            }
        }
        return slots.toArray(new Kind[0]);
    }

    /** The next request for a connection. */
    public Request next(int connection) {
        switch (wheel[random.nextInt(wheel.length)]) {
            case SUM:
                return sum();
            case TIME:
                long millis = random.nextLong(YEAR_2100);
                return new Request("TIME " + millis, "TIME " + TIME.format(Instant.ofEpochMilli(millis)));
            case WORK:
                return work(random.nextInt(5_000));
            case SLEEP:
                int sleep = random.nextInt(20);
                return new Request("SLEEP " + sleep, "SLEPT " + sleep);
            case LONG:
                return longLine(LONG_LINE, random.nextInt(1_000_000));
            case CRC:
                return crc(letters(LONG_LINE, random.nextInt(1_000_000)));
            case SELF:
                return new Request("SELF", "SELF true com.example.server.ConnectionThread");
            default:
                return echo(connection);
        }
    }

    /** An ECHO with a random text. */
    Request echo(int connection) {
        String text = connection + " " + Long.toHexString(random.nextLong());
        return new Request("ECHO " + text, text);
    }

    private Request sum() {
        StringBuilder line = new StringBuilder("SUM");
        long sum = 0;
        for (int i = random.nextInt(1, 8); i > 0; i--) {
            int number = random.nextInt();
            sum += number;
            line.append(' ').append(number);
        }
        return new Request(line.toString(), "SUM " + sum);
    }

    private static Request work(int rounds) {
        long x = 1;
        for (int i = 0; i < rounds; i++) {
            x = 31 * x + i;
        }
        return new Request("WORK " + rounds, "WORK " + x);
    }

    /** A short request with an answer of {@code length} letters. */
    static Request longLine(int length, int seed) {
        return new Request("LONG " + length + " " + seed, letters(length, seed));
    }

    /** A request as long as {@code text}, with a short answer. */
    static Request crc(String text) {
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return new Request("CRC " + text, "CRC " + text.length() + " " + Long.toHexString(crc.getValue()));
    }

    /** Letters, the i-th being {@code 'a' + (seed + i) % 26}. */
    static String letters(int length, int seed) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((char) ('a' + (seed + i) % 26));
        }
        return text.toString();
    }
}
