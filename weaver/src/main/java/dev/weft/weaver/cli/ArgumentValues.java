package dev.weft.weaver.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** What the words of a command line are read as, with messages that name no type of Java's. */
final class ArgumentValues {
    private ArgumentValues() {}

    /** For that command line and all its commands. */
    static void register(CommandLine line) {
        line.registerConverter(Path.class, ArgumentValues::path);
        line.registerConverter(Pattern.class, ArgumentValues::pattern);
        line.registerConverter(int.class, ArgumentValues::wholeNumber);
        line.registerConverter(Integer.class, ArgumentValues::wholeNumber);
        line.registerConverter(double.class, ArgumentValues::number);
        line.registerConverter(long.class, ArgumentValues::processId);
    }

    private static Path path(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException("the name of the file or folder is empty");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException(text + " is no path in this locale; set LC_ALL to C.UTF-8");
        }
    }

    private static Pattern pattern(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new TypeConversionException("'" + text + "' is no regular expression: " + e.getDescription());
        }
    }

    private static int wholeNumber(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is no whole number up to " + Integer.MAX_VALUE);
        }
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is no number");
        }
    }

    /** No other value is that long. */
    private static long processId(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is no process id: weft ps lists them");
        }
    }
}
