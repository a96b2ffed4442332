package com.example.server;

import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

/** Writes moments as text; {@code SimpleDateFormat} is not thread-safe, therefore each thread has its own. */
final class Clock {
    private static final ThreadLocal<SimpleDateFormat> FORMAT = ThreadLocal.withInitial(() -> {
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS", Locale.ROOT);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        return format;
    });

    private Clock() {}

    /** The moment in UTC, to the millisecond. */
    static String format(long millisSince1970) {
        return FORMAT.get().format(new Date(millisSince1970));
    }
}
