package dev.weft.openjdktests;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Evaluates the expressions of {@code @requires}: names of properties, strings, numbers with K, M and G,
 * {@code ! & | ( )} and {@code == != < <= > >= ~=}. Values are strings; those that are compared by size are numbers.
 */
final class Requires {
    private static final Pattern TOKEN =
            Pattern.compile("\\s*(\"(?:[^\"\\\\]|\\\\.)*\"|==|!=|<=|>=|~=|[!&|()<>]|[\\w.\\-]+)");

    private final List<String> tokens = new ArrayList<>();
    private final Map<String, String> properties;
    private int at;

    private Requires(String expression, Map<String, String> properties) {
        this.properties = properties;
        Matcher matcher = TOKEN.matcher(expression.strip());
        int end = 0;
        while (end < expression.strip().length()) {
            if (!matcher.find(end) || matcher.start() != end) {
                throw new IllegalArgumentException(
                        "cannot read " + expression.strip().substring(end));
            }
            tokens.add(matcher.group(1));
            end = matcher.end();
        }
    }

    /**
     * Whether the expression is true.
     *
     * @throws IllegalArgumentException if it is malformed, or names an unknown property
     */
    static boolean holds(String expression, Map<String, String> properties) {
        Requires parser = new Requires(expression, properties);
        String value = parser.or();
        if (parser.at < parser.tokens.size()) {
            throw new IllegalArgumentException("unexpected " + parser.tokens.get(parser.at));
        }
        return truth(value);
    }

    private String or() {
        String value = and();
        while (take("|")) {
            boolean left = truth(value);
            boolean right = truth(and());
            value = String.valueOf(left | right);
        }
        return value;
    }

    private String and() {
        String value = equality();
        while (take("&")) {
            boolean left = truth(value);
            boolean right = truth(equality());
            value = String.valueOf(left & right);
        }
        return value;
    }

    private String equality() {
        String left = comparison();
        while (isNext("==") || isNext("!=")) {
            boolean wanted = tokens.get(at++).equals("==");
            left = String.valueOf(left.equals(comparison()) == wanted);
        }
        return left;
    }

    private String comparison() {
        String left = unary();
        while (at < tokens.size() && List.of("<", "<=", ">", ">=", "~=").contains(tokens.get(at))) {
            String operator = tokens.get(at++);
            String right = unary();
            left = String.valueOf(
                    operator.equals("~=") ? left.matches(right) : compares(operator, number(left), number(right)));
        }
        return left;
    }

    private static boolean compares(String operator, long left, long right) {
        return switch (operator) {
            case "<" -> left < right;
            case "<=" -> left <= right;
            case ">" -> left > right;
            default -> left >= right;
        };
    }

    private String unary() {
        if (take("!")) {
            return String.valueOf(!truth(unary()));
        }
        if (take("(")) {
            String value = or();
            if (!take(")")) {
                throw new IllegalArgumentException("a parenthesis is not closed");
            }
            return value;
        }
        if (at == tokens.size()) {
            throw new IllegalArgumentException("the expression ends too early");
        }
        return value(tokens.get(at++));
    }

    private String value(String token) {
        if (token.startsWith("\"")) {
            return token.substring(1, token.length() - 1).replaceAll("\\\\(.)", "$1");
        }
        if (token.equals("true") || token.equals("false") || token.equals("null")) {
            return token;
        }
        if (Character.isDigit(token.charAt(0))) {
            return String.valueOf(number(token));
        }
        String value = properties.get(token);
        if (value == null && token.startsWith("vm.opt.")) {
            return "null";
        }
        if (value == null) {
            throw new IllegalArgumentException("unknown property " + token);
        }
        return value;
    }

    private static long number(String text) {
        String digits = text.replaceAll("[KkMmGg]$", "");
        long factor =
                switch (Character.toLowerCase(text.charAt(text.length() - 1))) {
                    case 'k' -> 1L << 10;
                    case 'm' -> 1L << 20;
                    case 'g' -> 1L << 30;
                    default -> 1;
                };
        return Long.parseLong(digits) * factor;
    }

    private static boolean truth(String value) {
        if (!value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException(value + " is neither true nor false");
        }
        return value.equals("true");
    }

    private boolean isNext(String token) {
        return at < tokens.size() && tokens.get(at).equals(token);
    }

    private boolean take(String token) {
        if (!isNext(token)) {
            return false;
        }
        at++;
        return true;
    }
}
