package dev.weft.weaver.recipe.local;

import dev.weft.agent.locals.MarkedFields;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/**
 * Thread locals of one of the JDK's modules that are caches become processor locals. docs/thread-locals.md says of all
 * others why they do not.
 */
public final class MoveCachesToCarriers implements Recipe {
    private static final Map<String, Map<String, Set<String>>> FIELDS = Map.of(
            "java.base",
            Map.of(
                    "jdk/internal/math/FloatingDecimal", Set.of("threadLocalBinaryToASCIIBuffer"),
                    "jdk/internal/math/FormattedFloatingDecimal", Set.of("threadLocalCharBuffer"),
                    "jdk/internal/jimage/ImageBufferCache", Set.of("CACHE"),
                    "sun/nio/cs/ThreadLocalCoders$Cache", Set.of("cache")),
            "java.xml",
            Map.of(
                    "com/sun/org/apache/xalan/internal/xsltc/runtime/BasisLibrary",
                            Set.of("threadLocalStringBuilder", "threadLocalStringBuffer"),
                    "com/sun/xml/internal/stream/util/ThreadLocalBufferAllocator", Set.of("TL")),
            "jdk.zipfs",
            Map.of(
                    "jdk/nio/zipfs/ZipCoder", Set.of("decTL", "encTL"),
                    "jdk/nio/zipfs/ZipFileSystem$IndexNode", Set.of("cachedKey")));

    private final String module;

    private MoveCachesToCarriers(String module) {
        this.module = module;
    }

    /** One for each module. */
    public static List<Recipe> all() {
        return FIELDS.keySet().stream()
                .sorted()
                .<Recipe>map(MoveCachesToCarriers::new)
                .toList();
    }

    /** Names of classes and fields, as in {@code java.net.URL.gate}. */
    public static Set<String> fields() {
        Set<String> all = new java.util.TreeSet<>();
        FIELDS.values()
                .forEach(classes -> classes.forEach(
                        (owner, names) -> names.forEach(name -> all.add(owner.replace('/', '.') + "." + name))));
        return all;
    }

    @Override
    public String module() {
        return module;
    }

    @Override
    public Set<String> classes() {
        return FIELDS.get(module).keySet();
    }

    @Override
    public void apply(ClassNode target) {
        Set<String> wanted = FIELDS.get(module).get(target.name);
        int found = MarkedFields.mark(target, wanted::contains);
        if (found != wanted.size()) {
            throw Edit.mismatch(this, target, "writes of fields with thread locals", wanted.size(), found);
        }
    }
}
