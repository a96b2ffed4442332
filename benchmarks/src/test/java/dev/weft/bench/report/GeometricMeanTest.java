package dev.weft.bench.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.api.Test;

class GeometricMeanTest {
    private static Row row(double factor) {
        Row row = new Row("set", "title", "us");
        row.add("Weft", factor * 3, factor * 2, factor * 4);
        row.add("Weft", factor * 6);
        row.add("peer", factor);
        return row;
    }

    @Test
    void isThatOfTheMediansRoundByRoundAndThatOfTheLeastIterations() {
        List<Row> means = GeometricMean.of(List.of(row(1), row(4)));
        assertEquals(
                List.of(GeometricMean.OF_MEDIANS, GeometricMean.OF_LEAST),
                means.stream().map(Row::title).toList());
        assertArrayEquals(
                new double[] {6, 12}, means.get(0).samples().get("Weft").roundMedians(), 1e-9);
        assertArrayEquals(new double[] {4}, means.get(1).samples().get("Weft").roundMedians(), 1e-9);
        assertArrayEquals(new double[] {2}, means.get(1).samples().get("peer").roundMedians(), 1e-9);
        assertEquals("set", means.get(0).set());
        assertEquals("us", means.get(1).unit());
    }

    @Test
    void hasNoMeanOfARuntimeThatFailedInOneRow() {
        Row failed = new Row("set", "title", "us");
        failed.fail("Weft", "it hung");
        failed.add("peer", 9);
        for (Row mean : GeometricMean.of(List.of(row(1), failed))) {
            assertFalse(mean.samples().containsKey("Weft"));
            assertEquals(3, mean.samples().get("peer").median(), 1e-9);
        }
    }

    @Test
    void hasAsManyRoundsAsTheRowThatHasFewest() {
        Row short1 = new Row("set", "title", "us");
        short1.add("Weft", 12);
        List<Row> means = GeometricMean.of(List.of(short1, row(1)));
        assertArrayEquals(new double[] {6}, means.get(0).samples().get("Weft").roundMedians(), 1e-9);
    }
}
