package dev.weft.weaver.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file {@code lib/jfr/weft.jfc} of a woven image: {@code settings=weft} names it. */
final class RecordingSettings {
    private static final String[][] EVENTS = {
        {"weft.FiberStart", "", ""},
        {"weft.FiberEnd", "", ""},
        {"weft.FiberPark", "threshold", "1 ms"},
        {"weft.FiberPinned", "threshold", "1 ms"},
        {"weft.FiberSubmitFailed", "", ""},
        {"weft.FiberSample", "period", "20 ms"},
        {"weft.SocketRead", "threshold", "1 ms"},
        {"weft.SocketWrite", "threshold", "1 ms"},
        {"weft.CarrierBlocked", "threshold", "1 ms"},
        {"weft.WatchdogAdded", "", ""},
        {"weft.SchedulerStatistics", "period", "1 s"}
    };

    private RecordingSettings() {}

    /** Writes it, unless the JDK keeps such files elsewhere, or has none. */
    static void write(Path image) throws IOException {
        Path folder = image.resolve("lib/jfr");
        if (Files.isDirectory(folder) && !Files.isSymbolicLink(folder)) {
            Files.writeString(folder.resolve("weft.jfc"), text());
        }
    }

    private static String text() {
        StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                + "<configuration version=\"2.0\" label=\"Weft\" description=\"All events of fibers\" "
                + "provider=\"Weft\">\n");
        for (String[] each : EVENTS) {
            text.append("  <event name=\"").append(each[0]).append("\">\n");
            setting("enabled", "true", text);
            if (!each[1].isEmpty()) {
                setting(each[1], each[2], text);
            }
            text.append("  </event>\n");
        }
        return text.append("</configuration>\n").toString();
    }

    private static void setting(String name, String value, StringBuilder text) {
        text.append("    <setting name=\"")
                .append(name)
                .append("\">")
                .append(value)
                .append("</setting>\n");
    }
}
