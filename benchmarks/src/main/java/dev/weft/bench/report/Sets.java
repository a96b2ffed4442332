package dev.weft.bench.report;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The names by which figures are asked for. */
final class Sets {
    private static final List<String> OWN_MAINS = List.of(
            "suspend",
            CoroutineRings.SET,
            Generated.SET,
            "peers",
            "http",
            "relay",
            "files",
            "footprint",
            "millions",
            Locals.SET,
            Schedulers.SET,
            BesideHogs.SET,
            "jruby",
            "start-up",
            "class-load",
            "weave");

    /** What a run that names no sets leaves out in its quick form. */
    private static final Set<String> NOT_QUICK = Set.of(
            "ring",
            "sleep-storm",
            "weave",
            "relay",
            "files",
            "millions",
            "class-load",
            Locals.SET,
            Schedulers.SET,
            BesideHogs.SET);

    private Sets() {}

    /** All, in the order in which they are measured. */
    static Set<String> all() {
        Set<String> sets = Figures.all().stream().map(Figure::set).collect(Collectors.toCollection(LinkedHashSet::new));
        sets.addAll(OWN_MAINS);
        return sets;
    }

    /** Those of {@link #all} that are named, or, if none is, that the form has. */
    static Set<String> wanted(Set<String> named, boolean full) {
        Set<String> wanted = all();
        wanted.removeIf(set -> named.isEmpty() ? !full && NOT_QUICK.contains(set) : !named.contains(set));
        return wanted;
    }
}
