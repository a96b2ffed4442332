package dev.weft.weaver.link;

import dev.weft.weaver.cache.CacheEntry;
import dev.weft.weaver.image.LaunchFlags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;

/** The script that starts a linked program. */
final class StartScript {
    /** Stand for what the script finds out. */
    private static final String HOME = "/@HOME@";

    private static final String ARCHIVE = "/@ARCHIVE@";

    private final Application application;
    private final List<String> javaOptions;
    private final Path place;

    StartScript(Application application, List<String> javaOptions, Path place) {
        this.application = application;
        this.javaOptions = javaOptions;
        this.place = place;
    }

    /** Writes it, as the last of the program's files. */
    void write() throws IOException {
        Path draft = place.resolve(".start");
        Files.writeString(draft, text());
        Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectories(place.resolve("bin"));
        Files.move(draft, place.resolve("bin").resolve(application.name()));
    }

    private String text() {
        String options = words(LaunchFlags.image(CacheEntry.at(Path.of(HOME, "weft")), Path.of(ARCHIVE)));
        String own = words(javaOptions);
        String start = words(application.start(HOME + "/app"));
        return """
                #!/bin/sh
                # Starts the program on Weft's fibers. Made by weft link. Options of java: JAVA_OPTS. No variable has a
                # name that others use, since its value would be in the program's environment.
                weft_script=$0
                if [ -h "$weft_script" ]; then
                    weft_script=$(readlink -f "$weft_script")
                fi
                weft_home=$(CDPATH='' cd -- "$(dirname -- "$weft_script")/.." && pwd -P) || exit 2
                # there, Java takes other letters for question marks, and the VM would end while it looks for its files
                case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}},$weft_home in
                    C,*[!\\ -~]* | POSIX,*[!\\ -~]*)
                        echo "$0: the folder $weft_home cannot be named in the locale C, which knows ASCII only; set\
                 LC_ALL to C.UTF-8, or move the folder" >&2
                        exit 2
                        ;;
                esac
                # the archive of the program's classes is right for the place where it was made
                weft_archive=$weft_home/weft/weft.jsa
                if [ "$weft_home" = %s ]; then
                    weft_archive=$weft_home/weft/app.jsa
                fi
                # shellcheck disable=SC2086 # several options in one variable
                exec "$weft_home/weft/image/bin/java" %s \\
                    %s ${JAVA_OPTS:-} %s "$@"
                """
                .formatted(quoted(place.toString()), options, own, start);
    }

    /** As words of the shell, with its variables in their places. */
    private static String words(List<String> words) {
        return words.stream()
                .map(StartScript::quoted)
                .collect(Collectors.joining(" "))
                .replace(HOME, "'\"$weft_home\"'")
                .replace(ARCHIVE, "'\"$weft_archive\"'");
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
