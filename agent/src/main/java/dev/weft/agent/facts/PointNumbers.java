package dev.weft.agent.facts;

/** Numbers the suspension points of one class. */
public final class PointNumbers {
    private int next;

    /** Numbers from that one on. */
    public PointNumbers(int first) {
        next = first;
    }

    /** The next number. */
    int take() {
        return next++;
    }

    /** Where the numbers stand. */
    public int mark() {
        return next;
    }

    /** Gives back the numbers taken since the mark. */
    public void reset(int mark) {
        next = mark;
    }
}
