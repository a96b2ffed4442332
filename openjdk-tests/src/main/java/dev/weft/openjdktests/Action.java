package dev.weft.openjdktests;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One step of a test: {@code kind/key=value.. options.. target arguments..}, as in
 * {@code main/othervm/timeout=300 -Xmx64m Test a b}. For {@code build}, {@code clean} and {@code compile} everything is
 * in {@code arguments}.
 */
record Action(
        String kind,
        Map<String, String> keys,
        List<String> options,
        String target,
        List<String> arguments,
        String text) {
    private static final Set<String> WITH_JVM = Set.of("main", "driver", "testng", "junit");

    /** Options of java whose value is the next word. */
    private static final Set<String> WITH_VALUE = Set.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--add-modules",
            "--add-exports",
            "--add-opens",
            "--add-reads",
            "--limit-modules",
            "--patch-module",
            "--upgrade-module-path",
            "--enable-native-access");

    /** Parses what stands behind {@code @run}. */
    static Action parse(String text) {
        List<String> words = new ArrayList<>(List.of(text.strip().split("\\s+")));
        String[] head = words.remove(0).split("/");
        Map<String, String> keys = new LinkedHashMap<>();
        for (int i = 1; i < head.length; i++) {
            String[] pair = head[i].split("=", 2);
            keys.put(pair[0], pair.length == 1 ? "" : pair[1]);
        }
        String kind = head[0];
        if (!WITH_JVM.contains(kind)) {
            return new Action(kind, keys, List.of(), "", List.copyOf(words), text.strip());
        }
        List<String> options = new ArrayList<>();
        while (!words.isEmpty() && words.get(0).startsWith("-")) {
            options.add(words.remove(0));
            if (WITH_VALUE.contains(options.get(options.size() - 1)) && !words.isEmpty()) {
                options.add(words.remove(0));
            }
        }
        String target = words.isEmpty() ? "" : words.remove(0);
        return new Action(kind, keys, List.copyOf(options), target, List.copyOf(words), text.strip());
    }

    /** Whether it starts a JVM. */
    boolean runs() {
        return WITH_JVM.contains(kind);
    }

    /** Whether its class is to run as a fiber; drivers only prepare. */
    boolean isTest() {
        return runs() && !kind.equals("driver");
    }
}
