package io.starling.engine;

/** The backward pass of an LSTM's cell: no function beyond multiplication, so the compiler vectorises it by itself. */
final class LstmGradient {
    private LstmGradient() {
    }

    /** See {@link Kernels#lstmBackward}. */
    static void backward(int width, float[] gates, int gatesAt, float[] cells, int before, float[] cellTanh, int cellsAt,
                         float[] dh, int dhAt, float[] dc, int dcAt) {
        for (int u = 0; u < width; u++) {
            int at = gatesAt + u;
            float in = gates[at];
            float forget = gates[at + width];
            float candidate = gates[at + 2 * width];
            float out = gates[at + 3 * width];
            float t = cellTanh[cellsAt + u];
            float d = dh[dhAt + u];
            float dCell = d * out * (1 - t * t) + dc[dcAt + u];
            gates[at] = dCell * candidate * in * (1 - in);
            gates[at + width] = before < 0 ? 0 : dCell * cells[before + u] * forget * (1 - forget);
            gates[at + 2 * width] = dCell * in * (1 - candidate * candidate);
            gates[at + 3 * width] = d * t * out * (1 - out);
            dc[dcAt + u] = dCell * forget;
        }
    }
}
