/**
 * Everything at once, for as long as asked: {@link dev.weft.tck.soak.Soak} runs rounds of threads that do all kinds of
 * {@link dev.weft.tck.soak.Work}, and at the end of each, when nobody is left, {@link dev.weft.tck.soak.Invariants} are
 * checked.
 */
package dev.weft.tck.soak;
