package io.starling.graph.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.graph.GraphKeys;
import io.starling.graph.GraphSettings;
import io.starling.graph.Topologies;
import io.starling.graph.Topology;
import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class GraphPictureTest {
    private static Topology topology(String kind, int nodes, int degree) {
        return Topologies.create(GraphSettings.none().with(GraphKeys.KIND, kind).with(GraphKeys.DEGREE, degree), nodes, 1);
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    @ParameterizedTest
    @CsvSource({
        "ring, 16, 2, 16, 16", "regular, 16, 5, 16, 40", "complete, 1, 1, 1, 0", "grid, 20, 1, 20, 31", "star, 9, 1, 9, 8",
        "exponential, 16, 1, 16, 56", "base, 6, 1, 24, 9", "random-matching, 16, 1, 96, 48", "regular, 300, 3, 300, 450"})
    void everyNodeAndEdgeIsDrawnInsideThePicture(String kind, int nodes, int degree, int circles, int lines) throws Exception {
        String svg = GraphPicture.svg(topology(kind, nodes, degree), kind);
        Document picture = parsed(svg);
        assertThat(picture.getElementsByTagName("circle").getLength()).isEqualTo(circles);
        assertThat(picture.getElementsByTagName("line").getLength()).isEqualTo(lines);
        NodeList drawn = picture.getElementsByTagName("circle");
        double side = circles == nodes ? 720 : 260;
        for (int i = 0; i < drawn.getLength(); i++) {
            Element circle = (Element) drawn.item(i);
            double radius = Double.parseDouble(circle.getAttribute("r"));
            assertThat(Double.parseDouble(circle.getAttribute("cx"))).isBetween(radius, side - radius);
            assertThat(Double.parseDouble(circle.getAttribute("cy"))).isBetween(radius, side - radius);
        }
    }

    @Test
    void theTitleIsTextWhateverItContains() throws Exception {
        Document picture = parsed(GraphPicture.svg(topology("ring", 4, 2), "a < b & <script>"));
        assertThat(picture.getElementsByTagName("title").item(0).getTextContent()).isEqualTo("a < b & <script>");
    }

    @Test
    void aGridLooksLikeAGrid() {
        double[][] positions = StressLayout.of(topology("grid", 25, 1).at(0));
        double edge = Math.hypot(positions[12][0] - positions[13][0], positions[12][1] - positions[13][1]);
        double across = Math.hypot(positions[0][0] - positions[24][0], positions[0][1] - positions[24][1]);
        assertThat(across / edge).isBetween(4.0, 9.0);
    }
}
