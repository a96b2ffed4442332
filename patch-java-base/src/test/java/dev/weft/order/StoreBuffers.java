package dev.weft.order;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * All interleavings of a few threads on a machine whose stores are late, and pass each other: a thread's plain stores
 * to different places reach the memory in any order, at any time; those to one place in theirs. A release goes behind
 * all stores before it. A volatile store and a compare-and-set wait until all stores before have reached the memory,
 * and reach it at once. So this is weaker than x86, where stores do not pass each other; loads are not moved, as they
 * may be on ARM.
 */
final class StoreBuffers {
    /** What a step returns that has to wait until something changes. */
    static final int WAIT = -1;

    /** What a step returns that was the last one. */
    static final int END = -2;

    /** One step of a thread: one access to the memory, or none. Returns the number of the next. */
    interface Step {
        int run(Access access);
    }

    private record Store(int place, int value, boolean isRelease) {}

    private final Step[][] programs;

    /** A state of the machine; values only. */
    private static final class State {
        final int[] memory;
        final int[] next;
        final int[][] registers;
        final List<List<Store>> buffers = new ArrayList<>();

        State(int places, int threads) {
            memory = new int[places];
            next = new int[threads];
            registers = new int[threads][2];
            for (int i = 0; i < threads; i++) {
                buffers.add(List.of());
            }
        }

        State(State other) {
            memory = other.memory.clone();
            next = other.next.clone();
            registers = Arrays.stream(other.registers).map(int[]::clone).toArray(int[][]::new);
            buffers.addAll(other.buffers);
        }

        @Override
        public String toString() {
            return Arrays.toString(memory)
                    + Arrays.toString(next)
                    + Arrays.deepToString(registers)
                    + buffers.stream()
                            .map(each -> each.stream()
                                    .map(store -> store.place + "=" + store.value + store.isRelease)
                                    .toList())
                            .toList();
        }
    }

    /** What a step does to the memory. */
    static final class Access {
        private final State state;
        private final int thread;
        private boolean mustDrain;

        private Access(State state, int thread) {
            this.state = state;
            this.thread = thread;
        }

        int register(int number) {
            return state.registers[thread][number];
        }

        void register(int number, int value) {
            state.registers[thread][number] = value;
        }

        int read(int place) {
            List<Store> own = state.buffers.get(thread);
            for (int i = own.size() - 1; i >= 0; i--) {
                if (own.get(i).place == place) {
                    return own.get(i).value;
                }
            }
            return state.memory[place];
        }

        void write(int place, int value) {
            buffer(new Store(place, value, false));
        }

        void writeRelease(int place, int value) {
            buffer(new Store(place, value, true));
        }

        private void buffer(Store store) {
            List<Store> longer = new ArrayList<>(state.buffers.get(thread));
            longer.add(store);
            state.buffers.set(thread, List.copyOf(longer));
        }

        void writeVolatile(int place, int value) {
            drain();
            state.memory[place] = value;
        }

        boolean compareAndSet(int place, int expected, int value) {
            drain();
            if (state.memory[place] != expected) {
                return false;
            }
            state.memory[place] = value;
            return true;
        }

        private void drain() {
            mustDrain |= !state.buffers.get(thread).isEmpty();
        }
    }

    StoreBuffers(Step[]... programs) {
        this.programs = programs;
    }

    /** The memories in which all threads have ended, or wait for ever; the last place of each is how many wait. */
    Set<List<Integer>> ends(int places, int... initial) {
        Set<List<Integer>> ends = new HashSet<>();
        Set<String> seen = new HashSet<>();
        Deque<State> open = new ArrayDeque<>();
        State first = new State(places, programs.length);
        System.arraycopy(initial, 0, first.memory, 0, initial.length);
        open.push(first);
        while (!open.isEmpty()) {
            State state = open.pop();
            if (seen.add(state.toString())) {
                List<State> following = following(state);
                if (following.isEmpty()) {
                    ends.add(end(state));
                }
                following.forEach(open::push);
            }
        }
        return ends;
    }

    private List<Integer> end(State state) {
        List<Integer> end = new ArrayList<>();
        for (int value : state.memory) {
            end.add(value);
        }
        end.add((int) Arrays.stream(state.next).filter(each -> each != END).count());
        return end;
    }

    private List<State> following(State state) {
        List<State> following = new ArrayList<>();
        for (int thread = 0; thread < programs.length; thread++) {
            if (state.next[thread] != END) {
                State after = new State(state);
                Access access = new Access(after, thread);
                int next = programs[thread][state.next[thread]].run(access);
                if (next != WAIT && !access.mustDrain) {
                    after.next[thread] = next;
                    following.add(after);
                }
            }
            addArrivals(state, thread, following);
        }
        return following;
    }

    private static void addArrivals(State state, int thread, List<State> following) {
        List<Store> buffer = state.buffers.get(thread);
        for (int i = 0; i < buffer.size(); i++) {
            Store store = buffer.get(i);
            boolean isFirst = buffer.subList(0, i).stream().noneMatch(each -> each.place == store.place);
            if (isFirst && (i == 0 || !store.isRelease)) {
                State after = new State(state);
                after.memory[store.place] = store.value;
                List<Store> shorter = new ArrayList<>(buffer);
                shorter.remove(i);
                after.buffers.set(thread, List.copyOf(shorter));
                following.add(after);
            }
        }
    }
}
