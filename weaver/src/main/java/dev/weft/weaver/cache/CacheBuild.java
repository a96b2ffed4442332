package dev.weft.weaver.cache;

import dev.weft.weaver.error.WeaveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Consumer;

/**
 * Makes an entry so that no other process ever sees a part of it as a whole.
 *
 * <p>It is made under another name, moved to its place, finished there (the archive of shared classes records paths)
 * and sealed last. Who finds an entry without its seal, or one that does not match it, makes it anew. All of this
 * happens under the entry's lock, which dies with the process that held it.
 */
public final class CacheBuild {
    /** Makes the files of an entry. */
    public interface Maker {
        /** Whether a whole entry, made by an earlier weave, has all that this one would make. */
        boolean isEnough(CacheEntry entry);

        /** Makes the files that may move, in a folder that is not the final one. */
        void make(CacheEntry draft, CacheEntry place) throws IOException;

        /** Makes the files that depend on where the entry is. */
        void finish(CacheEntry place) throws IOException;
    }

    private final Cache cache;
    private final CacheKey key;
    private final Consumer<String> messages;

    /** A build of the entry of that key, which reports lines of text. */
    public CacheBuild(Cache cache, CacheKey key, Consumer<String> messages) {
        this.cache = cache;
        this.key = key;
        this.messages = messages;
    }

    /**
     * Returns the entry, made now if it is not there, not whole or if forced.
     *
     * @throws WeaveException if the cache cannot be written to, or if others may change it
     */
    public CacheEntry run(boolean force, Maker maker) throws IOException {
        CacheEntry entry = cache.entry(key);
        CacheRights.check(cache, entry);
        provide(entry, force, maker);
        CacheRights.check(cache, entry);
        return entry;
    }

    private void provide(CacheEntry entry, boolean force, Maker maker) throws IOException {
        String defect = entry.defect(false);
        if (defect == null && !force && maker.isEnough(entry)) {
            return;
        }
        if (defect != null && entry.exists()) {
            messages.accept("the woven JDK in " + entry.path() + " " + defect + ": weaving it again");
        }
        try {
            cache.prepare();
        } catch (WeaveException e) {
            String what = defect == null ? "" : "the woven JDK " + entry.path() + " " + defect + ", and ";
            throw new WeaveException(what + e.getMessage());
        }
        Runnable onWait = () -> messages.accept("waiting for another weave of this JDK");
        EntryLock.run(cache, key.toString(), onWait, () -> {
            if (force || entry.defect(false) != null || !maker.isEnough(entry)) {
                new Leftovers(cache, key).removeDrafts();
                replace(entry, maker);
                new Leftovers(cache, key).removeDrafts();
                new Leftovers(cache, key).removeSuperseded();
            }
        });
    }

    private static void remove(CacheEntry entry) throws IOException {
        if (entry.exists()) {
            Files.deleteIfExists(entry.complete());
            Path old = Leftovers.draftOf(entry);
            Files.move(entry.path(), old, StandardCopyOption.ATOMIC_MOVE);
            Folders.delete(old);
        }
    }

    private static void clean(CacheEntry draft, CacheEntry entry) throws IOException {
        Folders.delete(draft.path());
        if (!Files.exists(entry.complete())) {
            remove(entry);
        }
    }

    private void replace(CacheEntry entry, Maker maker) throws IOException {
        CacheEntry draft = new CacheEntry(Leftovers.draftOf(entry));
        Folders.createPrivate(draft.path());
        try {
            if (entry.defect(false) != null) {
                // of no use, and there may be no space for two
                remove(entry);
            }
            maker.make(draft, entry);
            remove(entry);
            Files.move(draft.path(), entry.path(), StandardCopyOption.ATOMIC_MOVE);
            maker.finish(entry);
            entry.seal();
        } catch (IOException e) {
            clean(draft, entry);
            throw new WeaveException("cannot write the woven JDK to " + cache.root() + ": " + WeaveErrors.reason(e)
                    + "; free some space there (a woven JDK takes about 1 GB), or set WEFT_CACHE to another folder");
        } catch (RuntimeException | OutOfMemoryError e) {
            clean(draft, entry);
            throw e;
        }
    }
}
