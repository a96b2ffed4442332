package dev.weft.weaver.observe;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import one.convert.Arguments;
import one.convert.FlameGraph;

/** Writes profiles as collapsed stacks, or as a flame graph: an HTML file that needs no other one. */
public final class FlameGraphs {
    private FlameGraphs() {}

    /** Writes a profile: as a flame graph if the file's name ends with {@code .html}. */
    public static void write(CollapsedStacks stacks, long unit, String title, Path file) throws IOException {
        boolean isHtml = file.toString().endsWith(".html");
        OutputFile.write(file, out -> {
            PrintStream checked = new PrintStream(out, false, StandardCharsets.UTF_8);
            if (isHtml) {
                html(stacks, unit, title, checked);
            } else {
                PrintWriter lines = new PrintWriter(checked, false, StandardCharsets.UTF_8);
                stacks.write(lines, unit);
                lines.flush();
            }
            check(checked, out);
        });
    }

    private static void html(CollapsedStacks stacks, long unit, String title, PrintStream out) throws IOException {
        StringWriter lines = new StringWriter();
        stacks.write(new PrintWriter(lines), unit);
        Arguments arguments = new Arguments();
        arguments.title = title;
        FlameGraph graph = new FlameGraph(arguments);
        try {
            graph.parseCollapsed(new StringReader(lines.toString()));
            graph.dump(out);
        } catch (StackOverflowError e) {
            throw new IOException(
                    "its stacks are too deep for a flame graph; name a file that does not end with .html");
        }
    }

    /** A PrintStream keeps to itself what went wrong; so it is tried again. */
    private static void check(PrintStream checked, OutputStream out) throws IOException {
        if (checked.checkError()) {
            out.write('\n');
            out.flush();
            throw new IOException("the disk may be full");
        }
    }
}
