/** Values that belong to a carrier, or to about one processor, rather than to a fiber. */
package jdk.internal.weft.local;
