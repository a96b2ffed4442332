package dev.weft.programs;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.chrono.HijrahDate;
import java.time.chrono.JapaneseDate;
import java.time.chrono.ThaiBuddhistDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.FormatStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.time.temporal.WeekFields;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/** {@code java.time}: zones, calendars, formats; and the dates before it. */
public final class Time {
    private Time() {}

    /** Computes. */
    public static void main(String[] args) {
        Digest zones = new Digest();
        int step = Size.of(args, 30, 3);
        int at = 0;
        for (String id : new java.util.TreeSet<>(ZoneId.getAvailableZoneIds())) {
            if (at++ % step == 0) {
                ZonedDateTime time = LocalDateTime.of(2024, 3, 31, 1, 59).atZone(ZoneId.of(id));
                zones.add(time.plusHours(1) + " " + time.plusDays(1) + " "
                        + time.getZone().getRules().nextTransition(Instant.EPOCH));
            }
        }
        System.out.println("zones: " + zones);
        DateTimeFormatter[] formats = {
            DateTimeFormatter.ISO_WEEK_DATE,
            DateTimeFormatter.RFC_1123_DATE_TIME,
            DateTimeFormatter.ofLocalizedDateTime(FormatStyle.FULL).withLocale(Locale.GERMANY),
            DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM).withLocale(Locale.JAPAN),
            DateTimeFormatter.ofPattern("G yyyy-MM'x'dd EEEE HH:mm:ss.SSS VV zzzz", Locale.FRANCE),
            new DateTimeFormatterBuilder()
                    .appendValue(ChronoField.DAY_OF_YEAR, 3)
                    .appendLiteral('/')
                    .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
                    .toFormatter(Locale.ROOT)
        };
        ZonedDateTime time = ZonedDateTime.of(2024, 10, 27, 2, 30, 15, 120_000_000, ZoneId.of("Europe/Berlin"));
        for (DateTimeFormatter each : formats) {
            System.out.println(each.format(time));
        }
        LocalDate date = LocalDate.of(2024, 2, 29);
        System.out.println(date.with(TemporalAdjusters.lastInMonth(DayOfWeek.MONDAY)) + " "
                + Period.between(date, LocalDate.of(2031, 1, 1)) + " " + date.plusYears(1) + " "
                + ChronoUnit.WEEKS.between(date, date.plusDays(1_000)) + " "
                + date.get(WeekFields.of(Locale.US).weekOfWeekBasedYear()) + " "
                + Duration.between(Instant.EPOCH, Instant.ofEpochSecond(99_999)) + " "
                + OffsetDateTime.parse("2011-12-03T10:15:30+01:00").atZoneSameInstant(ZoneOffset.UTC));
        System.out.println(JapaneseDate.from(date) + " " + ThaiBuddhistDate.from(date) + " " + HijrahDate.from(date));
        for (String text : new String[] {"2023-02-29", "2023-13-01", "x"}) {
            try {
                System.out.println(LocalDate.parse(text));
            } catch (DateTimeException e) {
                System.out.println(e.getMessage());
            }
        }
        GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone("America/New_York"), Locale.US);
        calendar.setTime(new Date(1_700_000_000_000L));
        calendar.roll(GregorianCalendar.MONTH, 5);
        System.out.println(calendar.toZonedDateTime() + String.format(Locale.ROOT, " %tF %<tT %<tZ", calendar));
    }
}
