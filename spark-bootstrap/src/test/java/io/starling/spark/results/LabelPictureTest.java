package io.starling.spark.results;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LabelPictureTest {
    @Test
    void aCircleForEachLabelOfEachNode() {
        String svg = LabelPicture.svg(new long[][] {{4, 0, 16}, {0, 1, 0}}, "run-1");
        assertThat(svg).startsWith("<svg").contains("run-1").contains("node 0, label 2: 16").contains("node 1, label 1: 1").endsWith("</svg>\n");
        assertThat(svg.split("<circle")).hasSize(4);
    }

    @Test
    void aThousandNodesStayOnThePage() {
        assertThat(LabelPicture.svg(new long[1024][10], "big")).contains("width=\"1720\"");
    }
}
