/**
 * Continuations without a scheduler: the engine of {@code dev.weft.Continuation} (docs/continuations.md). Fibers know
 * them as {@code java.weft.Delimiter}s.
 */
package jdk.internal.weft.continuation;
