package io.starling.model.layer;

import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;
import java.util.ArrayList;
import java.util.List;

/**
 * Units one after another, with the volumes between them.
 *
 * <p>Layers that take samples one by one are run as one segment: a sample goes through all of them before the next starts, so
 * that its activations are still in the cache when the next layer, or the backward pass, reads them.
 */
final class Chain {
    private final List<Segment> segments = new ArrayList<>();
    private final List<Unit> units = new ArrayList<>();
    private final Volume output;

    /** A run of units that see either all samples at once or one after another. */
    private record Segment(List<Unit> units, boolean wholeBatch) {
    }

    /**
     * @param outputHalo  the zeros that whoever reads the output wants around it
     * @param outputWhole whether whoever reads the output takes the whole batch at once
     */
    Chain(List<Layer> layers, Kernels kernels, Volume input, int outputHalo, boolean outputWhole, int capacity) {
        Volume in = input;
        for (int i = 0; i < layers.size(); i++) {
            Layer layer = layers.get(i);
            boolean last = i == layers.size() - 1;
            int halo = last ? outputHalo : layers.get(i + 1).inputHalo();
            boolean whole = layer.wholeBatch() || (last ? outputWhole : layers.get(i + 1).wholeBatch());
            Shape shape = layer.output();
            int stride = shape.kind() == Shape.Kind.IMAGE ? kernels.paddedChannels(shape.channels()) : shape.channels();
            Volume out = Volume.between(shape, stride, halo, layer.gradientHalo(), capacity, whole);
            add(layer.unit(kernels, in, out, capacity), layer.wholeBatch());
            in = out;
        }
        output = in;
    }

    private void add(Unit unit, boolean wholeBatch) {
        units.add(unit);
        if (segments.isEmpty() || segments.get(segments.size() - 1).wholeBatch != wholeBatch) {
            segments.add(new Segment(new ArrayList<>(), wholeBatch));
        }
        segments.get(segments.size() - 1).units.add(unit);
    }

    Volume output() {
        return output;
    }

    void load(Pass pass) {
        for (int u = 0; u < units.size(); u++) {
            units.get(u).load(pass);
        }
    }

    void forward(Pass pass, int from, int to) {
        for (int s = 0; s < segments.size(); s++) {
            Segment segment = segments.get(s);
            int step = segment.wholeBatch ? to - from : 1;
            for (int n = from; n < to; n += step) {
                for (int u = 0; u < segment.units.size(); u++) {
                    segment.units.get(u).forward(pass, n, n + step);
                }
            }
        }
    }

    void backward(Pass pass, int from, int to) {
        for (int s = segments.size() - 1; s >= 0; s--) {
            Segment segment = segments.get(s);
            int step = segment.wholeBatch ? to - from : 1;
            // The last sample first: its activations are those most likely still in the cache.
            for (int n = to - step; n >= from; n -= step) {
                for (int u = segment.units.size() - 1; u >= 0; u--) {
                    segment.units.get(u).backward(pass, n, n + step);
                }
            }
        }
    }

    void storeGradient(Pass pass) {
        for (int u = 0; u < units.size(); u++) {
            units.get(u).storeGradient(pass);
        }
    }
}
