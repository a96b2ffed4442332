package dev.weft.fuzz;

import dev.weft.fuzz.gen.Choices;
import dev.weft.fuzz.gen.Program;
import dev.weft.fuzz.gen.ProgramGenerator;
import dev.weft.fuzz.run.ProgramRun.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Makes a program that disagrees smaller, as long as it still disagrees. */
public final class Minimiser implements AutoCloseable {
    private static final int CHUNK = 16;

    private final Way way;
    private final String[] options;
    private final long end;
    private Child child;
    private int runs;

    /** Takes about so many seconds at most. */
    public Minimiser(Way way, int seconds, String... options) {
        this.way = way;
        this.options = options;
        end = System.nanoTime() + seconds * 1_000_000_000L;
    }

    /** How many programs were run. */
    public int runs() {
        return runs;
    }

    /**
     * The smallest tree that was found, of a program that disagrees; null if the given one does not, when run again.
     */
    public Choices.Node minimise(Choices.Node tree) throws InterruptedException {
        if (!disagrees(tree)) {
            return null;
        }
        Choices.Node best = tree.copy();
        boolean changed = true;
        while (changed && !isOver()) {
            changed = removeNodes(best) | lowerNumbers(best);
        }
        return best;
    }

    private boolean isOver() {
        return System.nanoTime() > end;
    }

    private static void collect(Choices.Node node, List<Choices.Node> all) {
        all.add(node);
        for (Object item : node.items()) {
            if (item instanceof Choices.Node) {
                collect((Choices.Node) item, all);
            }
        }
    }

    /** Removes runs of items, longest first, of each node from the outermost on. */
    private boolean removeNodes(Choices.Node root) throws InterruptedException {
        boolean changed = false;
        List<Choices.Node> all = new ArrayList<>();
        collect(root, all);
        for (int k = 0; k < all.size() && !isOver(); k++) {
            List<Object> items = all.get(k).items();
            for (int length = Math.min(CHUNK, items.size()); length > 0 && !isOver(); length /= 2) {
                for (int from = items.size() - length; from >= 0 && !isOver(); from -= length) {
                    List<Object> before = new ArrayList<>(items);
                    if (before.subList(from, from + length).stream().noneMatch(Choices.Node.class::isInstance)) {
                        continue;
                    }
                    for (int at = from; at < from + length; at++) {
                        if (items.get(at) instanceof Choices.Node) {
                            items.set(at, new Choices.Node());
                        }
                    }
                    boolean isSame = items.equals(before) || areEmpty(before.subList(from, from + length));
                    if (!isSame && disagrees(root)) {
                        changed = true;
                    } else {
                        items.clear();
                        items.addAll(before);
                    }
                }
            }
            if (changed && k % CHUNK == 0) {
                all.clear();
                collect(root, all);
            }
        }
        return changed | shorten(root);
    }

    private static boolean areEmpty(List<Object> items) {
        for (Object item : items) {
            if (item instanceof Choices.Node && !((Choices.Node) item).items().isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Drops empty nodes of lists, which end a list early. */
    private boolean shorten(Choices.Node root) throws InterruptedException {
        boolean changed = false;
        List<Choices.Node> all = new ArrayList<>();
        collect(root, all);
        for (Choices.Node node : all) {
            for (int at = node.items().size() - 1; at >= 0 && !isOver(); at--) {
                if (!(node.items().get(at) instanceof Choices.Node)) {
                    continue;
                }
                Object removed = node.items().remove(at);
                if (disagrees(root)) {
                    changed = true;
                } else {
                    node.items().add(at, removed);
                }
            }
        }
        return changed;
    }

    private boolean lowerNumbers(Choices.Node root) throws InterruptedException {
        boolean changed = false;
        List<Choices.Node> all = new ArrayList<>();
        collect(root, all);
        for (Choices.Node node : all) {
            for (int at = 0; at < node.items().size() && !isOver(); at++) {
                Object item = node.items().get(at);
                if (!(item instanceof Integer) || (Integer) item == 0) {
                    continue;
                }
                node.items().set(at, 0);
                if (disagrees(root)) {
                    changed = true;
                } else {
                    node.items().set(at, item);
                }
            }
        }
        return changed;
    }

    /** True if the tree's program tells something else here than under Weft. */
    private boolean disagrees(Choices.Node tree) throws InterruptedException {
        Program program = ProgramGenerator.generate(Choices.replay(tree));
        if (program == null) {
            return false;
        }
        Outcome plain = Fuzz.plain(program, false);
        if (plain.events() < 0) {
            return false;
        }
        if (child == null || !child.isAlive()) {
            close();
            child = new Child(way, options);
        }
        runs++;
        return !child.run(List.of(program), 0, false).get(0).agrees(plain);
    }

    @Override
    public void close() {
        if (child != null) {
            child.close();
        }
    }
}
