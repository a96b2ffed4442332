package dev.weft.macro;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.weft.bench.macro.MacroProgram;
import dev.weft.bench.macro.Place;
import dev.weft.bench.macro.WrongAnswer;
import dev.weft.programs.Jackson;
import java.util.ArrayList;
import java.util.List;

/** Jackson: objects to text, text to objects, text to trees. */
public final class JacksonPipeline implements MacroProgram {
    private static final int ORDERS = 50;

    private final ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    @Override
    public void open(Place place) {
        // nothing to be started
    }

    @Override
    public int kinds() {
        return 5;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        List<Jackson.Order> orders = new ArrayList<>();
        for (int i = 0; i < ORDERS; i++) {
            orders.add(Jackson.order(kind * ORDERS + i));
        }
        String text = mapper.writeValueAsString(orders);
        List<Jackson.Order> read = mapper.readValue(text, new TypeReference<List<Jackson.Order>>() {});
        if (!mapper.writeValueAsString(read).equals(text)) {
            throw new WrongAnswer("what was read is not what was written");
        }
        long sum = text.hashCode();
        for (JsonNode each : mapper.readTree(text)) {
            sum = sum * 31 + each.path("no").asInt() + each.path("shapes").size();
        }
        return sum;
    }
}
