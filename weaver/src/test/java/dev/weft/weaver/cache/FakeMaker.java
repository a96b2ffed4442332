package dev.weft.weaver.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes an entry of a few files, without a JDK. */
class FakeMaker implements CacheBuild.Maker {
    int made;

    @Override
    public boolean isEnough(CacheEntry entry) {
        return true;
    }

    @Override
    public void make(CacheEntry draft, CacheEntry place) throws IOException {
        made++;
        Files.createDirectories(draft.patches());
        Files.writeString(draft.patch("java.base"), "woven classes");
        Files.writeString(draft.agent(), "agent");
        Files.writeString(draft.patchFlags(), "--patch-module=java.base=" + place.patch("java.base") + "\n");
        Files.createSymbolicLink(draft.path().resolve("certificates"), Path.of("/nowhere/at/all"));
    }

    @Override
    public void finish(CacheEntry place) throws IOException {
        Files.writeString(place.sharedClasses(), "archive");
    }
}
