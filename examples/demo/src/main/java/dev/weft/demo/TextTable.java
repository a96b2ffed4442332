package dev.weft.demo;

import java.util.ArrayList;
import java.util.List;

/** A table of text cells: the first column is aligned left, the others right. */
final class TextTable {
    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... header) {
        this.header = List.of(header);
    }

    /** Adds a row, with as many cells as the header has. */
    void row(String... cells) {
        if (cells.length != header.size()) {
            throw new IllegalArgumentException(cells.length + " cells in a table of " + header.size() + " columns");
        }
        rows.add(List.of(cells));
    }

    /** For a terminal: columns separated by two blanks, a rule under the header, lines ended by line feeds. */
    String plain() {
        int[] widths = new int[header.size()];
        List<List<String>> all = new ArrayList<>(rows);
        all.add(0, header);
        for (List<String> row : all) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> rule = new ArrayList<>();
        for (int width : widths) {
            rule.add("-".repeat(width));
        }
        all.add(1, rule);
        StringBuilder text = new StringBuilder();
        for (List<String> row : all) {
            text.append(padded(row, widths)).append('\n');
        }
        return text.toString();
    }

    private static String padded(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String blanks = " ".repeat(widths[i] - row.get(i).length());
            line.append(i == 0 ? row.get(i) + blanks : "  " + blanks + row.get(i));
        }
        return line.toString().stripTrailing();
    }

    /** For a document. */
    String markdown() {
        StringBuilder text = new StringBuilder();
        text.append("| ").append(String.join(" | ", header)).append(" |\n|---");
        text.append("|---:".repeat(header.size() - 1)).append("|\n");
        for (List<String> row : rows) {
            text.append("| ").append(String.join(" | ", row)).append(" |\n");
        }
        return text.toString();
    }
}
