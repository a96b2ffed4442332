package dev.weft.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What one run has measured.
 *
 * @param facts what the figures depend on: machine, runtimes, commit, command
 * @param rows in the order in which they were measured
 */
record Results(Map<String, String> facts, List<Row> rows) {
    Map<String, List<Row>> bySet() {
        return rows.stream().collect(Collectors.groupingBy(Row::set, LinkedHashMap::new, Collectors.toList()));
    }
}
