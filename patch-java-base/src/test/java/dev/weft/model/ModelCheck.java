package dev.weft.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The long form: {@code ModelCheck <states> <states per scenario> <first seed> [mutation]} tries the chosen scenarios,
 * then random ones, until so many states were visited. Ends with status 1 at the first fault.
 */
public final class ModelCheck {
    private ModelCheck() {}

    /** See the class. */
    public static void main(String[] args) {
        long wanted = args.length > 0 ? Long.parseLong(args[0]) : 10_000_000;
        int bound = args.length > 1 ? Integer.parseInt(args[1]) : 2_000_000;
        long seed = args.length > 2 ? Long.parseLong(args[2]) : 1;
        Mutation mutation = args.length > 3 ? Mutation.valueOf(args[3]) : Mutation.NONE;
        List<Scenario> chosen = new ArrayList<>(Scenarios.small());
        chosen.addAll(Scenarios.large());
        long start = System.nanoTime();
        long states = 0;
        long largest = 0;
        int cut = 0;
        int tried = 0;
        while (states < wanted || tried < chosen.size()) {
            Scenario scenario = tried < chosen.size() ? chosen.get(tried) : Scenarios.random(seed++);
            tried++;
            Explorer.Result result = new Explorer(scenario, mutation, bound).explore();
            states += result.states();
            largest = Math.max(largest, result.states());
            cut += result.complete() ? 0 : 1;
            if (result.fault() != null) {
                System.out.println("FAULT " + result.fault() + "\n  in " + scenario.name());
                System.exit(1);
            }
        }
        System.out.printf(
                "%d states in %d scenarios (%d chosen, random up to seed %d), largest %d, %d cut short; %.1f s; no fault%n",
                states, tried, chosen.size(), seed - 1, largest, cut, (System.nanoTime() - start) / 1e9);
    }
}
