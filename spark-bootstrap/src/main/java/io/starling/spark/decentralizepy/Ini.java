package io.starling.spark.decentralizepy;

import io.starling.config.UserError;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An INI file as DecentralizePy reads it: sections of {@code key = value}; lines that begin with ; or # are comments.
 *
 * <p>Unlike its reader, this one takes a blank followed by ; or # within a value for a comment: files with such comments are about, and
 * no value of its keys holds one.
 */
public final class Ini {
    private final Map<String, Map<String, String>> sections = new LinkedHashMap<>();

    private Ini() {
    }

    /** Section → key → value, in the file's order. */
    public Map<String, Map<String, String>> sections() {
        return sections;
    }

    public Optional<String> value(String section, String key) {
        return Optional.ofNullable(sections.getOrDefault(section, Map.of()).get(key));
    }

    public static Ini parse(String text) {
        Ini ini = new Ini();
        Map<String, String> section = null;
        int number = 0;
        for (String raw : text.split("\\R")) {
            number++;
            String line = raw.strip();
            if (line.isEmpty() || line.startsWith(";") || line.startsWith("#")) {
                continue;
            }
            int separator = line.indexOf('=') >= 0 ? line.indexOf('=') : line.indexOf(':');
            if (line.startsWith("[") && line.endsWith("]")) {
                section = ini.sections.computeIfAbsent(line.substring(1, line.length() - 1).strip(), name -> new LinkedHashMap<>());
            } else if (section == null || separator <= 0) {
                throw new UserError("Line " + number + " of the INI file, \"" + line + "\", is neither [SECTION] nor key = value in one.");
            } else {
                section.put(line.substring(0, separator).strip(), withoutComment(line.substring(separator + 1)).strip());
            }
        }
        return ini;
    }

    private static String withoutComment(String value) {
        return value.split("\\s[;#]", 2)[0];
    }
}
