package dev.weft.agent.facts;

import java.util.List;
import org.objectweb.asm.Type;

/**
 * A place where a twin may suspend: behind a call, or in front of one in chaos mode.
 *
 * @param index the instruction that it belongs to
 * @param number its number in the class
 * @param result what the call returns; void where nothing of it is on the stack
 * @param locals verification types of all locals there, a slot each
 * @param stack verification types of the operands there, without the result
 * @param saved locals whose values the frame keeps, in order
 * @param monitors how many monitors are held
 */
public record Point(
        int index, int number, Type result, Object[] locals, List<Object> stack, int[] saved, int monitors) {}
