package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Calls of the kernel that may wait for a disk tell their carrier: {@code jdk.internal.weft.scheduler.FileCalls}. Those
 * of {@code FileInputStream} and {@code FileOutputStream} that read and write are in {@code WeftFiles}.
 */
public final class AnnounceFileCalls implements Recipe {
    private static final String CALLS = "jdk/internal/weft/scheduler/FileCalls";

    /** Kinds, as constants of that class. */
    private static final int READS = 1;

    private static final int WRITES = 2;
    private static final int FORCES = 3;
    private static final int NAMES = 4;

    private static final String IN = "java/io/FileInputStream";
    private static final String OUT = "java/io/FileOutputStream";
    private static final String BOTH = "java/io/RandomAccessFile";
    private static final String SYSTEM = "java/io/UnixFileSystem";
    private static final String FILE = "java/io/File";
    private static final String ABSTRACT_SYSTEM = "java/io/FileSystem";
    private static final String DISPATCHER = "sun/nio/ch/FileDispatcherImpl";
    private static final String CHANNEL = "sun/nio/ch/FileChannelImpl";
    private static final String MAPPED = "java/nio/MappedMemoryUtils";
    private static final String NATIVES = "sun/nio/fs/UnixNativeDispatcher";
    private static final String DIRECTORY = "sun/nio/fs/UnixDirectoryStream$UnixDirectoryIterator";
    private static final String COPY = "sun/nio/fs/UnixCopyFile";

    /** By the class that calls: methods of that class, or of another, and their kinds. */
    private static final Map<String, Map<String, Integer>> KINDS = new HashMap<>();

    static {
        add(IN, IN, NAMES, "open0");
        add(OUT, OUT, NAMES, "open0");
        add(BOTH, BOTH, NAMES, "open0");
        add(BOTH, BOTH, READS, "read0 readBytes");
        add(BOTH, BOTH, WRITES, "write0 writeBytes");
        add(SYSTEM, SYSTEM, NAMES, "canonicalize0 delete0 rename0 getBooleanAttributes0");
        add(FILE, ABSTRACT_SYSTEM, NAMES, "checkAccess getLastModifiedTime getLength createFileExclusively list");
        add(FILE, ABSTRACT_SYSTEM, NAMES, "createDirectory setLastModifiedTime setReadOnly setPermission getSpace");
        add(DISPATCHER, DISPATCHER, READS, "read0 pread0 readv0");
        add(DISPATCHER, DISPATCHER, WRITES, "write0 pwrite0 writev0 truncate0");
        add(DISPATCHER, DISPATCHER, FORCES, "force0");
        add(CHANNEL, CHANNEL, NAMES, "map0");
        add(MAPPED, MAPPED, FORCES, "force0");
        add(MAPPED, MAPPED, READS, "load0");
        add(DIRECTORY, NATIVES, NAMES, "readdir");
        add(COPY, COPY, WRITES, "transfer");
        add(NATIVES, NATIVES, NAMES, "open0 openat0 close0 link0 unlink0 unlinkat0 mknod0 rename0 renameat0 mkdir0");
        add(NATIVES, NATIVES, NAMES, "rmdir0 readlink0 realpath0 symlink0 stat0 stat1 lstat0 fstatat0 chown0 chmod0");
        add(NATIVES, NATIVES, NAMES, "utimes0 opendir0 access0 exists0 statvfs0");
    }

    private static void add(String caller, String owner, int kind, String names) {
        Map<String, Integer> kinds = KINDS.computeIfAbsent(caller, key -> new HashMap<>());
        for (String name : names.split(" ")) {
            kinds.put(owner + "." + name, kind);
        }
    }

    @Override
    public Set<String> classes() {
        return KINDS.keySet();
    }

    @Override
    public void apply(ClassNode target) {
        Map<String, Integer> kinds = kinds(target.name);
        int found = Edit.allCalls(
                target,
                method -> true,
                call -> kinds.containsKey(key(call)),
                (method, call) -> announce(method, call, kinds.get(key(call))));
        // where an update of the JDK has others, those keep their carrier until the watchdog sees it
        if (found == 0) {
            throw Edit.mismatch(this, target, "calls for files", kinds.size(), found);
        }
    }

    /** The kinds of what the class calls, by owner + "." + name. */
    static Map<String, Integer> kinds(String name) {
        return KINDS.get(name);
    }

    private static String key(MethodInsnNode call) {
        return call.owner + "." + call.name;
    }

    private static void announce(MethodNode method, MethodInsnNode call, int kind) {
        method.instructions.insertBefore(call, new InsnNode(Opcodes.ICONST_0 + kind));
        method.instructions.insertBefore(call, Edit.invoke(CALLS, "begin", "(I)V"));
        method.instructions.insert(call, Edit.invoke(CALLS, "end", "()V"));
        method.maxStack++;
    }
}
