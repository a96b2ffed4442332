package dev.weft.weaver.cache;

import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.jrt.JdkHome;
import dev.weft.weaver.jrt.WeftRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The folder of all woven JDKs of a user.
 *
 * <pre>
 * index                one line per JDK: which entry belongs to it
 * KEY/                 an entry, see {@link CacheEntry}
 * .lock-KEY            held by who makes that entry
 * .tmp-KEY~PID-RANDOM  an entry being made, or being removed; rubbish when the lock is free
 * </pre>
 */
public final class Cache {
    private final Path root;

    /** The cache in that folder, which need not exist. */
    public Cache(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    /** The cache that the environment names: {@code WEFT_CACHE}, else the user's cache folder. */
    public static Cache of(Map<String, String> environment) {
        String weft = environment.getOrDefault("WEFT_CACHE", "");
        if (!weft.isEmpty()) {
            return new Cache(path(weft));
        }
        String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
        if (!xdg.isEmpty()) {
            return new Cache(path(xdg).resolve("weft"));
        }
        String home = environment.getOrDefault("HOME", "");
        if (home.isEmpty()) {
            throw new WeaveException(
                    "no cache folder: none of WEFT_CACHE, XDG_CACHE_HOME and HOME is set; set WEFT_CACHE");
        }
        return new Cache(path(home).resolve(".cache").resolve("weft"));
    }

    private static Path path(String folder) {
        try {
            return Path.of(folder);
        } catch (InvalidPathException e) {
            throw new WeaveException("the cache cannot be in " + folder
                    + ", which is no path in this locale: set LC_ALL to" + " C.UTF-8, or WEFT_CACHE to another folder");
        }
    }

    /** The folder. */
    public Path root() {
        return root;
    }

    /** The entry for that JDK and that build of Weft, whether it exists or not. */
    public CacheEntry entry(JdkHome jdk, WeftRuntime weft) throws IOException {
        return entry(CacheKey.of(jdk, weft));
    }

    /** The entry of that key, whether it exists or not. */
    public CacheEntry entry(CacheKey key) {
        return new CacheEntry(root.resolve(key.toString()));
    }

    /**
     * Looks who may change what lies in it.
     *
     * @throws WeaveException if others than the caller and root may
     */
    public void checkRights(CacheEntry entry) throws IOException {
        CacheRights.check(this, entry);
    }

    /**
     * Looks whether a JDK could be woven into it, without making its folder.
     *
     * @throws WeaveException if not: the message says why
     */
    public void checkWritable() {
        checkName();
        Path existing = root;
        while (!Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (!Files.isDirectory(existing)) {
            throw unwritable(existing + " is no folder");
        }
        try {
            Files.delete(Files.createTempFile(existing, ".probe-", ""));
        } catch (IOException e) {
            throw unwritable(WeaveErrors.reason(e));
        }
    }

    private WeaveException unwritable(String reason) {
        return new WeaveException("cannot write to the cache " + root + ": " + reason
                + "; make it writable, or set WEFT_CACHE to another folder");
    }

    /** Makes the folder and tests that files can be made in it. */
    void prepare() {
        checkName();
        try {
            Folders.createPrivate(root);
            Files.delete(Files.createTempFile(root, ".probe-", ""));
        } catch (IOException e) {
            throw unwritable(WeaveErrors.reason(e));
        }
    }

    private void checkName() {
        if (root.toString().indexOf('=') >= 0 || root.toString().indexOf(':') >= 0) {
            throw new WeaveException("the path of the cache " + root + " has a character (= or :) at which options of"
                    + " java end; set WEFT_CACHE to another folder");
        }
    }
}
