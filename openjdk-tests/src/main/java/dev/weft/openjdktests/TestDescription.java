package dev.weft.openjdktests;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One test: what the tags of one comment say. A file with several has an {@code id} for each.
 *
 * @param name the file's path below the folder of tests, with slashes, and {@code #id} if there are several tests in it
 * @param file the source
 * @param tags all tags, {@code test} first
 */
record TestDescription(String name, Path file, List<Tag> tags) {
    private static final Set<String> STEPS = Set.of("run", "build", "compile", "clean");

    /** All tests that a source describes. */
    static List<TestDescription> of(String path, Path file, String source) {
        List<TestDescription> all = new ArrayList<>();
        for (String comment : Comments.of(source)) {
            List<Tag> tags = Tag.of(comment);
            if (!tags.isEmpty()) {
                all.add(new TestDescription(path, file, tags));
            }
        }
        if (all.size() < 2) {
            return all;
        }
        List<TestDescription> named = new ArrayList<>();
        for (TestDescription test : all) {
            String id = test.tags.get(0).words().stream()
                    .filter(word -> word.startsWith("id="))
                    .map(word -> word.substring(3))
                    .findFirst()
                    .orElse("id" + named.size());
            named.add(new TestDescription(path + "#" + id, file, test.tags));
        }
        return named;
    }

    /** The words of all tags with this name. */
    List<String> words(String tag) {
        return tags.stream()
                .filter(each -> each.name().equals(tag))
                .flatMap(each -> each.words().stream())
                .toList();
    }

    /** The texts of all tags with this name. */
    List<String> texts(String tag) {
        return tags.stream()
                .filter(each -> each.name().equals(tag))
                .map(Tag::text)
                .toList();
    }

    /** The steps in their order; without any {@code @run}, the class of the file is run by {@code implied}. */
    List<Action> actions(String implied) {
        List<Action> all = new ArrayList<>();
        for (Tag tag : tags) {
            if (STEPS.contains(tag.kind()) && !tag.text().isBlank()) {
                all.add(Action.parse(tag.name().equals("run") ? tag.text() : tag.name() + " " + tag.text()));
            }
        }
        if (all.stream().noneMatch(action -> !STEPS.contains(action.kind()))
                && tags.stream().noneMatch(tag -> tag.kind().equals("compile"))) {
            String simple = file.getFileName().toString().replaceFirst("\\.java$", "");
            all.add(Action.parse(implied + " " + simple));
        }
        return all;
    }
}
