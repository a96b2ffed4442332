/**
 * What woven code holds: the context of its carrier, heap frames, and their suspension points; the classes that
 * resumers and invokers extend; and the memory kept for an unwinding. Near the bottom of the runtime: what it asks of
 * fibers, carriers and continuations are abstract classes of its own.
 */
package java.weft;
