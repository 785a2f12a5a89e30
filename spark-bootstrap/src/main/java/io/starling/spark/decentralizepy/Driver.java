package io.starling.spark.decentralizepy;

import io.starling.config.UserError;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The scripts by which DecentralizePy is started; each has one kind of node. */
public enum Driver {
    TESTING("testing", "d-psgd", null),
    MANUAL("testingManual", "d-psgd", null),
    PEER_SAMPLER("testingPeerSampler", "d-psgd-sampler", null),
    PEER_SAMPLER_DYNAMIC("testingPeerSamplerDynamic", "d-psgd-sampler", "dynamic-regular"),
    PEER_SAMPLER_DYNAMIC_MANUAL("testingPeerSamplerDynamicManual", "d-psgd-sampler", "dynamic-regular"),
    EL_LOCAL("testingEL_Local", "el-local", "epidemic-local"),
    EL_ORACLE("testingEL_Oracle", "el-oracle", "dynamic-regular");

    private final String script;
    private final String role;
    private final String graph;

    Driver(String script, String role, String graph) {
        this.script = script;
        this.role = role;
        this.graph = graph;
    }

    String role() {
        return role;
    }

    /** The family of graphs; null if the graph comes from a file. */
    public String graph() {
        return graph;
    }

    /** By the script's name, with or without .py. */
    public static Driver of(String name) {
        String script = name.replaceFirst(".*/", "").replaceFirst("\\.py$", "");
        return Arrays.stream(values()).filter(driver -> driver.script.equals(script)).findFirst().orElseThrow(() -> new UserError(
            "--driver " + name + " has no counterpart here; there are: " + Arrays.stream(values()).map(driver -> driver.script).collect(Collectors.joining(", ")) + "."));
    }
}
