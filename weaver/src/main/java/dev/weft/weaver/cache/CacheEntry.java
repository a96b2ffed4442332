package dev.weft.weaver.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One woven JDK in the cache.
 *
 * <pre>
 * patch/MODULE.jar   the woven classes of a module, for --patch-module; nothing compressed
 * image/             the linked runtime image, absent where the JDK cannot link one
 * weft-agent.jar     the agent
 * weft.jsa           the image's archive of shared classes
 * small.jsa          the same for small programs
 * flags.patch        the options for the plain java, as an argument file
 * flags.image        the options for the image's java, as an argument file
 * flags.small        the same for small programs
 * compiler.directives
 *                    what the agent tells the VM's compilers
 * jdk                the path of the JDK that was woven
 * classes/           woven classes of programs, which come and go
 * small/             an empty file for each program that was small when it last ended
 * manifest           the size and checksum of each file
 * complete           the checksum of the manifest, and the path of the entry, which flags and archives have in them:
 *                    written last, so an entry without it is not whole
 * </pre>
 */
public final class CacheEntry {
    private static final String IMAGE = "image";
    private static final String JDK = "jdk";

    private final Path path;

    CacheEntry(Path path) {
        this.path = path;
    }

    /** One that lies elsewhere: that of a linked program. */
    public static CacheEntry at(Path path) {
        return new CacheEntry(path);
    }

    /** Its folder. */
    public Path path() {
        return path;
    }

    /** Its name in the cache. */
    public String name() {
        return path.getFileName().toString();
    }

    /** The jar of a module's woven classes. */
    public Path patch(String module) {
        return patches().resolve(module + ".jar");
    }

    /** The folder of those jars. */
    public Path patches() {
        return path.resolve("patch");
    }

    /** The folder of the linked image. */
    public Path image() {
        return path.resolve(IMAGE);
    }

    /** Whether an image was linked. */
    public boolean hasImage() {
        return Files.isDirectory(image());
    }

    /** The agent's jar. */
    public Path agent() {
        return path.resolve("weft-agent.jar");
    }

    /** The image's archive of shared classes. */
    public Path sharedClasses() {
        return path.resolve("weft.jsa");
    }

    /** The image's archive of shared classes for programs that load hardly more than hello world does. */
    public Path fewSharedClasses() {
        return path.resolve("small.jsa");
    }

    /** The argument file for the plain java. */
    public Path patchFlags() {
        return path.resolve("flags.patch");
    }

    /** The argument file for the image's java. */
    public Path imageFlags() {
        return path.resolve("flags.image");
    }

    /** The argument file for the image's java and a small program. */
    public Path smallImageFlags() {
        return path.resolve("flags.small");
    }

    /** What the agent asks of the VM's compilers: {@code dev.weft.agent.WeaverCompilation}. */
    public Path compilerDirectives() {
        return path.resolve("compiler.directives");
    }

    /** The file that names the JDK which was woven. */
    public Path jdk() {
        return path.resolve(JDK);
    }

    /**
     * The JDK that was woven, for the image of an entry, which is what programs on Weft find as {@code java.home}; the
     * argument itself for any other JDK.
     */
    public static Path unwoven(Path home) throws IOException {
        Path entry = home.toAbsolutePath().getParent();
        boolean isImage = entry != null && home.endsWith(IMAGE) && Files.isRegularFile(entry.resolve(JDK));
        return isImage ? Path.of(Files.readString(entry.resolve(JDK)).strip()) : home;
    }

    /** The woven classes of programs. */
    public Path classes() {
        return path.resolve("classes");
    }

    /** The choices of small programs. */
    public Path small() {
        return path.resolve("small");
    }

    /** The list of its files. */
    public Path manifest() {
        return path.resolve("manifest");
    }

    /** The marker that is written last. */
    public Path complete() {
        return path.resolve("complete");
    }

    /** Whether there is anything. */
    public boolean exists() {
        return Files.isDirectory(path);
    }

    /**
     * What is wrong with it, or null if all files are there and have their sizes.
     *
     * @param thorough whether to compare the checksums of all files too
     */
    public String defect(boolean thorough) {
        if (!exists()) {
            return "is missing";
        }
        try {
            if (!Files.exists(complete())) {
                return "is incomplete (its weave was interrupted)";
            }
            String[] seal = Files.readString(complete()).split("\n", 2);
            if (!Files.exists(manifest()) || !seal[0].equals(Manifest.checksum(manifest()))) {
                return "is corrupt (manifest does not have the recorded checksum)";
            }
            if (seal.length == 1 || !isHere(seal[1].strip())) {
                return "was copied or moved, and does not work there";
            }
            String defect = Manifest.read(manifest()).defect(path, thorough);
            return defect == null ? null : "is corrupt (" + defect + ")";
        } catch (IOException e) {
            return "is unreadable (" + WeaveErrors.reason(e) + ")";
        }
    }

    private boolean isHere(String recorded) throws IOException {
        Path place = Path.of(recorded);
        return Files.exists(place) && Files.isSameFile(place, path);
    }

    /** Declares it whole: writes the manifest and the marker. */
    public void seal() throws IOException {
        Manifest.of(path).write(manifest());
        Files.writeString(complete(), Manifest.checksum(manifest()) + "\n" + path + "\n");
    }
}
