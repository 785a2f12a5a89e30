package io.starling.config;

import java.util.List;
import java.util.function.Function;

/**
 * One configuration key, declared once: name, type, default, check and documentation.
 *
 * <p>Parsing, validation, {@code starling config} and the reference page all come from these declarations.
 *
 * <pre>{@code
 * static final Key<Integer> DEGREE = Key.integer("graph.degree").atLeast(1).orElse(5)
 *     .doc("Neighbours of every node in regular graphs.");
 * static final Key<Double> RATE = Key.number("training.lr").moreThan(0).orElse(0.05).perNode()
 *     .doc("Learning rate of the local steps.");
 * }</pre>
 *
 * <p>A key without a default is required where it is read; {@link #optional()} makes it a key that may be absent
 * ({@link Settings#has}). A {@link #perNode()} key may also stand in {@code overrides} for chosen nodes.
 *
 * @param <T> the Java type of the value
 */
public final class Key<T> {
    private final String name;
    private final Type<T> type;
    private final T defaultValue;
    private final boolean required;
    private final boolean perNode;
    private final Check<T> check;
    private final String doc;

    /** Says what is wrong with a value, or null if nothing is; {@code wanted} describes what would be right. */
    private record Check<T>(Function<T, Boolean> holds, String wanted) {
    }

    private Key(String name, Type<T> type, T defaultValue, boolean required, boolean perNode, Check<T> check, String doc) {
        this.name = name;
        this.type = type;
        this.defaultValue = defaultValue;
        this.required = required;
        this.perNode = perNode;
        this.check = check;
        this.doc = doc;
    }

    private static <T> Key<T> of(String name, Type<T> type) {
        return new Key<>(name, type, null, true, false, null, "");
    }

    public static Key<Integer> integer(String name) {
        return of(name, Type.INTEGER);
    }

    public static Key<Long> longInteger(String name) {
        return of(name, Type.LONG);
    }

    public static Key<Double> number(String name) {
        return of(name, Type.NUMBER);
    }

    public static Key<Boolean> flag(String name) {
        return of(name, Type.FLAG);
    }

    public static Key<String> string(String name) {
        return of(name, Type.STRING);
    }

    /** A time span such as {@code 30s}, {@code 5 minutes}, {@code 250ms}. */
    public static Key<java.time.Duration> duration(String name) {
        return of(name, Type.DURATION);
    }

    /** A size such as {@code 1MiB}, {@code 512k}, in bytes. */
    public static Key<Long> bytes(String name) {
        return of(name, Type.BYTES);
    }

    public static Key<List<Integer>> integers(String name) {
        return of(name, Type.INTEGERS);
    }

    public static Key<List<Double>> numbers(String name) {
        return of(name, Type.NUMBERS);
    }

    public static Key<List<String>> strings(String name) {
        return of(name, Type.STRINGS);
    }

    /** Free name-value pairs handed on to something else, such as Spark's own settings. */
    public static Key<java.util.Map<String, String>> properties(String name) {
        return of(name, Type.PROPERTIES);
    }

    public Key<T> orElse(T value) {
        return new Key<>(name, type, value, false, perNode, check, doc);
    }

    public Key<T> optional() {
        return new Key<>(name, type, null, false, perNode, check, doc);
    }

    public Key<T> perNode() {
        return new Key<>(name, type, defaultValue, required, true, check, doc);
    }

    public Key<T> doc(String text) {
        return new Key<>(name, type, defaultValue, required, perNode, check, text);
    }

    public Key<T> check(Function<T, Boolean> holds, String wanted) {
        return new Key<>(name, type, defaultValue, required, perNode, new Check<>(holds, wanted), doc);
    }

    public Key<T> atLeast(double least) {
        return check(v -> ((Number) v).doubleValue() >= least, "at least " + plain(least));
    }

    public Key<T> moreThan(double bound) {
        return check(v -> ((Number) v).doubleValue() > bound, "more than " + plain(bound));
    }

    public Key<T> between(double least, double most) {
        return check(v -> ((Number) v).doubleValue() >= least && ((Number) v).doubleValue() <= most,
            "from " + plain(least) + " to " + plain(most));
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    public final Key<T> oneOf(T... values) {
        List<T> allowed = List.of(values);
        return check(allowed::contains, "one of " + allowed.stream().map(Object::toString).reduce((a, b) -> a + ", " + b).orElse(""));
    }

    public String name() {
        return name;
    }

    public Type<T> type() {
        return type;
    }

    /** The default, or null where there is none. */
    public T defaultValue() {
        return defaultValue;
    }

    public boolean isRequired() {
        return required;
    }

    public boolean isPerNode() {
        return perNode;
    }

    public String doc() {
        return doc;
    }

    /** What a value must be beyond its type, or the empty string. */
    public String wanted() {
        return check == null ? "" : check.wanted;
    }

    /** The first part of the name: {@code training} of {@code training.lr}. */
    public String section() {
        int dot = name.indexOf('.');
        return dot < 0 ? "" : name.substring(0, dot);
    }

    /** Returns the value, or says why it is not one. */
    T checked(T value) {
        if (check != null && !check.holds.apply(value)) {
            throw new UserError(name + " = " + value + " is not allowed: it must be " + check.wanted + ".");
        }
        return value;
    }

    boolean sameDeclaration(Key<?> other) {
        return name.equals(other.name) && type == other.type && java.util.Objects.equals(defaultValue, other.defaultValue);
    }

    @Override
    public String toString() {
        return name;
    }

    private static String plain(double d) {
        return d == Math.rint(d) && Math.abs(d) < 1e15 ? Long.toString((long) d) : Double.toString(d);
    }
}
