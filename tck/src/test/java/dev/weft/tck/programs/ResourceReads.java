package dev.weft.tck.programs;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.module.ModuleReader;

/** Reads a file of half a megabyte of the JDK's image, as a buffer; prints whether that has made another copy of it. */
public final class ResourceReads {
    private static final String FILE = "java/lang/uniName.dat";
    private static final int TIMES = 20;

    private ResourceReads() {}

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** Reads it some times. */
    public static void main(String[] args) throws IOException {
        try (ModuleReader reader = Object.class
                .getModule()
                .getLayer()
                .configuration()
                .findModule("java.base")
                .orElseThrow()
                .reference()
                .open()) {
            int length = reader.read(FILE).orElseThrow().remaining();
            long before = allocated();
            for (int i = 0; i < TIMES; i++) {
                reader.release(reader.read(FILE).orElseThrow());
            }
            System.out.println("is large: " + (length > 100_000));
            System.out.println("is copied: " + (allocated() - before > length * TIMES / 2));
        }
    }
}
