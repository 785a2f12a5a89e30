package io.starling.engine;

import static io.starling.engine.VectorKernels.LANES;

/**
 * A matrix in panels {@code [row / panel][column][panel]}, multiplied with the loops of the convolution: rows of the other matrix
 * are its pixels, columns its taps.
 *
 * <p>Unlike dot products along rows this needs no sums across lanes, which pays as soon as the matrix is used more than once.
 */
final class VectorPacked implements Kernels.Packed {
    private static final int REST_ROWS = 8;

    private final int n;
    private final int k;
    private final int panel;
    private final float[] panels;
    private final int[] columns;
    private final float[] rest;

    VectorPacked(int n, int k) {
        this.n = n;
        this.k = k;
        panel = n <= LANES ? LANES : 2 * LANES;
        panels = new float[(n + panel - 1) / panel * panel * k];
        columns = new int[k];
        for (int j = 0; j < k; j++) {
            columns[j] = j;
        }
        rest = new float[REST_ROWS * panel];
    }

    @Override
    public void load(float[] b, int bAt, int rowStep, int columnStep) {
        for (int first = 0; first < n; first += panel) {
            int lanes = Math.min(panel, n - first);
            for (int j = 0; j < k; j++) {
                int from = bAt + first * rowStep + j * columnStep;
                int to = first * k + j * panel;
                for (int lane = 0; lane < lanes; lane++) {
                    panels[to + lane] = b[from + lane * rowStep];
                }
            }
        }
    }

    @Override
    public void addProduct(int m, float[] a, int aAt, int aStride, float[] c, int cAt, int cStride) {
        int whole = n / panel * panel;
        for (int first = 0; first < whole; first += panel) {
            PixelBlocks.addRow(m, panel, a, aAt, aStride, columns, k, panels, first * k, c, cAt + first, cStride);
        }
        if (whole < n) {
            for (int i = 0; i < m; i += REST_ROWS) {
                addRest(Math.min(REST_ROWS, m - i), whole, a, aAt + i * aStride, aStride, c, cAt + i * cStride + whole, cStride);
            }
        }
    }

    /** The last panel reaches beyond c's rows, and so goes through rows of its own. */
    private void addRest(int rows, int whole, float[] a, int aAt, int aStride, float[] c, int cAt, int cStride) {
        for (int i = 0; i < rows; i++) {
            System.arraycopy(c, cAt + i * cStride, rest, i * panel, n - whole);
        }
        PixelBlocks.addRow(rows, panel, a, aAt, aStride, columns, k, panels, whole * k, rest, 0, panel);
        for (int i = 0; i < rows; i++) {
            System.arraycopy(rest, i * panel, c, cAt + i * cStride, n - whole);
        }
    }
}
