package jdk.internal.weft.agent;

import java.io.IOException;
import java.lang.module.ModuleReader;
import java.nio.ByteBuffer;
import java.util.Optional;

/** The JDK's reader of its modules: what programs read of it has no twins, what loaders define has. Thread-safe. */
public interface WovenReader {
    /** As {@link ModuleReader#read}, with twins. */
    Optional<ByteBuffer> readWoven(String name) throws IOException;
}
