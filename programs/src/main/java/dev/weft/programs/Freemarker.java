package dev.weft.programs;

import freemarker.cache.StringTemplateLoader;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Freemarker: lists, macros, includes, functions, beans, and a template that fails. */
public final class Freemarker {
    private static final String PAGE =
            """
            <#import "lib" as lib><#assign total = 0>
            <#list items as item><#assign total += item.price>
            ${item?index}: <@lib.bold>${item.name?cap_first?html}</@lib.bold> ${item.price?string("0.00")}<#sep>,</#sep>
            </#list>
            <#if total gt 100>much<#elseif total == 0>nothing<#else>some</#if> ${lib.twice(total)?c}
            <#switch kind><#case "a">A<#break><#default>other</#switch> ${missing!"absent"} ${when?string.iso}
            <#list map as key, value>${key}=${value?join("+")} </#list>${"a-b-c"?split("-")?reverse?join("")}
            ${items?filter(i -> i.price > 3)?map(i -> i.name)?join(" ")}
            """;
    private static final String LIB =
            "<#macro bold><b><#nested></b></#macro><#function twice x><#return x * 2></#function>";

    private Freemarker() {}

    /** A bean. */
    public record Item(String name, double price) {
        /** For templates. */
        public String getName() {
            return name;
        }

        /** For templates. */
        public double getPrice() {
            return price;
        }
    }

    /** Renders. */
    public static void main(String[] args) throws Exception {
        Quiet.logback();
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_33);
        StringTemplateLoader loader = new StringTemplateLoader();
        loader.putTemplate("page", PAGE);
        loader.putTemplate("lib", LIB);
        loader.putTemplate("bad", "x ${a.b.c} y");
        configuration.setTemplateLoader(loader);
        configuration.setLocale(Locale.US);
        configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        configuration.setLogTemplateExceptions(false);
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < Size.of(args, 10, 300); i++) {
            items.add(new Item("<item " + i + ">", i * 0.75));
        }
        StringWriter out = new StringWriter();
        configuration
                .getTemplate("page")
                .process(
                        Map.of(
                                "items",
                                items,
                                "kind",
                                "b",
                                "when",
                                new java.sql.Date(0),
                                "map",
                                new TreeMap<>(Map.of("x", List.of(1, 2)))),
                        out);
        System.out.println(Digest.of(out)
                + out.toString().lines().reduce((a, b) -> b).orElse("").trim());
        System.out.println(out.toString().lines().skip(4).limit(6).toList());
        try {
            configuration.getTemplate("bad").process(Map.of("a", Map.of()), new StringWriter());
        } catch (TemplateException e) {
            System.out.println(e.getMessageWithoutStackTop().lines().findFirst().orElse(""));
        }
    }
}
