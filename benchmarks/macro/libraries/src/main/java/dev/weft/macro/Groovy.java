package dev.weft.macro;

import dev.weft.bench.macro.MacroProgram;
import dev.weft.bench.macro.Place;
import groovy.text.GStringTemplateEngine;
import groovy.text.Template;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A page of Groovy's templates: a list with conditions and closures. */
public final class Groovy implements MacroProgram {
    private static final String PAGE =
            """
            <h1>${title}</h1>
            <% items.findAll { it.price > limit }.each { item -> %>
            <p>${item.name.toUpperCase()}: ${item.price * 2}<% if (item.price % 2 == 0) { %> even<% } %></p>
            <% } %>
            <p>${items.sum { it.price }} ${items.collect { it.name }.join('; ')}</p>
            """;

    private Template template;

    @Override
    public void open(Place place) throws Exception {
        template = new GStringTemplateEngine().createTemplate(PAGE);
    }

    @Override
    public int kinds() {
        return 5;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        List<Map<String, Object>> items = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            items.add(Map.of("name", "item " + i, "price", i * (kind + 1)));
        }
        Map<String, Object> binding = new HashMap<>(Map.of("title", "page " + kind, "items", items, "limit", 10));
        StringWriter out = new StringWriter();
        template.make(binding).writeTo(out);
        return out.toString().hashCode();
    }
}
