package io.starling.spark.decentralizepy;

import com.typesafe.config.ConfigUtil;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A configuration that is being made of an INI file: what has been set, what was left out and why, what is not quite the same. */
final class Draft {
    private final Ini ini;
    /** Section and key of what has been dealt with. */
    private final List<String> seen = new ArrayList<>();
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final List<IniImport.Remark> left = new ArrayList<>();
    private final List<IniImport.Remark> changed = new ArrayList<>();

    Draft(Ini ini) {
        this.ini = ini;
    }

    /** The value of a key, which thereby counts as dealt with. */
    Optional<String> take(String section, String key) {
        seen.add(section + "." + key);
        return ini.value(section, key).filter(value -> !value.isEmpty() && !value.equals("None"));
    }

    boolean takeFlag(String section, String key) {
        return take(section, key).map(Draft::isTrue).orElse(false);
    }

    static boolean isTrue(String value) {
        return List.of("true", "yes", "on", "1").contains(value.toLowerCase(java.util.Locale.ROOT));
    }

    /** A value of ours, as HOCON: numbers, flags and lists as they are. */
    void set(String key, Object value) {
        String text = String.valueOf(value);
        boolean plain = !(value instanceof String) || text.matches("[A-Za-z0-9][A-Za-z0-9_.-]*|\\[[0-9eE.,+ -]*\\]");
        settings.put(key, plain ? text : ConfigUtil.quoteString(text));
    }

    /** Hands a value on as it is, if it is given. */
    void copy(String section, String key, String ours) {
        take(section, key).ifPresent(value -> set(ours, value));
    }

    /** The key was given, and has no counterpart. */
    void leave(String section, String key, String why) {
        take(section, key).ifPresent(value -> left.add(new IniImport.Remark("[" + section + "] " + key, value, why)));
    }

    /** The key was taken over, but means something a little different here. */
    void change(String section, String key, String value, String how) {
        changed.add(new IniImport.Remark("[" + section + "] " + key, value, how));
    }

    /** Everything that nobody asked for. */
    void leaveTheRest() {
        ini.sections().forEach((section, values) -> values.forEach((key, value) -> {
            if (!seen.contains(section + "." + key)) {
                left.add(new IniImport.Remark("[" + section + "] " + key, value, "this key is not known, neither here nor, for all we know, to DecentralizePy"));
            }
        }));
    }

    Map<String, String> settings() {
        return settings;
    }

    List<IniImport.Remark> left() {
        return left;
    }

    List<IniImport.Remark> changed() {
        return changed;
    }
}
