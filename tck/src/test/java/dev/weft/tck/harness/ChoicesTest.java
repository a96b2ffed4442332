package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.Choices;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which threads become fibers: properties, and the choice for one thread. */
@Tag("long")
@ExtendWith(Jvm.class)
class ChoicesTest {
    private static final String PROGRAM = "dev.weft.tck.programs.Choices";

    private static Jvm.Result run(String options) {
        return Jvm.run(Jvm.command(Launch.IMAGE, List.of(options.split(" ")), Choices.class.getName()), 60);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-Dweft.threads=all                                          | plain,named,small stack,Worker,Heir,Job,chosen fiber",
                "-Dweft.threads=virtual                                      | chosen fiber",
                "-Dweft.threads=none                                         | ''",
                "-Dweft.platform=name:acme-*                                 | plain,Worker,Heir,Job,chosen fiber",
                "-Dweft.platform=name:ac?e-1                                 | plain,Worker,Heir,Job,chosen fiber",
                "-Dweft.platform=name:acme                                   | plain,named,small stack,Worker,Heir,Job,chosen fiber",
                "-Dweft.platform=class:" + PROGRAM
                        + "$Worker                | plain,named,small stack,Job,chosen fiber",
                "-Dweft.platform=class:" + PROGRAM
                        + "$Job                   | plain,named,small stack,Worker,Heir,chosen fiber",
                "-Dweft.platform=class:*$Heir;class:*$Job                    | plain,named,small stack,Worker,chosen fiber",
                "-Dweft.platform=package:dev.weft.tck                        | chosen fiber",
                "-Dweft.platform=package:dev.weft.tc                         | plain,named,small stack,Worker,Heir,Job,chosen fiber",
                "-Dweft.threads=virtual -Dweft.lightweight=name:acme-*       | named,small stack,large stack,chosen fiber",
                "-Dweft.threads=virtual -Dweft.lightweight=class:*$Worker    | Worker,Heir,chosen fiber",
                "-Dweft.platform=class:*$Heir -Dweft.lightweight=class:*$Worker -Dweft.threads=virtual"
                        + " | Worker,chosen fiber",
                "-Dweft.threads=none -Dweft.lightweight=name:*               | ''"
            })
    void threadsBecomeFibersAsThePropertiesSay(String options, String fibers) {
        Jvm.Result result = run(options.strip());
        assertEquals(0, result.exit(), result.toString());
        TreeSet<String> seen = new TreeSet<>();
        result.out()
                .lines()
                .filter(line -> line.endsWith(": fiber"))
                .forEach(line -> seen.add(line.substring(0, line.indexOf(':'))));
        List<String> lines = result.out().lines().toList();
        assertEquals(
                List.of(
                        "null: NullPointerException",
                        "running: IllegalThreadStateException",
                        "worker as fiber: IllegalArgumentException",
                        "worker as platform thread: not refused"),
                lines.subList(9, lines.size()),
                result.toString());
        assertEquals(fibers.isEmpty() ? new TreeSet<>() : new TreeSet<>(List.of(fibers.split(","))), seen);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "weft.platform    | Worker",
                "weft.lightweight | class:",
                "weft.frameworks  | some",
                "weft.threads     | many",
                "weft.main        | fibers",
                "weft.forkjoin    | fiber"
            })
    void aBadValueIsRefusedInOneLineWithTheExitCodeTwo(String name, String value) {
        Jvm.Result result = run("-D" + name + "=" + value);
        assertEquals(2, result.exit(), result.toString());
        assertEquals(1, result.err().lines().count(), result.err());
        assertEquals(
                "weft: bad value of property " + name + ": " + value,
                result.err().substring(0, result.err().indexOf(';')));
    }
}
