package jdk.internal.weft.agent;

import jdk.internal.misc.VM;

/** What the VM was started with that decides which class files it takes. */
public final class StartOptions {
    private static final String ARCHIVE = "-XX:SharedArchiveFile=";

    private StartOptions() {}

    /**
     * Whether the VM was told to use that archive of shared classes, and none of its agents is native code: it shows
     * such an agent the author's class file where Weft's is silent, and takes what that makes of it.
     *
     * @param archive the file's name, as the option has it
     */
    public static boolean isSharedFrom(String archive) {
        boolean isUsed = false;
        for (String each : VM.getRuntimeArguments()) {
            if (each.startsWith(ARCHIVE)) {
                isUsed = each.substring(ARCHIVE.length()).equals(archive);
            } else if (namesNativeAgent(each)) {
                return false;
            }
        }
        return isUsed;
    }

    /** Whether the VM was told to use an archive of shared classes other than those two, which have the JDK's only. */
    public static boolean hasArchiveBut(String first, String second) {
        String used = null;
        for (String each : VM.getRuntimeArguments()) {
            if (each.startsWith(ARCHIVE)) {
                used = each.substring(each.lastIndexOf('/') + 1);
            }
        }
        return used != null && !used.equals(first) && !used.equals(second);
    }

    private static boolean namesNativeAgent(String option) {
        if (option.startsWith("-agentlib:")) {
            return !option.startsWith("-agentlib:instrument=") && !option.startsWith("-agentlib:jdwp");
        }
        return option.startsWith("-agentpath:") || option.startsWith("-Xrun") && !option.startsWith("-Xrunjdwp");
    }
}
