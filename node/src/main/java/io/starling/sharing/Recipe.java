package io.starling.sharing;

import io.starling.compression.CompressionKeys;
import io.starling.compression.IndexCodec;
import io.starling.compression.ValueCodec;
import io.starling.config.Key;
import io.starling.config.Modules;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.sharing.averaging.Averaging;
import io.starling.sharing.averaging.ParameterWise;
import io.starling.sharing.averaging.Weighted;
import io.starling.sharing.domain.Domain;
import io.starling.sharing.domain.Fourier;
import io.starling.sharing.domain.Plain;
import io.starling.sharing.domain.Wavelet;
import io.starling.sharing.importance.AllChanges;
import io.starling.sharing.importance.Change;
import io.starling.sharing.importance.Importance;
import io.starling.sharing.importance.Magnitude;
import io.starling.sharing.importance.Normalized;
import io.starling.sharing.importance.TrainingChanges;
import io.starling.sharing.selection.BoundedTopK;
import io.starling.sharing.selection.RandomMask;
import io.starling.sharing.selection.RoundRobin;
import io.starling.sharing.selection.Selection;
import io.starling.sharing.selection.TopK;
import java.util.List;

/**
 * Which parts a method of partial sharing is made of, by name. The configuration may replace any of them.
 *
 * @param level  of the wavelet transform: a number or max
 * @param alphas the list to draw the budget from; null: {@code sharing.alpha}
 */
record Recipe(String importance, String selection, String domain, String level, String averaging, String indices, String values, List<Double> alphas) {
    /** The simplest of them all: the most changed parameters, as they are. */
    static final Recipe TOP_K = new Recipe("change", "top-k", "plain", "max", "weighted", "elias-gamma", "f32", null);

    Recipe withSelection(String name) {
        return new Recipe(importance, name, domain, level, averaging, indices, values, alphas);
    }

    Recipe withImportance(String name) {
        return new Recipe(name, selection, domain, level, averaging, indices, values, alphas);
    }

    /** This recipe with what the configuration replaces. */
    private Recipe in(Settings settings) {
        return new Recipe(given(settings, SharingKeys.IMPORTANCE, importance), given(settings, SharingKeys.SELECTION, selection),
            given(settings, SharingKeys.DOMAIN, domain), given(settings, SharingKeys.WAVELET_LEVEL, level),
            given(settings, SharingKeys.AVERAGING, averaging), given(settings, CompressionKeys.INDICES, indices),
            given(settings, CompressionKeys.VALUES, values), alphas);
    }

    static String given(Settings settings, Key<String> key, String otherwise) {
        return settings.has(key) ? settings.get(key) : otherwise;
    }

    Sharing create(Sharing.Context context) {
        return in(context.settings()).compose(context);
    }

    /** Refuses what cannot be composed for a model of this size. */
    void check(Settings settings, int size) {
        Recipe chosen = in(settings);
        chosen.newDomain(settings, size);
        indexCodec(settings, chosen.indices);
        valueCodec(settings, chosen.values);
    }

    private Sharing compose(Sharing.Context context) {
        Settings settings = context.settings();
        Domain space = newDomain(settings, context.size());
        Selection choice = newSelection(context, space.size());
        String format = String.join("/", domain, level, settings.get(SharingKeys.WAVELET), wire(selection), indices, values);
        SparseMessage wire = new SparseMessage(format, choice, valueCodec(settings, values), space.size(), context.seed(), context.node());
        return new PartialSharing(context, space, newImportance(settings, space.size()), choice, newAveraging(),
            Budget.of(settings, alphas, context.seed(), context.node()), wire);
    }

    /** The selections that send their indices are the same to a receiver. */
    private static String wire(String selection) {
        return selection.equals("bounded-top-k") ? "top-k" : selection;
    }

    private Domain newDomain(Settings settings, int size) {
        return switch (domain) {
            case "plain" -> new Plain(size);
            case "fft" -> new Fourier(size);
            case "wavelet" -> {
                String name = settings.get(SharingKeys.WAVELET);
                yield new Wavelet(name, level.equals("max") ? Wavelet.maxLevel(name, size) : Integer.parseInt(level), size);
            }
            default -> throw unknown(SharingKeys.DOMAIN, domain);
        };
    }

    private Importance newImportance(Settings settings, int size) {
        Importance plain = switch (importance) {
            case "change" -> new Change(size);
            case "parameters" -> new Magnitude(size);
            case "accumulation-v1" -> new TrainingChanges(size);
            case "accumulation" -> new AllChanges(size);
            default -> throw unknown(SharingKeys.IMPORTANCE, importance);
        };
        return settings.get(SharingKeys.NORMALIZED) ? new Normalized(plain, settings.get(SharingKeys.EPSILON), size) : plain;
    }

    private Selection newSelection(Sharing.Context context, int size) {
        return switch (selection) {
            case "top-k" -> new TopK(indexCodec(context.settings(), indices));
            case "bounded-top-k" -> new BoundedTopK(indexCodec(context.settings(), indices), context.settings().get(SharingKeys.ALPHA_LOW), size,
                context.seed(), context.node());
            case "random" -> new RandomMask(context.seed(), context.node());
            case "round-robin" -> new RoundRobin();
            default -> throw unknown(SharingKeys.SELECTION, selection);
        };
    }

    private Averaging newAveraging() {
        return switch (averaging) {
            case "weighted" -> new Weighted();
            case "parameter-wise" -> new ParameterWise();
            default -> throw unknown(SharingKeys.AVERAGING, averaging);
        };
    }

    private static UserError unknown(Key<String> key, String name) {
        return new UserError(key + " = " + name + " is not allowed: it must be " + key.wanted() + ".");
    }

    static IndexCodec indexCodec(Settings settings, String name) {
        return Modules.find(IndexCodec.Factory.class, CompressionKeys.INDICES, name).create(settings);
    }

    static ValueCodec valueCodec(Settings settings, String name) {
        return Modules.find(ValueCodec.Factory.class, CompressionKeys.VALUES, name).create(settings);
    }
}
