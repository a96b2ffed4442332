package dev.weft.weaver.recipe.markword;

/**
 * What is where in the mark word of a release of HotSpot.
 *
 * @param release the VM's specification version
 * @param hashShift the lowest bit of the identity hash
 * @param age the bits that count the young collections survived
 * @param biased the three lowest bits of an object that is biased towards a thread; -1 where there is no bias
 */
public record MarkWord(String release, int hashShift, long age, int biased) {}
