package dev.weft.agent;

import dev.weft.agent.abi.StandardError;
import dev.weft.agent.facts.MethodSet;
import dev.weft.agent.facts.QuietSoFar;
import java.io.File;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.weft.LoudTable;
import jdk.internal.weft.fiber.LoudMethods;

/**
 * What earlier runs of the program have seen of its methods: <em>quiet</em> are those whose twins were called often,
 * and have never suspended. Their twins call their plain copies, which the VM compiles once and as fast as on the plain
 * JDK. It is no proof: a fiber that waits in such a method pins its carrier, whereupon the method is <em>loud</em>, in
 * this run ({@link LoudFrames}) and in all others (docs/decisions/0054).
 *
 * <p>Classes are told by the hash of their files. Thread-safe.
 */
final class Experience {
    /** Bytes for as many methods as most classes have. */
    private static final int MANY = 32;

    private final File file;
    private final Map<Long, MethodSet> quiet;
    private volatile boolean isOn;
    private volatile boolean mayLook = true;

    private final boolean isByChance;

    private Experience(File file, Map<Long, MethodSet> quiet, boolean isOn, boolean isByChance) {
        this.file = file;
        this.quiet = quiet;
        this.isOn = isOn;
        this.isByChance = isByChance;
    }

    /** One that takes about half of all methods for quiet, the same ones in each run; for tests. */
    static Experience byChance() {
        return new Experience(null, new ConcurrentHashMap<>(), prepare(), true);
    }

    /** That of the program whose classes are kept in that file of the class cache. */
    static Experience of(File classes) {
        File file = new File(classes.getPath() + ExperienceFile.SUFFIX);
        Map<Long, MethodSet> quiet = new ConcurrentHashMap<>();
        boolean isOn = true;
        if (file.exists()) {
            try {
                ExperienceFile known = ExperienceFile.read(file);
                quiet.putAll(known.quiet());
                isOn = !known.needsAllTwins();
            } catch (IOException | SecurityException e) {
                StandardError.say("weft: what earlier runs have seen (" + file + ") cannot be read (" + e.getMessage()
                        + "): all methods get twins");
                isOn = !file.delete();
            }
        }
        return new Experience(file, quiet, isOn && (quiet.isEmpty() || prepare()), false);
    }

    /** Has what the woven classes ask initialized, while there is memory. */
    private static boolean prepare() {
        LoudMethods.isNeeded();
        return LoudTable.LOUD.length > 0;
    }

    /** None, nor will there be any. */
    static Experience none() {
        return new Experience(null, Map.of(), false, false);
    }

    /** Whether more may be seen. */
    boolean mayLook() {
        return isOn && mayLook && !isByChance;
    }

    /** Whether earlier runs have left any. */
    boolean isEmpty() {
        return quiet.isEmpty();
    }

    /** The methods of a class that are called plainly from now on where it is woven. */
    MethodSet quiet(long hash) {
        MethodSet known = isOn ? known(hash) : null;
        return known == null ? MethodSet.NONE : known;
    }

    /** The same for a class that is being woven. */
    QuietSoFar quietSoFar(ContentHash hash) {
        MethodSet methods = quiet(hash.first);
        return methods.isEmpty() ? QuietSoFar.NONE : new QuietSoFar(methods, hash.first);
    }

    private MethodSet known(long hash) {
        return isByChance ? quiet.computeIfAbsent(hash, Experience::chosen) : quiet.get(hash);
    }

    private static MethodSet chosen(long hash) {
        byte[] bits = new byte[MANY];
        new Random(hash).nextBytes(bits);
        return MethodSet.of(bits);
    }

    /** By what the class cache is to know a class that is woven with those: its own hash if there are none. */
    static ContentHash key(ContentHash hash, QuietSoFar quiet) {
        MethodSet methods = quiet.methods();
        return methods.isEmpty() ? hash : hash.with(ContentHash.of(methods.bits()).first);
    }

    /** Some methods of a class have turned out to be loud. */
    void areLoud(long hash, MethodSet methods) {
        quiet.computeIfPresent(hash, (key, known) -> known.without(methods));
        ExperienceFile seen = new ExperienceFile();
        seen.addLoud(hash, methods);
        add(seen);
    }

    /**
     * The program does what is wrong in a pinned fiber: from now on all methods get their twins.
     *
     * @return false if they did before
     */
    boolean turnOff() {
        if (!isOn) {
            return false;
        }
        isOn = false;
        ExperienceFile seen = new ExperienceFile();
        seen.needAllTwins();
        add(seen);
        return true;
    }

    /** Nothing more can be seen in this VM. */
    void stopLooking() {
        mayLook = false;
    }

    /**
     * Adds what was seen to what the file has.
     *
     * @return what it has now; null if it cannot be written
     */
    synchronized ExperienceFile add(ExperienceFile seen) {
        if (file == null) {
            return null;
        }
        try {
            return seen.addTo(file);
        } catch (IOException | SecurityException noSpaceOrNoRight) {
            return null;
        }
    }
}
