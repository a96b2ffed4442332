package dev.weft.weaver.weave;

import dev.weft.weaver.recipe.JdkClasses;
import dev.weft.weaver.recipe.Recipe;
import dev.weft.weaver.recipe.markword.MarkWord;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * All that is particular to a release of the JDK. Nothing else in the weaver asks which release it weaves; smaller
 * differences, between updates or vendors of a release, are sibling recipes, of which the JDK's classes choose one.
 *
 * @param name for messages
 * @param fits tells the release by its classes
 * @param markWord what is where in the header of an object
 * @param list makes the recipes, in the order in which they are applied; called once for each weave, since recipes may
 *     have state
 * @param mixins internal names of the classes that get members of a mixin
 */
public record JdkProfile(
        String name,
        Predicate<JdkClasses> fits,
        MarkWord markWord,
        Function<JdkProfile, List<Recipe>> list,
        List<String> mixins) {

    /**
     * The recipes of the list that apply to the JDK, in its order.
     *
     * @throws IllegalStateException if the list has one before another that it must come after
     */
    public List<Recipe> recipes(JdkClasses jdk) {
        List<Recipe> recipes =
                list.apply(this).stream().filter(recipe -> recipe.applies(jdk)).toList();
        for (int k = 0; k < recipes.size(); k++) {
            Set<Class<?>> later = recipes.subList(k + 1, recipes.size()).stream()
                    .map(Object::getClass)
                    .collect(Collectors.toSet());
            later.retainAll(recipes.get(k).after());
            if (!later.isEmpty()) {
                throw new IllegalStateException("the list of recipes for " + name + " has "
                        + recipes.get(k).getClass().getSimpleName() + " before "
                        + later.iterator().next().getSimpleName());
            }
        }
        return recipes;
    }
}
