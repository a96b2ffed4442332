package dev.weft.programs;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Jackson: beans, records, polymorphic types, trees, and text that is no JSON. */
public final class Jackson {
    private Jackson() {}

    /** One of several kinds. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Circle.class, name = "circle"),
        @JsonSubTypes.Type(value = Box.class, name = "box")
    })
    public interface Shape {}

    /** A record. */
    public record Circle(double radius) implements Shape {}

    /** Another. */
    public record Box(int width, int height) implements Shape {}

    /** A bean of the old kind. */
    public static final class Order {
        private int number;
        private String customer;
        private BigDecimal total;
        private List<Shape> shapes = new ArrayList<>();
        private Map<String, Object> more = new LinkedHashMap<>();

        /** Its number. */
        @JsonProperty("no")
        public int getNumber() {
            return number;
        }

        /** Sets it. */
        public void setNumber(int value) {
            number = value;
        }

        /** Who. */
        public String getCustomer() {
            return customer;
        }

        /** Sets it. */
        public void setCustomer(String value) {
            customer = value;
        }

        /** How much. */
        public BigDecimal getTotal() {
            return total;
        }

        /** Sets it. */
        public void setTotal(BigDecimal value) {
            total = value;
        }

        /** What. */
        public List<Shape> getShapes() {
            return shapes;
        }

        /** Sets it. */
        public void setShapes(List<Shape> value) {
            shapes = value;
        }

        /** All else. */
        public Map<String, Object> getMore() {
            return more;
        }

        /** Sets it. */
        public void setMore(Map<String, Object> value) {
            more = value;
        }

        /** Is not written. */
        @JsonIgnore
        public String getSecret() {
            throw new IllegalStateException("read");
        }
    }

    /** Writes and reads. */
    public static void main(String[] args) throws Exception {
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
        List<Order> orders = new ArrayList<>();
        for (int i = 0; i < Size.of(args, 20, 500); i++) {
            orders.add(order(i));
        }
        String text = mapper.writerWithDefaultPrettyPrinter().writeValueAsString(orders);
        System.out.println("text: " + Digest.of(text));
        System.out.println(mapper.writeValueAsString(orders.get(7)));
        List<Order> read = mapper.readValue(text, new TypeReference<List<Order>>() {});
        System.out.println("equal again: " + mapper.writeValueAsString(read).equals(mapper.writeValueAsString(orders)));
        JsonNode tree = mapper.readTree(text);
        int sum = 0;
        for (JsonNode each : tree) {
            ((ObjectNode) each).put("seen", true);
            sum += each.path("shapes").path(0).path("width").asInt(1);
        }
        System.out.println("sum: " + sum + ", tree: " + Digest.of(tree.toString()));
        System.out.println(mapper.convertValue(tree.get(3), Map.class).keySet());
        fail(mapper, "{\"no\": 1, \"unknown\": 2}");
        fail(mapper, "{\"no\": \"x\"}");
        fail(mapper, "{\"no\": 1");
        fail(mapper, "{\"shapes\": [{\"kind\": \"star\"}]}");
    }

    /** An order, always the same for a number. */
    public static Order order(int i) {
        Order order = new Order();
        order.setNumber(i);
        order.setCustomer("customer \"" + i % 7 + "\" \u00e9\u4e2d");
        order.setTotal(new BigDecimal(i).movePointLeft(2));
        order.getShapes().add(i % 2 == 0 ? new Circle(i / 3.0) : new Box(i, i + 1));
        order.getMore().put("list", List.of(1, "two", 3.5));
        order.getMore().put("map", Map.of("k", i));
        return order;
    }

    private static void fail(ObjectMapper mapper, String text) {
        try {
            System.out.println(mapper.readValue(text, Order.class));
        } catch (JsonProcessingException e) {
            System.out.println(e.getClass().getSimpleName() + ": "
                    + e.getMessage().lines().findFirst().orElse(""));
        }
    }
}
