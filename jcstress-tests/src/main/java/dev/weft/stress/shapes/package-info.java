/**
 * The classic shapes of the memory model, with actors as fibers.
 *
 * <p>A class is a shape; its nested classes are tests. Those whose names begin with {@code Broken} are siblings that
 * must show a forbidden outcome; those that begin with {@code Relaxed} show, as interesting, what the model allows and
 * the plain JDK does. {@link dev.weft.stress.shapes.Between} makes the form of a run, {@link
 * dev.weft.stress.shapes.Shapes} runs them all in one JVM, and jcstress runs each in its JVM configurations.
 */
package dev.weft.stress.shapes;
