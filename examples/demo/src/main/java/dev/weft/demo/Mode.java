package dev.weft.demo;

import java.util.List;

/**
 * A way to run the server.
 *
 * @param name what its threads are
 * @param launcher {@code java} or what takes its place, with its options
 * @param threadEach whether each connection needs a kernel thread
 */
record Mode(String name, List<String> launcher, boolean threadEach) {}
