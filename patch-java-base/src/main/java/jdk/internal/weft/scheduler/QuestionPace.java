package jdk.internal.weft.scheduler;

/**
 * How often the {@link Watchdog} asks fibers that compute to leave. A fiber that leaves at a place where none has left
 * before is dear: HotSpot throws away the code that it had compiled for a call that never leaves, and what is left of
 * each method goes on in a resumer, which is generated, interpreted and compiled once more. Who spins always leaves at
 * the same places; who runs through a large program hardly ever does. So where each question leads to many new places
 * they pause, ever longer, and the kernel alone shares the processors; where they lead to few, nothing holds them back.
 * Times are those of {@code System.nanoTime}. For one thread.
 */
public final class QuestionPace {
    /** By then who was asked has left, if that is possible. */
    private static final long ANSWER_NANOS = 5_000_000;

    /** One new place among so many questions is few; more than so many by one question are many. */
    private static final int FEW = 4;

    private static final int MANY = 4;

    private static final long SHORTEST_NANOS = 64_000_000;
    private static final long LONGEST_NANOS = 16_000_000_000L;

    private long pause = SHORTEST_NANOS;
    private long askedAt;
    private int asked;
    private int placesBefore;

    /** Pauses until a while after that time: programs that start come to many new places. */
    public QuestionPace(long now) {
        askedAt = now;
    }

    /**
     * Whether one may be asked now.
     *
     * @param places how many are known at which some fiber has ever left
     */
    public boolean allows(long now, int places) {
        if (asked > 0 && now - askedAt >= ANSWER_NANOS) {
            judge(places - placesBefore);
        }
        return pause == 0 || asked == 0 && now - askedAt >= pause;
    }

    /** One was asked, when so many places were known. */
    public void asked(long now, int places) {
        if (asked++ == 0) {
            askedAt = now;
            placesBefore = places;
        }
    }

    /** Whether questions have led to many new places: what is compiled then is better not thrown away. */
    public boolean isDear() {
        return pause > SHORTEST_NANOS;
    }

    /** The pause begins once more. */
    public void postpone(long now) {
        asked = 0;
        askedAt = now;
    }

    /** So many places are new since the first question that was not judged; some perhaps by fibers that wait. */
    private void judge(int made) {
        if (made > asked * MANY) {
            pause = Math.min(Math.max(2 * pause, SHORTEST_NANOS), LONGEST_NANOS);
        } else if (made > asked / FEW) {
            // a small program, of which all places will be known soon
            pause = Math.max(pause, SHORTEST_NANOS);
        } else {
            pause = pause <= SHORTEST_NANOS ? 0 : pause / 2;
        }
        asked = 0;
    }
}
