package io.starling.dataset.format;

/**
 * Characters as tokens, for next-character tasks on English text: 90 characters, one token for all others, and one for padding. That is
 * the alphabet of TensorFlow Federated's Shakespeare with four brackets more, 92 tokens as DecentralizePy's model has.
 */
public final class Characters {
    public static final int PADDING = 0;
    public static final int UNKNOWN = 1;
    private static final String ALPHABET =
        "dhlptx@DHLPTX $(,048cgkoswCGKOSW[_#'/37;?bfjnrvzBFJNRVZ\"&*.26:\naeimquyAEIMQUY]!%)-159\r{}<>";
    public static final int COUNT = 2 + ALPHABET.length();

    private static final byte[] TOKENS = new byte[128];

    static {
        java.util.Arrays.fill(TOKENS, (byte) UNKNOWN);
        for (int i = 0; i < ALPHABET.length(); i++) {
            TOKENS[ALPHABET.charAt(i)] = (byte) (2 + i);
        }
    }

    private Characters() {
    }

    public static byte token(char character) {
        return character < TOKENS.length ? TOKENS[character] : UNKNOWN;
    }

    /** The last {@code length} characters; shorter texts are padded in front, so that the last one always is at the end. */
    public static byte[] tokens(String text, int length) {
        byte[] tokens = new byte[length];
        for (int i = 1; i <= Math.min(length, text.length()); i++) {
            tokens[length - i] = token(text.charAt(text.length() - i));
        }
        return tokens;
    }
}
