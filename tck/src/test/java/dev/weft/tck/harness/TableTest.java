package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.Cases;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The table in the documentation. */
class TableTest {
    @Test
    void theTableHasAsManyCasesAsTheSuite() throws Exception {
        String table = Files.readString(Path.of("..", "docs", "conformance.md"));
        int cases = Cases.of("suite").size();
        assertTrue(
                table.contains(cases + " cases"),
                "docs/conformance.md is not of " + cases + " cases: java -cp target/test-classes dev.weft.tck.Table");
    }

    @Test
    void theTableOfTheApiHasAsManyCasesAsItsSources() throws Exception {
        String table = Files.readString(Path.of("..", "docs", "conformance-api.md"));
        int cases = ApiTest.numberOfCases();
        assertTrue(
                table.contains("has " + cases + " cases"),
                "docs/conformance-api.md is not of " + cases
                        + " cases: ../bin/weft -cp target/test-classes:target/api-classes dev.weft.tck.Table api");
    }
}
