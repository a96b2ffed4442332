package dev.weft.examples;

import dev.weft.AsymCoroutine;
import java.io.IOException;
import java.io.StringReader;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * After Stadler, Wimmer and W&uuml;rthinger, PPPJ 2010: a parser that calls its user, turned into one that is called.
 */
public final class CoSaxParser extends AsymCoroutine<Void, String> {
    private static final String TEXT = "<books><book id='1'><title>Coroutines</title></book><book id='2'/></books>";

    @Override
    protected String run(Void nothing) {
        try {
            SAXParserFactory.newInstance()
                    .newSAXParser()
                    .parse(new InputSource(new StringReader(TEXT)), new DefaultHandler() {
                        @Override
                        public void startElement(String uri, String local, String name, Attributes attributes) {
                            ret(name);
                        }
                    });
            return "end";
        } catch (SAXException | IOException | ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Takes the names of the elements, one at a time. */
    public static void main(String[] args) {
        for (String name : new CoSaxParser()) {
            System.out.println(name);
        }
    }
}
