/** JUnit 5 tests of threads, in an order that a seed decides. */
package dev.weft.junit;
