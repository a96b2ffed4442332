package dev.weft.agent.dump;

import java.io.IOException;
import java.io.Writer;

/**
 * Writes JSON, indented. Whoever calls it sees to it that objects and arrays end in the order that they began in, and
 * flushes in the end. Text is gathered before it is written: there are a hundred characters for each that a writer is
 * asked for.
 *
 * <p>No library, as elsewhere in Weft: a program can write its own dump, and the agent's jar has nothing but ASM.
 */
final class JsonText {
    private static final int ENOUGH = 1 << 14;

    private final Writer out;
    private final StringBuilder text = new StringBuilder();
    private int depth;

    /** Whether something stands before in the innermost object or array. */
    private boolean hasBefore;

    JsonText(Writer out) {
        this.out = out;
    }

    /** The name of the next value. */
    JsonText name(String name) throws IOException {
        next();
        string(name);
        text.append(" : ");
        hasBefore = false;
        return this;
    }

    private void next() throws IOException {
        if (text.length() > ENOUGH) {
            flush();
        }
        if (hasBefore) {
            text.append(',');
        }
        if (depth > 0) {
            text.append('\n');
            for (int i = 0; i < depth; i++) {
                text.append("  ");
            }
        }
        hasBefore = true;
    }

    /** Writes what is gathered. */
    void flush() throws IOException {
        out.append(text);
        text.setLength(0);
    }

    /** Begins an object or array as the value of the last name: with a brace or bracket. */
    void begin(char opening) {
        text.append(opening);
        depth++;
        hasBefore = false;
    }

    /** Begins an object as an element of an array, or the outermost one. */
    void beginElement() throws IOException {
        next();
        begin('{');
    }

    /** Ends an object or array that is not empty, or may be. */
    void end(char closing) throws IOException {
        depth--;
        if (hasBefore) {
            hasBefore = false;
            next();
        }
        text.append(closing);
        hasBefore = true;
    }

    /** The value of the last name; null for none. */
    void value(String value) {
        if (value == null) {
            text.append("null");
        } else {
            string(value);
        }
        hasBefore = true;
    }

    /** The value of the last name: a number or a truth value. */
    void plain(Object value) {
        text.append(value);
        hasBefore = true;
    }

    /** An element of an array. */
    void element(String value) throws IOException {
        next();
        string(value);
    }

    private void string(String value) {
        text.append('"');
        int written = 0;
        for (int i = 0; i < value.length(); i++) {
            char each = value.charAt(i);
            if (each < ' ' || each == '"' || each == '\\' || Character.isSurrogate(each)) {
                text.append(value, written, i);
                escape(each);
                written = i + 1;
            }
        }
        text.append(value, written, value.length()).append('"');
    }

    private void escape(char character) {
        if (character == '"' || character == '\\') {
            text.append('\\').append(character);
        } else if (character == '\n') {
            text.append("\\n");
        } else {
            text.append(String.format("\\u%04x", (int) character));
        }
    }
}
