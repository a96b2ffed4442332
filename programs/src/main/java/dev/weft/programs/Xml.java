package dev.weft.programs;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** The JDK's XML: SAX, DOM, StAX, XPath, a schema, and XSLT, which it compiles into classes. */
public final class Xml {
    private static final String STYLE =
            """
            <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
              <xsl:output method="xml" indent="yes"/>
              <xsl:key name="by-kind" match="item" use="@kind"/>
              <xsl:variable name="limit" select="5"/>
              <xsl:template match="/list">
                <out total="{sum(item/@price)}">
                  <xsl:for-each select="item[count(. | key('by-kind', @kind)[1]) = 1]">
                    <xsl:sort select="@kind" order="descending"/>
                    <group kind="{@kind}"><xsl:apply-templates select="key('by-kind', @kind)"/></group>
                  </xsl:for-each>
                  <xsl:call-template name="count"><xsl:with-param name="n" select="3"/></xsl:call-template>
                </out>
              </xsl:template>
              <xsl:template match="item[@price &gt; $limit]"><dear><xsl:value-of select="translate(., 'abc', 'ABC')"/></dear></xsl:template>
              <xsl:template match="item"><cheap><xsl:copy-of select="@price"/><xsl:value-of select="position()"/></cheap></xsl:template>
              <xsl:template name="count">
                <xsl:param name="n"/>
                <xsl:if test="$n &gt; 0">
                  <xsl:value-of select="concat($n, ' ')"/>
                  <xsl:call-template name="count"><xsl:with-param name="n" select="$n - 1"/></xsl:call-template>
                </xsl:if>
              </xsl:template>
            </xsl:stylesheet>
            """;
    private static final String SCHEMA =
            """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <xs:element name="list"><xs:complexType><xs:sequence>
                <xs:element name="item" maxOccurs="unbounded"><xs:complexType mixed="true">
                  <xs:attribute name="kind" use="required"><xs:simpleType>
                    <xs:restriction base="xs:string"><xs:pattern value="k[0-4]"/></xs:restriction></xs:simpleType></xs:attribute>
                  <xs:attribute name="price" type="xs:decimal"/>
                </xs:complexType></xs:element>
              </xs:sequence></xs:complexType></xs:element>
            </xs:schema>
            """;

    private Xml() {}

    /** Parses and transforms. */
    public static void main(String[] args) throws Exception {
        String text = write(Size.of(args, 60, 3_000));
        System.out.println("text: " + Digest.of(text));
        Digest events = new Digest();
        SAXParserFactory.newInstance().newSAXParser().parse(bytes(text), new DefaultHandler() {
            @Override
            public void startElement(String uri, String local, String name, Attributes attributes) {
                events.add(name + attributes.getLength() + attributes.getValue("kind"));
            }

            @Override
            public void characters(char[] chars, int start, int length) {
                events.add(new String(chars, start, length));
            }
        });
        System.out.println("sax: " + events);
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(bytes(text));
        NodeList found = (NodeList) XPathFactory.newInstance()
                .newXPath()
                .evaluate("//item[@price > 7 and contains(., 'b')]/@kind", document, XPathConstants.NODESET);
        System.out.println("xpath: " + found.getLength() + " "
                + XPathFactory.newInstance()
                        .newXPath()
                        .evaluate("string(//item[3]/preceding-sibling::item[1])", document));
        transform(text, document);
        validate(text);
        validate(text.replaceFirst("k1", "bad"));
        try {
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(bytes("<a><b></a>"));
        } catch (SAXException e) {
            System.out.println(e.getMessage());
        }
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String write(int items) throws Exception {
        StringWriter text = new StringWriter();
        XMLStreamWriter writer = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
        writer.writeStartDocument();
        writer.writeStartElement("list");
        for (int i = 0; i < items; i++) {
            writer.writeStartElement("item");
            writer.writeAttribute("kind", "k" + i % 5);
            writer.writeAttribute("price", "" + i % 11);
            writer.writeCharacters("<abc & " + i + ">");
            writer.writeEndElement();
        }
        writer.writeEndElement();
        writer.writeEndDocument();
        writer.close();
        XMLStreamReader reader = XMLInputFactory.newInstance().createXMLStreamReader(new StringReader(text.toString()));
        int kinds = 0;
        while (reader.hasNext()) {
            kinds += reader.next();
        }
        System.out.println("stax: " + kinds);
        return text.toString();
    }

    private static void transform(String text, Document document) throws Exception {
        TransformerFactory factory = TransformerFactory.newInstance();
        Transformer style = factory.newTransformer(new StreamSource(new StringReader(STYLE)));
        StringWriter out = new StringWriter();
        style.transform(new StreamSource(new StringReader(text)), new StreamResult(out));
        System.out.println("xslt: " + Digest.of(out) + " "
                + out.toString().lines().toList().get(1));
        Transformer copy = factory.newTransformer();
        copy.setOutputProperty(OutputKeys.INDENT, "yes");
        copy.setOutputProperty(OutputKeys.ENCODING, "US-ASCII");
        StringWriter copied = new StringWriter();
        copy.transform(new DOMSource(document), new StreamResult(copied));
        System.out.println("dom: " + Digest.of(copied));
    }

    private static void validate(String text) throws Exception {
        try {
            SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                    .newSchema(new StreamSource(new StringReader(SCHEMA)))
                    .newValidator()
                    .validate(new StreamSource(new StringReader(text)));
            System.out.println("valid");
        } catch (SAXException e) {
            System.out.println(e.getMessage());
        }
    }
}
