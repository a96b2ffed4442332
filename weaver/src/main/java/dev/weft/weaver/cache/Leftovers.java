package dev.weft.weaver.cache;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Removes what is of no use any more: drafts of interrupted weaves, and entries of older builds of Weft or of the JDK.
 */
final class Leftovers {
    private static final String DRAFT = ".tmp-";

    /** How many entries of older builds stay, for those who work with several checkouts, or go back to a JDK. */
    private static final int KEPT = 2;

    private final Cache cache;
    private final CacheKey key;

    /** For the holder of that key's lock. */
    Leftovers(Cache cache, CacheKey key) {
        this.cache = cache;
        this.key = key;
    }

    /** A new name for a draft of that entry. */
    static Path draftOf(CacheEntry entry) {
        String random = Integer.toHexString(ThreadLocalRandom.current().nextInt());
        return entry.path()
                .resolveSibling(
                        DRAFT + entry.name() + "~" + ProcessHandle.current().pid() + "-" + random);
    }

    /** Removes the drafts of this entry, and those of other entries that nobody is making. */
    void removeDrafts() throws IOException {
        for (Path draft : named(DRAFT)) {
            String name = draft.getFileName().toString();
            int end = name.lastIndexOf('~');
            if (end < 0) {
                continue;
            }
            String entry = name.substring(DRAFT.length(), end);
            if (entry.equals(key.toString())) {
                tryDelete(draft);
            } else {
                EntryLock.runIfFree(cache, entry, () -> tryDelete(draft));
            }
        }
    }

    /** A linker may outlive its killed weave for seconds and write on: what cannot be deleted now is so next time. */
    private static void tryDelete(Path draft) {
        try {
            Folders.delete(draft);
        } catch (IOException stillInUse) {
            return;
        }
    }

    /**
     * Removes the entries of older builds of Weft for the same JDK, and of JDKs that were in its folder, but the last
     * ones and those in use: the command line names them, unless it names a file of options only; then the process has
     * a file of theirs in its memory.
     */
    void removeSuperseded() throws IOException {
        List<String> processes = processes();
        List<Path> older = new ArrayList<>();
        for (Path entry : named("")) {
            if (key.isSuccessorOf(entry.getFileName().toString()) || isOfSameFolder(entry)) {
                older.add(entry);
            }
        }
        older.sort(Comparator.comparing(Leftovers::age));
        for (Path entry : older.subList(0, Math.max(0, older.size() - KEPT))) {
            if (!processes.isEmpty() && !isUsed(entry, processes)) {
                EntryLock.runIfFree(cache, entry.getFileName().toString(), () -> tryDelete(entry));
            }
        }
    }

    /** Whether it is another entry, no draft, of a JDK that was where this one is. */
    private boolean isOfSameFolder(Path entry) {
        CacheEntry own = cache.entry(key);
        if (entry.equals(own.path()) || entry.getFileName().toString().startsWith(DRAFT)) {
            return false;
        }
        try {
            return Files.readString(CacheEntry.at(entry).jdk()).equals(Files.readString(own.jdk()));
        } catch (IOException notAnEntry) {
            return false;
        }
    }

    private static boolean isUsed(Path entry, List<String> processes) {
        try {
            String name = bytesOf(entry) + "/";
            String inMemory = bytesOf(entry.toRealPath()) + "/";
            return processes.stream().anyMatch(each -> each.contains(name) || each.contains(inMemory));
        } catch (IOException gone) {
            return true;
        }
    }

    private static FileTime age(Path entry) {
        try {
            return Files.getLastModifiedTime(entry);
        } catch (IOException gone) {
            return FileTime.fromMillis(0);
        }
    }

    private List<Path> named(String prefix) throws IOException {
        List<Path> result = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(cache.root(), prefix + "*")) {
            all.forEach(result::add);
        }
        return result;
    }

    /** What the system tells of the files of each process; empty where it does not tell. */
    private static List<String> processes() {
        List<String> result = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : all) {
                result.add(text(process.resolve("cmdline")) + text(process.resolve("maps")));
            }
        } catch (IOException noProcFileSystem) {
            return List.of();
        }
        return result;
    }

    /** A character for each byte; an empty text if the process has ended, or is of another user. */
    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException ended) {
            return "";
        }
    }

    /** The name of a file as the system has it, with a character for each byte. */
    private static String bytesOf(Path file) {
        Charset ofNames = Charset.forName(System.getProperty("sun.jnu.encoding"));
        return new String(file.toString().getBytes(ofNames), StandardCharsets.ISO_8859_1);
    }
}
