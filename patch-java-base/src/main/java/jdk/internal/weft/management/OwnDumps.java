package jdk.internal.weft.management;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;

/** Has this program dump itself, by the agent, which knows how dumps are shown. */
final class OwnDumps {
    private static final String SHOWN = "dev.weft.agent.dump.OwnDump";

    private OwnDumps() {}

    /** Writes a file, which must not exist. */
    static void write(Path file, boolean isJson) throws IOException {
        call("write", new Class<?>[] {Path.class, boolean.class}, file, isJson);
    }

    /** Prints one to standard output. */
    static void print() throws IOException {
        call("print", new Class<?>[0]);
    }

    private static void call(String method, Class<?>[] types, Object... arguments) throws IOException {
        try {
            Class.forName(SHOWN, true, null).getMethod(method, types).invoke(null, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IOException) {
                throw (IOException) e.getCause();
            }
            throw new IOException(String.valueOf(e.getCause().getMessage()), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        }
    }
}
