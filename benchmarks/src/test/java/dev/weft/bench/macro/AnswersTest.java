package dev.weft.bench.macro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AnswersTest {
    private static long read(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return Answer.of(bytes, bytes.length);
    }

    @Test
    void anotherResultOfTheSameKindIsWrong() {
        Answers answers = new Answers(2);
        answers.add(0, 5);
        answers.add(0, 5);
        answers.add(1, 6);
        assertThrows(WrongAnswer.class, () -> answers.add(1, 7));
    }

    @Test
    void theSumTellsKindsApart() {
        Answers one = new Answers(2);
        one.add(0, 5);
        one.add(1, 6);
        Answers other = new Answers(2);
        other.add(0, 6);
        other.add(1, 5);
        assertNotEquals(one.sum(), other.sum());
    }

    @Test
    void anAnswerInChunksHasTheSumOfOneWithALength() {
        long whole = read("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabcdef");
        assertEquals(
                whole, read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n4\r\ncdef\r\n0\r\n\r\n"));
        assertNotEquals(whole, read("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabcdeg"));
    }

    @Test
    void aPartOfAnAnswerIsIncomplete() {
        assertEquals(Answer.INCOMPLETE, read("HTTP/1.1 200 OK\r\nContent-Le"));
        assertEquals(Answer.INCOMPLETE, read("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabcde"));
        assertEquals(Answer.INCOMPLETE, read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n"));
    }

    @Test
    void anotherStatusAndTooManyBytesAreWrong() {
        assertThrows(WrongAnswer.class, () -> read("HTTP/1.1 500 no\r\nContent-Length: 0\r\n\r\n"));
        assertThrows(WrongAnswer.class, () -> read("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab"));
    }
}
