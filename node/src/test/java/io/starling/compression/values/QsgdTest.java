package io.starling.compression.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.starling.compression.CorruptData;
import io.starling.compression.Input;
import io.starling.compression.Output;
import io.starling.compression.ValueCodec;
import io.starling.compression.ValueCodecKit;
import net.jqwik.api.Example;

class QsgdTest extends ValueCodecKit {
    @Override
    protected ValueCodec codec() {
        return new Qsgd(15, 64);
    }

    @Override
    protected double allowedError(float value, float[] all) {
        double squares = 0;
        for (float v : all) {
            squares += (double) v * v;
        }
        return Math.sqrt(squares) / 15 * 1.0001;
    }

    @Override
    protected boolean carriesNonFinite() {
        return false;
    }

    @Example
    void isRightOnAverage() throws CorruptData {
        float[] values = {0.3f, -0.2f, 0.01f, 0, 1};
        double[] sum = new double[values.length];
        int times = 20_000;
        for (int key = 0; key < times; key++) {
            Output out = new Output();
            codec().encode(values, values.length, key, out);
            float[] back = new float[values.length];
            codec().decode(Input.copyOf(out.view()), values.length, back);
            for (int i = 0; i < values.length; i++) {
                sum[i] += back[i] / (double) times;
            }
        }
        for (int i = 0; i < values.length; i++) {
            assertThat(sum[i]).isCloseTo(values[i], within(0.002));
        }
    }
}
