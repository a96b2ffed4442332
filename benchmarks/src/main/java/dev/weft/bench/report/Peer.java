package dev.weft.bench.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Another library or language, as a program that takes the arguments of {@link dev.weft.bench.peer.Driver}.
 *
 * @param name the column's title
 * @param program its file: an executable, or a jar for the plain JDK 17
 * @param shapes those that it has
 * @param collects whether its collector works as it does by default; if not, only when the heap is full
 */
record Peer(String name, Path program, Set<String> shapes, boolean collects) {
    private static final Set<String> ALL =
            Set.of("ring", "skynet", "start-join", "hand-over", "ping-pong", "sleep-storm");

    static final String KOTLIN = "kotlinx-coroutines 1.11.0";

    private static Set<String> union(Set<String> shapes, String shape) {
        Set<String> all = new HashSet<>(shapes);
        all.add(shape);
        return all;
    }

    private Peer(String name, Path program, Set<String> shapes) {
        this(name, program, shapes, true);
    }

    /** Those that were built below this folder, which is {@code benchmarks/peers}. */
    static List<Peer> present(Path folder) {
        List<Peer> all = List.of(
                new Peer(KOTLIN, jar(folder, "kotlin"), union(ALL, Generated.SHAPE)),
                new Peer("Quasar 0.8.0", jar(folder, "quasar"), ALL),
                new Peer("Kilim 2.0.2", jar(folder, "kilim"), ALL),
                new Peer(
                        "Tascalate JavaFlow 2.7.8",
                        jar(folder, "javaflow"),
                        Set.of("ring", "hand-over", "start-join", "suspend")),
                new Peer("Go", folder.resolve("go/target/peer"), ALL),
                new Peer("Go with GOGC=off", folder.resolve("go/target/peer"), ALL, false));
        return all.stream().filter(peer -> Files.exists(peer.program())).toList();
    }

    private static Path jar(Path folder, String name) {
        return folder.resolve(name).resolve("target").resolve("peer.jar");
    }

    /** The command for so many carriers, up to the first argument of the driver. */
    Launch launch(Path java, int carriers, Heap heap, List<String> arguments) {
        List<String> command = new ArrayList<>();
        if (program.toString().endsWith(".jar")) {
            command.add(java.toString());
            command.addAll(heap.options());
            command.add("-Dpeer.carriers=" + carriers);
            if (name.startsWith("Quasar")) {
                command.addAll(List.of(
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "-Dco.paralleluniverse.fibers.detectRunawayFibers=false",
                        "-javaagent:" + program));
            }
            command.add("-jar");
        }
        command.add(program.toString());
        command.addAll(arguments);
        String processors = String.valueOf(carriers);
        Map<String, String> environment = collects
                ? Map.of("GOMAXPROCS", processors)
                : Map.of("GOMAXPROCS", processors, "GOGC", "off", "GOMEMLIMIT", heap.goLimit());
        return new Launch(name, command, environment);
    }
}
