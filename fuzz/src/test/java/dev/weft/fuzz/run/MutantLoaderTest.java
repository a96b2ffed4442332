package dev.weft.fuzz.run;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each defect has its place in the generator as it is now, which is soon told; whether it is found takes programs. */
class MutantLoaderTest {
    private static final Path CLASSES = Path.of("..", "agent", "target", "classes");

    @ParameterizedTest
    @EnumSource(Mutation.class)
    void aDefectChangesAClassOfTheGenerator(Mutation mutation) throws IOException {
        byte[] file = Files.readAllBytes(CLASSES.resolve(mutation.type() + ".class"));
        byte[] changed = new MutantLoader(mutation).changed(file);
        assertTrue(mutation == Mutation.NONE || !Arrays.equals(file, changed), "nothing is changed");
    }

    @ParameterizedTest
    @EnumSource(
            value = Mutation.class,
            names = {"SWAPS_OPERANDS", "FORGETS_RANGES"})
    void aDefectWithoutItsPlaceIsRefused(Mutation mutation) throws IOException {
        byte[] other = Files.readAllBytes(CLASSES.resolve(Mutation.NONE.type() + ".class"));
        assertThrows(IllegalStateException.class, () -> new MutantLoader(mutation).changed(other));
    }
}
