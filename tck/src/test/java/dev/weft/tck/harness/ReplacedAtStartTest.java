package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.FileSystemOfItsOwn;
import dev.weft.tck.programs.LaterLayer;
import dev.weft.tck.programs.SystemLoaders;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Programs that replace what the VM starts with: the system class loader, which the VM asks to take the jar of Weft's
 * agent; the default file system, which who weaves must not ask for; and the modules of the boot layer.
 */
@ExtendWith(Jvm.class)
class ReplacedAtStartTest {
    private static final String LOADER = "-Djava.system.class.loader=" + SystemLoaders.class.getName();

    private static final String FILES =
            "-Djava.nio.file.spi.DefaultFileSystemProvider=" + FileSystemOfItsOwn.class.getName();

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void aProgramHasASystemClassLoaderOfItsOwn(Launch launch) {
        Jvm.Result result = Jvm.run(Jvm.command(launch, List.of(LOADER), SystemLoaders.class.getName()), 120);
        assertEquals("SystemLoaders hidden\n", result.out(), result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void aProgramIsTheDefaultFileSystem(Launch launch) {
        Jvm.Result result = Jvm.run(Jvm.command(launch, List.of(FILES), FileSystemOfItsOwn.class.getName()), 120);
        assertEquals("FileSystemOfItsOwn true true\n", result.out(), result.err());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE, Launch.PATCH})
    void aProgramLoadsModulesOfTheJdkLater(Launch launch) {
        Jvm.Result result =
                Jvm.run(Jvm.command(launch, List.of("--limit-modules=java.base"), LaterLayer.class.getName()), 120);
        assertEquals("HTTP/1.1 404 Not Found\n", result.out(), result.err());
    }
}
