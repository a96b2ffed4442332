package dev.weft.agent.dump;

import java.io.IOException;
import java.io.Writer;

/** Writes JSON, indented. Whoever calls it sees to it that objects and arrays end in the order that they began in. */
final class JsonText {
    private final Writer out;
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
        out.write(" : ");
        hasBefore = false;
        return this;
    }

    private void next() throws IOException {
        if (hasBefore) {
            out.write(',');
        }
        if (depth > 0) {
            out.write('\n');
            for (int i = 0; i < depth; i++) {
                out.write("  ");
            }
        }
        hasBefore = true;
    }

    /** Begins an object or array as the value of the last name: with a brace or bracket. */
    void begin(char opening) throws IOException {
        out.write(opening);
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
        out.write(closing);
        hasBefore = true;
    }

    /** The value of the last name; null for none. */
    void value(String value) throws IOException {
        if (value == null) {
            out.write("null");
        } else {
            string(value);
        }
        hasBefore = true;
    }

    /** The value of the last name: a number or a truth value. */
    void plain(Object value) throws IOException {
        out.write(value.toString());
        hasBefore = true;
    }

    /** An element of an array. */
    void element(String value) throws IOException {
        next();
        string(value);
    }

    private void string(String value) throws IOException {
        out.write('"');
        for (int i = 0; i < value.length(); i++) {
            char each = value.charAt(i);
            if (each == '"' || each == '\\') {
                out.write('\\');
                out.write(each);
            } else if (each == '\n') {
                out.write("\\n");
            } else if (each < ' ' || Character.isSurrogate(each)) {
                out.write(String.format("\\u%04x", (int) each));
            } else {
                out.write(each);
            }
        }
        out.write('"');
    }
}
