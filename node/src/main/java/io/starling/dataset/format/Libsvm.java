package io.starling.dataset.format;

/** The text format of LIBSVM: {@code label index:value index:value …} a line, indices counted from 1 and ascending. */
public final class Libsvm {
    private Libsvm() {
    }

    /**
     * A line as written, before the number of features of the whole data set is known.
     *
     * @param indices counted from 0, ascending
     */
    public record Row(double label, int[] indices, float[] values) implements java.io.Serializable {
        public int largestIndex() {
            return indices.length == 0 ? -1 : indices[indices.length - 1];
        }

        /** All features, those that are not written being 0. */
        public float[] dense(int features) {
            float[] all = new float[features];
            for (int i = 0; i < indices.length; i++) {
                all[indices[i]] = values[i];
            }
            return all;
        }
    }

    /** @param offset where the line begins in the file */
    public static Row parse(String line, String file, long offset) {
        int comment = line.indexOf('#');
        String[] fields = (comment < 0 ? line : line.substring(0, comment)).strip().split("\\s+");
        int[] indices = new int[fields.length - 1];
        float[] values = new float[fields.length - 1];
        for (int i = 0; i < indices.length; i++) {
            String field = fields[i + 1];
            int colon = field.indexOf(':');
            try {
                indices[i] = Integer.parseInt(field.substring(0, Math.max(0, colon))) - 1;
                values[i] = Float.parseFloat(field.substring(colon + 1));
            } catch (NumberFormatException e) {
                throw BadData.atByte(file, offset, "\"" + field + "\" is not of the form index:value.");
            }
            if (indices[i] < 0 || i > 0 && indices[i] <= indices[i - 1]) {
                throw BadData.atByte(file, offset, "the index of \"" + field + "\" must be above " + (i == 0 ? 0 : indices[i - 1] + 1)
                    + ": indices are counted from 1 and ascend.");
            }
        }
        try {
            return new Row(Double.parseDouble(fields[0]), indices, values);
        } catch (NumberFormatException e) {
            throw BadData.atByte(file, offset, "the label \"" + fields[0] + "\" is not a number.");
        }
    }
}
