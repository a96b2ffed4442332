package dev.weft.large;

import dev.weft.bench.macro.Place;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import net.sf.jasperreports.engine.JasperCompileManager;
import net.sf.jasperreports.engine.JasperExportManager;
import net.sf.jasperreports.engine.JasperFillManager;
import net.sf.jasperreports.engine.JasperPrint;
import net.sf.jasperreports.engine.JasperReport;
import net.sf.jasperreports.engine.data.JRBeanCollectionDataSource;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.FormulaEvaluator;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.ss.usermodel.Workbook;
import org.apache.poi.ss.usermodel.WorkbookFactory;
import org.apache.poi.xssf.streaming.SXSSFWorkbook;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.apache.poi.xwpf.usermodel.XWPFParagraph;

/** Document tools: PDFBox writes, reads and paints, POI makes sheets and texts, JasperReports compiles and fills. */
public final class Documents extends LargeProgram {
    private static final int PAGES = 5;
    private static final int ROWS = 100;
    private static final String REPORT =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <jasperReport xmlns="http://jasperreports.sourceforge.net/jasperreports" name="large" pageWidth="595"
                pageHeight="842" columnWidth="515" leftMargin="40" rightMargin="40" topMargin="50" bottomMargin="50">
              <parameter name="title" class="java.lang.String"/>
              <field name="name" class="java.lang.String"/>
              <field name="amount" class="java.lang.Integer"/>
              <variable name="sum" class="java.lang.Integer" calculation="Sum">
                <variableExpression><![CDATA[$F{amount}]]></variableExpression>
              </variable>
              <title><band height="40"><textField><reportElement x="0" y="0" width="300" height="30"/>
                <textFieldExpression><![CDATA[$P{title}]]></textFieldExpression></textField></band></title>
              <detail><band height="20">
                <textField><reportElement x="0" y="0" width="200" height="18"/>
                  <textFieldExpression><![CDATA[$F{name}]]></textFieldExpression></textField>
                <textField><reportElement x="200" y="0" width="100" height="18"/>
                  <textFieldExpression><![CDATA[$F{amount} * 2]]></textFieldExpression></textField>
              </band></detail>
              <summary><band height="40"><textField><reportElement x="0" y="0" width="300" height="30"/>
                <textFieldExpression><![CDATA["sum " + $V{sum}]]></textFieldExpression></textField></band></summary>
            </jasperReport>
            """;

    /** What a report has a line for. */
    public record Line(String name, int amount) {
        /** For JasperReports, which looks for beans. */
        public String getName() {
            return name;
        }

        /** For JasperReports, which looks for beans. */
        public Integer getAmount() {
            return amount;
        }
    }

    @Override
    protected void start(Place place) {}

    @Override
    public int kinds() {
        return 4;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        return switch (kind) {
            case 0 -> pdf();
            case 1 -> sheet();
            case 2 -> text();
            default -> report();
        };
    }

    private static long pdf() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PDDocument document = new PDDocument()) {
            for (int i = 0; i < PAGES; i++) {
                PDPage page = new PDPage();
                document.addPage(page);
                try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                    content.beginText();
                    content.setFont(PDType1Font.HELVETICA, 12);
                    content.newLineAtOffset(50, 700);
                    content.showText("page " + i + " of a document that is written, read and painted");
                    content.endText();
                    content.addRect(100, 100, 50 + i, 70);
                    content.fill();
                }
            }
            document.save(bytes);
        }
        try (PDDocument document = PDDocument.load(bytes.toByteArray())) {
            String text = new PDFTextStripper().getText(document);
            same(
                    (long) PAGES,
                    text.lines().filter(each -> each.contains("painted")).count(),
                    "lines of text");
            PDFRenderer renderer = new PDFRenderer(document);
            long sum = text.hashCode();
            for (int i = 0; i < PAGES; i++) {
                sum = sum * 31 + pixels(renderer.renderImage(i, 0.5f));
            }
            return sum;
        }
    }

    private static long pixels(BufferedImage image) {
        CRC32 sum = new CRC32();
        for (int rgb : image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth())) {
            sum.update(rgb);
            sum.update(rgb >> 8);
            sum.update(rgb >> 16);
        }
        return sum.getValue();
    }

    private static long sheet() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (SXSSFWorkbook workbook = new SXSSFWorkbook(10)) {
            Sheet sheet = workbook.createSheet("numbers");
            for (int r = 0; r < ROWS; r++) {
                Row row = sheet.createRow(r);
                row.createCell(0).setCellValue(r);
                row.createCell(1).setCellValue("row " + r);
                row.createCell(2).setCellFormula("A" + (r + 1) + "*2+SUM(A1:A" + (r + 1) + ")");
            }
            workbook.write(bytes);
            workbook.dispose();
        }
        try (Workbook workbook = WorkbookFactory.create(new ByteArrayInputStream(bytes.toByteArray()))) {
            FormulaEvaluator evaluator = workbook.getCreationHelper().createFormulaEvaluator();
            long sum = 0;
            for (Row row : workbook.getSheetAt(0)) {
                Cell cell = row.getCell(2);
                sum += Math.round(evaluator.evaluate(cell).getNumberValue())
                        + row.getCell(1).getStringCellValue().hashCode();
            }
            return sum;
        }
    }

    private static long text() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (XWPFDocument document = new XWPFDocument()) {
            for (int i = 0; i < ROWS; i++) {
                XWPFParagraph paragraph = document.createParagraph();
                paragraph.createRun().setText("paragraph " + i);
            }
            document.createTable(3, 3).getRow(1).getCell(1).setText("middle");
            document.write(bytes);
        }
        try (XWPFDocument document = new XWPFDocument(new ByteArrayInputStream(bytes.toByteArray()))) {
            StringBuilder all = new StringBuilder();
            document.getParagraphs().forEach(each -> all.append(each.getText()).append('\n'));
            return all.append(document.getTables().get(0).getText()).toString().hashCode();
        }
    }

    private static long report() throws Exception {
        JasperReport report = JasperCompileManager.compileReport(new ByteArrayInputStream(REPORT.getBytes()));
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            lines.add(new Line("line " + i, i * 7));
        }
        JasperPrint print = JasperFillManager.fillReport(
                report, new HashMap<>(Map.of("title", "a report")), new JRBeanCollectionDataSource(lines));
        byte[] pdf = JasperExportManager.exportReportToPdf(print);
        try (PDDocument document = PDDocument.load(pdf)) {
            String text = new PDFTextStripper().getText(document);
            expect(text.contains("sum " + ROWS * (ROWS - 1) / 2 * 7), "no sum in " + text);
            return text.hashCode() * 31L + document.getNumberOfPages();
        }
    }

    @Override
    protected void stop() {}
}
