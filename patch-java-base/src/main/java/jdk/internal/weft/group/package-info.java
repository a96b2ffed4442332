/**
 * The threads of a {@code ThreadGroup}, kept so that large groups cost no more than small ones: an array whose elements
 * know their places, and, in large groups, stripes that carriers do not share (docs/decisions/0014). Knows nothing of
 * fibers.
 */
package jdk.internal.weft.group;
