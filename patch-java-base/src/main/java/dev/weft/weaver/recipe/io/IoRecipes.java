package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Recipe;
import java.util.List;

/** The recipes that let blocking I/O park the fiber. */
public final class IoRecipes {
    private IoRecipes() {}

    /** All of them, in order. */
    public static List<Recipe> all() {
        return List.of();
    }
}
