/**
 * A model checker for the protocol of {@code jdk.internal.weft.monitor}: every interleaving of small programs is tried,
 * and what they end in is compared with plain monitors as the JLS has them.
 *
 * <p>{@link dev.weft.model.Protocol} mirrors {@code Entry} method by method, under the same names;
 * {@link dev.weft.model.Steps} mirrors {@code Monitors}, {@code RealWait}, {@code Contention} and {@code MonitorWait},
 * cut where another thread may come between. A change there is made here first.
 */
package dev.weft.model;
