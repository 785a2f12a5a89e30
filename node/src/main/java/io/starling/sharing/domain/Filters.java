package io.starling.sharing.domain;

/**
 * The filters of a wavelet: low pass of analysis and synthesis; the high passes are their quadrature mirrors.
 *
 * <p>Names, numbers and lengths (zeros included) are those of PyWavelets.
 */
enum Filters {
    HAAR("haar", orthogonal(0.7071067811865476, 0.7071067811865476)),
    SYM2("sym2", orthogonal(-0.12940952255092145, 0.22414386804185735, 0.836516303737469, 0.48296291314469025)),
    SYM7("sym7", orthogonal(
        0.002681814568257878, -0.0010473848886829163, -0.01263630340325193, 0.03051551316596357, 0.0678926935013727,
        -0.049552834937127255, 0.017441255086855827, 0.5361019170917628, 0.767764317003164, 0.2886296317515146,
        -0.14004724044296152, -0.10780823770381774, 0.004010244871533663, 0.010268176708511255)),
    DB7("db7", orthogonal(
        0.00035371379997452024, -0.0018016407040474908, 0.0004295779729213665, 0.01255099855609984, -0.01657454163066688,
        -0.03802993693501441, 0.08061260915108308, 0.07130921926683026, -0.22403618499387498, -0.14390600392856498,
        0.4697822874051931, 0.7291320908462351, 0.3965393194819173, 0.07785205408500918)),
    BIOR22("bior2.2", biorthogonal22()),
    BIOR44("bior4.4", biorthogonal44()),
    RBIO22("rbio2.2", reversed(biorthogonal22())),
    RBIO44("rbio4.4", reversed(biorthogonal44()));

    private final String label;
    final float[] analysisLow;
    final float[] analysisHigh;
    final float[] synthesisLow;
    final float[] synthesisHigh;

    private record LowPasses(double[] analysis, double[] synthesis) {
    }

    Filters(String label, LowPasses low) {
        this.label = label;
        int length = low.analysis.length;
        analysisLow = new float[length];
        analysisHigh = new float[length];
        synthesisLow = new float[length];
        synthesisHigh = new float[length];
        for (int k = 0; k < length; k++) {
            int sign = k % 2 == 0 ? 1 : -1;
            analysisLow[k] = (float) low.analysis[k];
            synthesisLow[k] = (float) low.synthesis[k];
            analysisHigh[k] = (float) (-sign * low.synthesis[k]);
            synthesisHigh[k] = (float) (sign * low.analysis[k]);
        }
    }

    /** The wavelet of a name, or null. */
    static Filters of(String label) {
        for (Filters filters : values()) {
            if (filters.label.equals(label)) {
                return filters;
            }
        }
        return null;
    }

    String label() {
        return label;
    }

    /** Taps; always even. */
    int length() {
        return analysisLow.length;
    }

    private static LowPasses orthogonal(double... analysis) {
        return new LowPasses(analysis, reverse(analysis));
    }

    private static LowPasses biorthogonal22() {
        return new LowPasses(
            new double[] {0, -0.1767766952966369, 0.3535533905932738, 1.0606601717798212, 0.3535533905932738, -0.1767766952966369},
            new double[] {0, 0.3535533905932738, 0.7071067811865476, 0.3535533905932738, 0, 0});
    }

    private static LowPasses biorthogonal44() {
        return new LowPasses(
            new double[] {0, 0.03782845550726404, -0.023849465019556843, -0.11062440441843718, 0.37740285561283066,
                0.8526986790088938, 0.37740285561283066, -0.11062440441843718, -0.023849465019556843, 0.03782845550726404},
            new double[] {0, -0.06453888262869706, -0.04068941760916406, 0.41809227322161724, 0.7884856164055829,
                0.41809227322161724, -0.04068941760916406, -0.06453888262869706, 0, 0});
    }

    private static LowPasses reversed(LowPasses low) {
        return new LowPasses(reverse(low.synthesis), reverse(low.analysis));
    }

    private static double[] reverse(double[] filter) {
        double[] reverse = new double[filter.length];
        for (int k = 0; k < filter.length; k++) {
            reverse[k] = filter[filter.length - 1 - k];
        }
        return reverse;
    }
}
