package dev.weft.programs;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.VelocityEngine;
import org.apache.velocity.exception.VelocityException;

/** Velocity: loops, macros, references to beans and maps, and a template that fails. */
public final class Velocity {
    private static final String PAGE =
            """
            #macro(row $item $n)<tr><td>$n</td><td>$item.title</td><td>$item.price(2)</td></tr>#end
            #set($sum = 0)
            #foreach($item in $items)#row($item $foreach.count)#set($sum = $sum + $item.number)
            #if($foreach.hasNext),#end#end
            #if($sum > 20 && !$absent)much $sum#{else}little#end $map.key ${map.get("other")} $!absent $absent
            #foreach($e in $map.entrySet())$e.key=$e.value;#end #set($range = [1..5])$range #evaluate('$sum')
            """;

    private Velocity() {}

    /** A bean. */
    public static final class Item {
        private final int number;

        Item(int number) {
            this.number = number;
        }

        /** For templates. */
        public int getNumber() {
            return number;
        }

        /** For templates. */
        public String getTitle() {
            return "item " + number;
        }

        /** For templates. */
        public String price(int factor) {
            return number * factor + ".00";
        }
    }

    /** Renders. */
    public static void main(String[] args) {
        Quiet.logback();
        VelocityEngine engine = new VelocityEngine();
        engine.init();
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < Size.of(args, 10, 300); i++) {
            items.add(new Item(i));
        }
        VelocityContext context = new VelocityContext();
        context.put("items", items);
        context.put("map", new TreeMap<>(Map.of("key", "value", "other", List.of(1))));
        StringWriter out = new StringWriter();
        System.out.println(engine.evaluate(context, out, "page", PAGE) + " " + Digest.of(out));
        System.out.println(out.toString().lines().reduce((a, b) -> b).orElse("").trim());
        try {
            engine.evaluate(context, out, "bad", "#foreach($x in $items) $x");
        } catch (VelocityException e) {
            System.out.println(e.getClass().getSimpleName());
        }
    }
}
