package dev.weft.agent.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The twins and resumers of {@link SmallMethods} are those that were last reviewed. If a change of the generator is
 * meant, {@code mvn test -pl agent -am -Dtest=SnapshotTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dsnapshots.renew=true} writes them anew, and the difference is reviewed with the change.
 */
class SnapshotTest {
    private static final Path FOLDER = Path.of("src", "test", "resources", "dev", "weft", "agent", "snapshot");
    private static final Snapshots GENERATED = new Snapshots(SmallMethods.class, false);

    static List<String> names() throws IOException {
        return GENERATED.names();
    }

    /** A constructor's name is none of a file. */
    private static Path file(String name) {
        return FOLDER.resolve(name.replace("<init>", "constructor") + ".txt");
    }

    @ParameterizedTest
    @MethodSource("names")
    void theGeneratedCodeIsAsItWasReviewed(String name) throws IOException {
        String text = GENERATED.of(name);
        if (Boolean.getBoolean("snapshots.renew")) {
            Files.createDirectories(FOLDER);
            Files.writeString(file(name), text);
        }
        assertTrue(Files.exists(file(name)), "no snapshot; -Dsnapshots.renew=true makes it");
        assertEquals(Files.readString(file(name)), text, "-Dsnapshots.renew=true, if this is meant");
    }

    @Test
    void eachSnapshotHasItsMethod() throws IOException {
        Set<Path> expected = new HashSet<>();
        names().forEach(name -> expected.add(file(name)));
        assertTrue(expected.size() > 20, expected.toString());
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertEquals(expected, new HashSet<>(files.toList()));
        }
    }

    @Test
    void otherCodeThanTheReviewedOneIsSeen() throws IOException {
        String inChaos = new Snapshots(SmallMethods.class, true).of("loop");
        assertNotEquals(Files.readString(file("loop")), inChaos);
    }
}
