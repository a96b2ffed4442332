package jdk.internal.weft.scheduler;

import java.io.FileDescriptor;

/**
 * A file of the kernel that tells of one thread, for a {@link KernelThread} that may leave it open: to find it takes
 * the kernel longer than to write it. Once the thread has ended an open one tells nothing, whoever has its id then. Not
 * thread-safe.
 */
final class KernelFile {
    final String name;
    final FileDescriptor descriptor = new FileDescriptor();

    /** Whether the descriptor is open. */
    boolean isOpen;

    KernelFile(String name) {
        this.name = name;
    }
}
