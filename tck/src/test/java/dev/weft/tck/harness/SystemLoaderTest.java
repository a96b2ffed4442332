package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.SystemLoaders;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs whose system class loader is their own: the VM asks it to take the jar of Weft's agent. */
@ExtendWith(Jvm.class)
class SystemLoaderTest {
    private static final String LOADER = "-Djava.system.class.loader=" + SystemLoaders.class.getName();

    @ParameterizedTest
    @EnumSource(
            value = Launch.class,
            names = {"PLAIN", "IMAGE", "PATCH"})
    void aProgramHasASystemClassLoaderOfItsOwn(Launch launch) {
        Jvm.Result result = Jvm.run(Jvm.command(launch, List.of(LOADER), SystemLoaders.class.getName()), 120);
        assertEquals("SystemLoaders hidden\n", result.out(), result.err());
    }
}
