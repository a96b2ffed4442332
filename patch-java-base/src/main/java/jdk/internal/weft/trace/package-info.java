/**
 * Stacks as their program expects them: heap frames read as places in the source, generated names mended, the runtime's
 * own frames dropped, parked frames put between the real ones. Knows frames and contexts, but no fibers: whoever asks
 * brings the frames along.
 */
package jdk.internal.weft.trace;
