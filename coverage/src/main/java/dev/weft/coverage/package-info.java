/**
 * What the tests cover of the runtime and of the generator, which are a part of java.base, where JaCoCo's agent cannot
 * be. So the class files are instrumented before they are woven, and have their probes in {@link
 * dev.weft.coverage.Probes}, which becomes a class of java.base.
 */
package dev.weft.coverage;
