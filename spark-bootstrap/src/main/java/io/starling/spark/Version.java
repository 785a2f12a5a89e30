package io.starling.spark;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Which build this is. */
public record Version(String version, String gitId) {
    public static Version current() {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            throw new IllegalStateException("version.properties in the product's own jar cannot be read", e);
        }
        return new Version(properties.getProperty("version", "unknown"), properties.getProperty("gitId", "unknown"));
    }

    @Override
    public String toString() {
        return "starling " + version + " (" + gitId + ")";
    }
}
