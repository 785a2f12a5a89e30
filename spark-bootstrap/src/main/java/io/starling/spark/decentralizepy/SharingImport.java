package io.starling.spark.decentralizepy;

import io.starling.config.UserError;
import java.util.List;
import java.util.Optional;

/** The section SHARING: what is put into messages, how it is compressed, and how models are averaged. */
final class SharingImport {
    private static final String SHARING = "SHARING";
    private static final List<String> WAVELETS = List.of("haar", "sym2", "sym7", "db7", "bior2.2", "bior4.4", "rbio2.2", "rbio4.4");

    private final Draft draft;

    SharingImport(Draft draft) {
        this.draft = draft;
    }

    void translate() {
        draft.take(SHARING, "sharing_package");
        String name = draft.take(SHARING, "sharing_class").orElse("Sharing");
        draft.set("graph.weights", name.equals("PlainAverageSharing") ? "uniform" : "metropolis-hastings");
        boolean partial = true;
        switch (name) {
            case "Sharing", "PlainAverageSharing" -> {
                draft.set("sharing.method", "full");
                partial = false;
            }
            case "SubSampling" -> {
                draft.set("sharing.method", "random");
                alpha();
                if (draft.takeFlag(SHARING, "layerwise")) {
                    draft.leave(SHARING, "layerwise", "parameters are drawn from the whole model");
                }
            }
            case "PartialModel" -> {
                draft.set("sharing.method", "partial");
                alpha();
                importance();
            }
            case "Choco" -> {
                draft.set("sharing.method", "choco");
                alpha();
                draft.copy(SHARING, "step_size", "sharing.consensus-step");
            }
            case "Wavelet", "JWINS" -> wavelet(name);
            case "FFT" -> {
                draft.set("sharing.method", "partial");
                draft.set("sharing.domain", "fft");
                alpha();
                importance();
            }
            default -> throw new UserError("[SHARING] sharing_class = " + name
                + " has no counterpart here; there are: Sharing, PlainAverageSharing, SubSampling, PartialModel, Choco, Wavelet, JWINS, FFT.");
        }
        compression(partial);
        leave();
    }

    private void alpha() {
        draft.copy(SHARING, "alpha", "sharing.alpha");
    }

    private void wavelet(String name) {
        draft.set("sharing.method", name.equals("JWINS") ? "jwins" : "partial");
        draft.set("sharing.domain", "wavelet");
        String wavelet = draft.take(SHARING, "wavelet").orElse("haar");
        if (WAVELETS.contains(wavelet)) {
            draft.set("sharing.wavelet", wavelet);
        } else {
            draft.leave(SHARING, "wavelet", "this wavelet is not there, so sym2 is used; there are: " + String.join(", ", WAVELETS));
        }
        draft.set("sharing.wavelet-level", draft.take(SHARING, "level").map(level -> level.equals("None") ? "max" : level).orElse("4"));
        if (name.equals("JWINS")) {
            draft.set("sharing.alphas", draft.take(SHARING, "alpha_list").orElse("[0.1,0.2,0.3,0.4,1.0]").replaceAll("[^0-9.,\\[\\]eE-]", ""));
            draft.leave(SHARING, "alpha", "JWINS draws it from alpha_list in every round");
        } else {
            alpha();
        }
        importance();
    }

    /** What makes a parameter worth sharing. */
    private void importance() {
        boolean accumulates = draft.takeFlag(SHARING, "accumulation");
        boolean averagingToo = draft.takeFlag(SHARING, "accumulate_averaging_changes");
        boolean byChange = draft.take(SHARING, "change_based_selection").map(Draft::isTrue).orElse(true);
        draft.set("sharing.importance", !byChange ? "parameters" : !accumulates ? "change" : averagingToo ? "accumulation" : "accumulation-v1");
    }

    private void compression(boolean partial) {
        boolean compresses = draft.takeFlag(SHARING, "compress");
        draft.take(SHARING, "compression_package");
        Optional<String> name = draft.take(SHARING, "compression_class");
        Optional<String> precision = draft.take(SHARING, "float_precision");
        String codec = compresses ? name.orElse("Elias") : "none";
        String indices = switch (codec) {
            case "Elias", "EliasFpzip", "EliasFpzipLossy", "EliasQuantization" -> "elias-gamma";
            case "Lz4Wrapper" -> {
                draft.change(SHARING, "compression_class", codec, "gaps between indices are written in bytes of seven bits each; DecentralizePy compresses them with LZ4");
                yield "delta-varint";
            }
            case "Quantization", "none" -> "raw";
            default -> throw new UserError("[SHARING] compression_class = " + codec
                + " has no counterpart here; there are: Elias, EliasFpzip, EliasFpzipLossy, Quantization, EliasQuantization, Lz4Wrapper.");
        };
        if (partial && !draft.settings().get("sharing.method").equals("random")) {
            draft.set("compression.indices", indices);
        }
        switch (codec) {
            case "EliasFpzip" -> draft.set("compression.values", "fpzip");
            case "EliasFpzipLossy" -> {
                draft.set("compression.values", "fpzip");
                precision.ifPresent(bits -> draft.set("compression.precision", bits));
            }
            case "Quantization", "EliasQuantization" -> {
                draft.set("compression.values", "qsgd");
                precision.ifPresent(levels -> draft.set("compression.levels", levels));
                draft.change(SHARING, "compression_class", codec, "values are rounded at random so that they are right on average; DecentralizePy's come back too small");
            }
            default -> draft.leave(SHARING, "float_precision", "only EliasFpzipLossy and the quantizations use it");
        }
        if (!compresses) {
            draft.leave(SHARING, "compression_class", "compress is off");
        }
    }

    private void leave() {
        draft.take(SHARING, "metadata_cap").filter(cap -> !cap.matches("1(\\.0*)?"))
            .ifPresent(cap -> draft.leave(SHARING, "metadata_cap", "set sharing.method = full where everything is to be sent"));
        if (!draft.settings().containsKey("sharing.consensus-step")) {
            draft.leave(SHARING, "step_size", "only Choco has it");
        }
        if (draft.settings().get("sharing.method").equals("full")) {
            draft.leave(SHARING, "alpha", "all parameters are shared");
        }
        for (String key : List.of("save_shared", "save_accumulated")) {
            if (draft.takeFlag(SHARING, key)) {
                draft.leave(SHARING, key, "sharing.count = true counts how often each parameter is shared; single messages are not kept");
            }
        }
        draft.leave(SHARING, "change_transformer", "sharing.domain says in which domain changes are measured");
        draft.leave(SHARING, "pickle", "messages have a format of their own");
        draft.leave(SHARING, "dict_ordered", "parameters have one fixed order");
    }
}
