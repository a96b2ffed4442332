package dev.weft.examples;

import dev.weft.Continuation;
import dev.weft.ContinuationScope;

/** Backtracking without a plan for it: a program guesses, and each guess is tried by copies of the continuation. */
public final class Queens extends Continuation {
    private static final ContinuationScope SCOPE = new ContinuationScope("search");
    private static final int SIZE = 8;

    private static int solutions;

    private int options;
    private int chosen;

    private Queens() {
        super(SCOPE, Queens::place);
    }

    /** Finds all. */
    public static void main(String[] args) {
        new Queens().tryAll();
        System.out.println(solutions + " solutions");
    }

    private void tryAll() {
        if (run()) {
            return;
        }
        for (int i = 0; i < options; i++) {
            Queens copy = (Queens) copy();
            copy.chosen = i;
            copy.tryAll();
        }
    }

    /** One of the numbers from 0 on, the right one; of none, there is no way further. */
    private static int guess(int options) {
        return ((Queens) suspend(SCOPE, self -> ((Queens) self).options = options)).chosen;
    }

    private static void place() {
        int columns = 0;
        int rising = 0;
        int falling = 0;
        for (int row = 0; row < SIZE; row++) {
            int column = guess(SIZE);
            if ((columns >> column & 1) + (rising >> row + column & 1) + (falling >> row - column + SIZE & 1) > 0) {
                guess(0);
            }
            columns |= 1 << column;
            rising |= 1 << row + column;
            falling |= 1 << row - column + SIZE;
        }
        solutions++;
    }
}
