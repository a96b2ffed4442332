import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Hides {@code java.lang.StackWalker}, which JDK 17 has without scopes: one that ends where the innermost continuation
 * of a scope does, or has the frames of a suspended one.
 */
public final class StackWalker {
    public enum Option {
        RETAIN_CLASS_REFERENCE,
        SHOW_REFLECT_FRAMES,
        SHOW_HIDDEN_FRAMES
    }

    private final Supplier<List<StackTraceElement>> frames;

    StackWalker(Supplier<List<StackTraceElement>> frames) {
        this.frames = frames;
    }

    public static StackWalker getInstance() {
        return getInstance(null);
    }

    static StackWalker getInstance(ContinuationScope within) {
        return new StackWalker(() -> Continuation.ofCaller(within, ofTests()));
    }

    /** Those of the caller, without the adapter's own on top. */
    private static List<StackTraceElement> ofTests() {
        return java.lang.StackWalker.getInstance(java.lang.StackWalker.Option.SHOW_REFLECT_FRAMES)
                .walk(all -> all.map(java.lang.StackWalker.StackFrame::toStackTraceElement)
                        .dropWhile(each -> each.getClassName().startsWith("StackWalker"))
                        .collect(Collectors.toList()));
    }

    public <T> T walk(Function<? super Stream<StackFrame>, ? extends T> function) {
        return function.apply(frames.get().stream().map(StackFrame::new));
    }
}
