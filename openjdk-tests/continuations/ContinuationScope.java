/** In place of JDK 21's {@code jdk.internal.vm.ContinuationScope}. */
public class ContinuationScope {
    final dev.weft.ContinuationScope delimiter;

    public ContinuationScope() {
        this("scope");
    }

    public ContinuationScope(String name) {
        delimiter = new dev.weft.ContinuationScope(name);
    }
}
