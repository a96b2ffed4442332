package com.example.client;

import java.nio.charset.StandardCharsets;

/** One line to send and the only right answer to it, both as bytes that end in a line feed. */
public final class Request {
    private final byte[] line;
    private final byte[] answer;

    /** Makes a request from texts without line ends. */
    public Request(String line, String answer) {
        this.line = (line + "\n").getBytes(StandardCharsets.UTF_8);
        this.answer = (answer + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** The bytes to send; not to be changed. */
    byte[] line() {
        return line;
    }

    /** The bytes that must come back; not to be changed. */
    byte[] answer() {
        return answer;
    }

    /** The line as text, without its end and cut to a length that fits a message. */
    @Override
    public String toString() {
        return new String(line, 0, Math.min(line.length - 1, 80), StandardCharsets.UTF_8);
    }
}
