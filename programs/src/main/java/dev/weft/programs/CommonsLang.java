package dev.weft.programs;

import java.util.Locale;
import java.util.TimeZone;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.ClassUtils;
import org.apache.commons.lang3.RandomStringUtils;
import org.apache.commons.lang3.SerializationUtils;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.Validate;
import org.apache.commons.lang3.builder.EqualsBuilder;
import org.apache.commons.lang3.builder.HashCodeBuilder;
import org.apache.commons.lang3.builder.ToStringBuilder;
import org.apache.commons.lang3.builder.ToStringStyle;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.commons.lang3.math.Fraction;
import org.apache.commons.lang3.math.NumberUtils;
import org.apache.commons.lang3.mutable.MutableInt;
import org.apache.commons.lang3.reflect.FieldUtils;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.apache.commons.lang3.text.StrSubstitutor;
import org.apache.commons.lang3.time.DurationFormatUtils;
import org.apache.commons.lang3.time.FastDateFormat;
import org.apache.commons.lang3.tuple.ImmutableTriple;
import org.apache.commons.lang3.tuple.Pair;

/** Commons Lang: strings, builders, reflection, dates. */
public final class CommonsLang {
    private CommonsLang() {}

    /** Something with fields. */
    public static final class Point implements java.io.Serializable {
        private static final long serialVersionUID = 1L;

        private final int x;
        private final int[] more = {1, 2};

        /** With its coordinate. */
        public Point(int x) {
            this.x = x;
        }

        /** For a call by reflection. */
        public String times(int factor, String unit) {
            return x * factor + unit + more.length;
        }
    }

    /** Uses them. */
    @SuppressWarnings("deprecation")
    public static void main(String[] args) throws Exception {
        System.out.println(StringUtils.abbreviateMiddle("suspended in the middle", "..", 12)
                + StringUtils.center(StringUtils.swapCase("aBc"), 9, '*')
                + StringUtils.getLevenshteinDistance("fiber", "fibre")
                + StringUtils.join(ArrayUtils.toObject(ArrayUtils.addAll(new int[] {1}, 2, 3)), '-')
                + StringUtils.difference("abcde", "abxyz")
                + StringUtils.stripAccents("\u00e9\u00e0\u00fc"));
        Point point = new Point(7);
        System.out.println(ToStringBuilder.reflectionToString(point, ToStringStyle.SHORT_PREFIX_STYLE)
                + HashCodeBuilder.reflectionHashCode(point)
                + EqualsBuilder.reflectionEquals(point, new Point(7))
                + EqualsBuilder.reflectionEquals(point, SerializationUtils.clone(new Point(8))));
        System.out.println(MethodUtils.invokeMethod(point, "times", 3, "m")
                + " " + FieldUtils.readField(point, "x", true)
                + " " + FieldUtils.getAllFieldsList(Point.class).size()
                + " " + ClassUtils.getAllInterfaces(java.util.ArrayList.class)
                + " " + ClassUtils.getAbbreviatedName(Point.class, 20));
        System.out.println(
                FastDateFormat.getInstance("EEE, d MMM yyyy HH:mm:ss Z", TimeZone.getTimeZone("UTC"), Locale.ENGLISH)
                                .format(1_700_000_000_000L)
                        + DurationFormatUtils.formatDurationHMS(3_723_004));
        System.out.println(Fraction.getFraction(22, 7)
                        .multiplyBy(Fraction.getFraction(3, 11))
                        .reduce()
                + " " + NumberUtils.isCreatable("0x1F") + NumberUtils.createNumber("12.5e3")
                + " " + Pair.of(1, "a").compareTo(Pair.of(1, "b")) + ImmutableTriple.of(1, 2, 3)
                + " " + StrSubstitutor.replace("${a} and ${b:-none}", java.util.Map.of("a", 1)));
        MutableInt count = new MutableInt();
        for (int i = 0; i < Size.of(args, 200, 20_000); i++) {
            if (StringUtils.containsAny(RandomStringUtils.random(8, true, false), 'a', 'z') || i >= 0) {
                count.increment();
            }
        }
        System.out.println(count);
        try {
            Validate.inclusiveBetween(1, 5, 9);
        } catch (IllegalArgumentException e) {
            System.out.println(ExceptionUtils.getMessage(e) + " " + ExceptionUtils.getStackFrames(e)[2].trim());
        }
    }
}
