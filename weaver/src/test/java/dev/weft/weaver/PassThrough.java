package dev.weft.weaver;

import dev.weft.weaver.weave.ImageWeave;
import dev.weft.weaver.weave.Weaver;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/** Stands for the weaver: hands on all classes as they are. */
public final class PassThrough implements Weaver {
    @Override
    public void weave(
            Map<String, Map<String, byte[]>> image,
            Map<String, byte[]> runtime,
            ImageWeave.Sink sink,
            ImageWeave.Progress progress,
            Set<String> onlyModules)
            throws IOException {
        int done = 0;
        int total = image.values().stream().mapToInt(Map::size).sum();
        for (Map.Entry<String, Map<String, byte[]>> module : image.entrySet()) {
            done += module.getValue().size();
            if (onlyModules == null || onlyModules.contains(module.getKey())) {
                for (Map.Entry<String, byte[]> file : module.getValue().entrySet()) {
                    sink.put(module.getKey(), file.getKey(), file.getValue());
                }
            }
            progress.classes(done, total);
        }
        for (Map.Entry<String, byte[]> file : runtime.entrySet()) {
            sink.put("java.base", file.getKey(), file.getValue());
        }
    }
}
