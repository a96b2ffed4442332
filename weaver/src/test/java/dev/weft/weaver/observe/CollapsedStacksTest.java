package dev.weft.weaver.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class CollapsedStacksTest {
    private final CollapsedStacks stacks = new CollapsedStacks();

    private String written() {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        stacks.write(out, 1);
        out.flush();
        return text.toString().replace(System.lineSeparator(), "|");
    }

    @Test
    void weightsOfOneStackAreSummedUp() {
        stacks.add("b", 2);
        stacks.add("a;c", 1);
        stacks.add("b", 3);
        assertEquals("a;c 1|b 5|", written());
    }

    @Test
    void aStackWithoutFramesIsNone() {
        stacks.add("", 4);
        assertTrue(stacks.isEmpty());
        assertEquals("", written());
    }
}
