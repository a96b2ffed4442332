package dev.weft.bench.macro.report;

import dev.weft.bench.macro.Measured;

/**
 * One run of a program, as the lines of an earlier report have it.
 *
 * @param program its name in the catalogue
 * @param mode the mode's name
 * @param round from 0 on
 * @param day when, and of which build; empty if its line does not say so
 * @param measured what it has shown
 */
record EarlierRun(String program, String mode, int round, String day, Measured measured) {}
