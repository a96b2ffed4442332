package jdk.internal.weft.agent;

/**
 * Where a suspended frame is in its author's source.
 *
 * @param place class, method, file and line, with the author's names; without loader and module
 * @param descriptor descriptor of the method, without the context
 */
public record SourceSite(StackTraceElement place, String descriptor) {}
