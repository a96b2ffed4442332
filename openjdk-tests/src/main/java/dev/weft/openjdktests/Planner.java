package dev.weft.openjdktests;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Decides which tests run, and says why others do not. */
final class Planner {
    private static final Set<String> KINDS = Set.of("main", "driver", "testng", "junit", "build", "compile", "clean");
    private static final Set<String> KEYS = Set.of("headful", "printer", "sound", "multimon");

    private final Suite suite;
    private final Options options;
    private final Map<String, String> properties = properties();

    Planner(Suite suite, Options options) {
        this.suite = suite;
        this.options = options;
    }

    /** The plan for a test. */
    Plan plan(TestDescription test) {
        Optional<String> reason = reason(test);
        if (reason.isPresent()) {
            return Plan.not(test, reason.get());
        }
        Optional<Path> packageRoot = suite.packageRoot(test.file());
        List<Action> actions = test.actions(packageRoot.isPresent() ? "testng" : "main");
        if (packageRoot.isPresent() && test.texts("run").isEmpty()) {
            String name = packageRoot.get().relativize(test.file()).toString();
            actions = List.of(
                    Action.parse("testng " + name.replaceFirst("\\.java$", "").replace('/', '.')));
        }
        Optional<String> bad = actions.stream().flatMap(this::reason).findFirst();
        if (bad.isPresent()) {
            return Plan.not(test, bad.get());
        }
        if (actions.stream().noneMatch(action -> action.isTest() || options.areChildrenWoven() && action.runs())) {
            return Plan.not(test, "has no action that could be a fiber");
        }
        try {
            List<Path> path = new ArrayList<>();
            path.add(packageRoot.orElse(test.file().getParent()));
            List<String> libraries = new ArrayList<>(test.words("library"));
            libraries.addAll(suite.setting(test.file(), "lib.dirs"));
            for (String library : libraries) {
                path.add(suite.library(test.file(), library));
            }
            return new Plan(test, actions, path.stream().distinct().toList(), modules(test), "");
        } catch (IOException e) {
            return Plan.not(test, e.getMessage());
        }
    }

    private List<String> modules(TestDescription test) {
        List<String> own = test.words("modules");
        return own.isEmpty() ? suite.setting(test.file(), "modules") : own;
    }

    private Optional<String> reason(TestDescription test) {
        if (test.name().endsWith(".sh")) {
            return Optional.of("is a shell script");
        }
        if (test.texts("ignore").size() > 0) {
            return Optional.of("is ignored by the JDK");
        }
        if (suite.isProblem(test.name())) {
            return Optional.of("is in the JDK's list of problems");
        }
        if (test.words("key").stream().anyMatch(KEYS::contains)) {
            return Optional.of("needs a screen, printer or sound");
        }
        for (String expression : test.texts("requires")) {
            try {
                if (!Requires.holds(expression, properties)) {
                    return Optional.of("requires " + expression);
                }
            } catch (IllegalArgumentException e) {
                return Optional.of("requires " + expression + ": " + e.getMessage());
            }
        }
        if (!suite.setting(test.file(), "bootclasspath.dirs").isEmpty()) {
            return Optional.of("adds classes to a module of the JDK");
        }
        return modules(test).stream()
                .map(module -> module.replaceFirst("[/:].*", ""))
                .filter(module -> ModuleFinder.ofSystem().find(module).isEmpty())
                .map(module -> "needs the module " + module + ", which this JDK does not have")
                .findFirst();
    }

    private Stream<String> reason(Action action) {
        List<String> words = Stream.concat(Stream.of(action.target()), action.arguments().stream())
                .toList();
        if (action.kind().equals("shell")) {
            return Stream.of("has an action of the shell");
        }
        if (!KINDS.contains(action.kind())) {
            return Stream.of("has an action " + action.kind());
        }
        if (action.keys().containsKey("manual")) {
            return Stream.of("is manual");
        }
        if (action.keys().containsKey("native")) {
            return Stream.of("needs native code of its own");
        }
        if (action.options().stream().anyMatch(option -> option.matches("-agent(lib:(?!jdwp)|path:).*"))) {
            return Stream.of("needs native code of its own");
        }
        if (action.keys().containsKey("module")) {
            return Stream.of("makes modules of its own");
        }
        if (action.kind().equals("compile")
                && (action.keys().containsKey("fail") || action.keys().containsKey("ref"))) {
            return Stream.of("is one of the compiler");
        }
        if (options.assembler() == null && words.stream().anyMatch(Compiler::isForAssembler)) {
            return Stream.of("has sources for an assembler");
        }
        if (action.kind().equals("build") && words.stream().anyMatch(word -> word.startsWith("java.base/"))) {
            return Stream.of("adds classes to a module of the JDK");
        }
        boolean isNamed =
                action.runs() ? action.target().contains("/") : words.stream().anyMatch(w -> w.contains("/"));
        return isNamed && !action.kind().equals("compile") ? Stream.of("makes modules of its own") : Stream.empty();
    }

    /** What {@code @requires} may ask; the JVMs that run tests are like this one. */
    private static Map<String, String> properties() {
        Map<String, String> all = new HashMap<>();
        for (String name : List.of("os.name", "os.arch", "os.version", "sun.arch.data.model", "java.runtime.name")) {
            all.put(name, System.getProperty(name, "null"));
        }
        String arch = System.getProperty("os.arch").equals("amd64") ? "x64" : System.getProperty("os.arch");
        all.put("os.family", "linux");
        all.put("os.simpleArch", arch);
        all.put("vm.simpleArch", arch);
        all.put("os.processors", String.valueOf(Runtime.getRuntime().availableProcessors()));
        all.put("vm.bits", System.getProperty("sun.arch.data.model", "64"));
        all.put("vm.flavor", "server");
        all.put("vm.compMode", "Xmixed");
        all.put("vm.gc", "null");
        all.put("vm.cpu.features", "");
        all.put("vm.pageSize", "4096");
        all.put("release.implementor", System.getProperty("java.vendor"));
        for (String yes :
                ("vm.flagless vm.gc.G1 vm.gc.Serial vm.gc.Parallel vm.compiler1.enabled vm.compiler2.enabled vm.cds"
                                + " vm.cds.custom.loaders vm.cds.write.archived.java.heap vm.jvmti vm.hasJFR")
                        .split(" ")) {
            all.put(yes, "true");
        }
        for (String no : ("vm.debug vm.musl vm.graal.enabled vm.jvmci vm.jvmci.enabled vm.hasSA"
                        + " vm.emulatedClient vm.flightRecorder vm.hasDTrace vm.rtm.cpu vm.rtm.compiler"
                        + " container.support docker.support jdk.containerized")
                .split(" ")) {
            all.put(no, "false");
        }
        if (ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean os) {
            all.put("os.maxMemory", String.valueOf(os.getTotalMemorySize()));
        }
        HotSpotDiagnosticMXBean vm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        for (String collector : List.of("Z", "Shenandoah", "Epsilon")) {
            all.put("vm.gc." + collector, String.valueOf(hasOption(vm, "Use" + collector + "GC")));
        }
        for (String more : List.of(
                "ClassUnloading",
                "ClassUnloadingWithConcurrentMark",
                "UseCompressedOops",
                "UseLargePages",
                "EliminateAllocations")) {
            all.put("vm.opt.final." + more, vm.getVMOption(more).getValue());
        }
        return all;
    }

    private static boolean hasOption(HotSpotDiagnosticMXBean vm, String name) {
        try {
            return vm.getVMOption(name) != null;
        } catch (IllegalArgumentException none) {
            return false;
        }
    }
}
