package dev.weft.programs;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.safety.Safelist;

/** Jsoup: HTML as it is found, selected from, changed and cleaned. */
public final class JsoupProgram {
    private JsoupProgram() {}

    /** Parses. */
    public static void main(String[] args) {
        StringBuilder html = new StringBuilder("<!doctype html><title>T &amp; U</title><body><table>");
        for (int i = 0; i < Size.of(args, 60, 2_000); i++) {
            html.append("<tr class=r")
                    .append(i % 3)
                    .append("><td>")
                    .append(i)
                    .append("<td><a href='/p?i=")
                    .append(i)
                    .append("&amp;x=1'>link <b>")
                    .append(i)
                    .append("</a></b><script>alert(")
                    .append(i)
                    .append(")</script>");
        }
        Document document = Jsoup.parse(html.toString(), "http://example.com/");
        System.out.println(document.title() + ": " + document.select("tr").size() + " rows");
        System.out.println(
                document.select("tr.r1:nth-child(5n) > td > a[href*=x]").eachAttr("abs:href"));
        System.out.println(document.select("td:contains(17) b").text());
        for (Element each : document.select("a:has(b)")) {
            each.attr("rel", "nofollow").wrap("<div></div>").appendText("!");
        }
        System.out.println("changed: " + Digest.of(document.outerHtml()));
        System.out.println(
                "cleaned: " + Digest.of(Jsoup.clean(html.toString(), "http://example.com/", Safelist.relaxed())));
        System.out.println(Jsoup.parse("<p>a<p>b<i>c</p>d").body().html().replace("\n", ""));
    }
}
