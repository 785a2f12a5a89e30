package io.starling.model.zoo;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.dataset.SampleShape;
import io.starling.model.Model;
import io.starling.model.layer.NetworkBuilder;
import java.util.List;

/**
 * Residual networks of basic blocks (He et al., CVPR 2016), in the sizes used in this field.
 *
 * <p>The normalisation is a choice: batch normalisation is what the originals have; group normalisation keeps no statistics, and so
 * stands averaging over nodes with different data better.
 */
abstract sealed class ResNet implements Model.Factory permits ResNet.ResNet8, ResNet.ResNet18, ResNet.Femnist {
    static final Key<String> NORM = Key.string("model.norm").oneOf("batch", "group").orElse("batch")
        .doc("Normalisation in the ResNets: batch, or group (groups of 16 channels, no running statistics).");
    private static final int CHANNELS_PER_GROUP = 16;

    @Override
    public final List<Key<?>> keys() {
        return List.of(NORM, ZooKeys.KERNELS);
    }

    @Override
    public final Model create(Settings settings, SampleShape shape) {
        ZooKeys.needClasses(name(), shape);
        ZooKeys.needImage(name(), shape, 16);
        boolean batch = settings.get(NORM).equals("batch");
        return build(new Blocks(NetworkBuilder.images(shape, ZooKeys.kernels(settings)), batch)).dense(shape.classes()).softmaxCrossEntropy();
    }

    /** Everything up to the dense layer. */
    abstract NetworkBuilder build(Blocks blocks);

    /** The network so far, and how it is normalised. */
    record Blocks(NetworkBuilder network, boolean batch) {
        NetworkBuilder norm(NetworkBuilder b) {
            return batch ? b.batchNorm() : b.groupNorm(Math.max(1, b.shape().channels() / CHANNELS_PER_GROUP));
        }

        Blocks stem(int channels, int kernel, int stride) {
            norm(network.convWithoutBias(channels, kernel, stride, kernel / 2)).relu();
            return this;
        }

        /** Basic blocks, the first with this stride. */
        Blocks stage(int channels, int count, int stride) {
            for (int i = 0; i < count; i++) {
                block(channels, i == 0 ? stride : 1);
            }
            return this;
        }

        private void block(int channels, int stride) {
            boolean same = stride == 1 && network.shape().channels() == channels;
            network.sum(
                b -> norm(norm(b.convWithoutBias(channels, 3, stride, 1)).relu().convWithoutBias(channels, 3, 1, 1)),
                b -> same ? b : norm(b.convWithoutBias(channels, 1, stride, 0)));
            network.relu();
        }
    }

    /** One block each of 128, 256 and 512 channels. */
    public static final class ResNet8 extends ResNet {
        @Override
        public String name() {
            return "resnet8";
        }

        @Override
        public String doc() {
            return "A wide ResNet-8 for CIFAR: one block each of 128, 256 and 512 channels.";
        }

        @Override
        NetworkBuilder build(Blocks blocks) {
            NetworkBuilder network = blocks.stem(128, 3, 1).stage(128, 1, 1).stage(256, 1, 2).stage(512, 1, 2).network();
            return network.avgPool(Math.max(1, network.shape().height() / 2)).flatten();
        }
    }

    /** Two blocks each of 64, 128, 256 and 512 channels. */
    public static final class ResNet18 extends ResNet {
        @Override
        public String name() {
            return "resnet18";
        }

        @Override
        public String doc() {
            return "ResNet-18 in its form for small images: a 3x3 stem, no pooling before the blocks.";
        }

        @Override
        NetworkBuilder build(Blocks blocks) {
            return blocks.stem(64, 3, 1).stage(64, 2, 1).stage(128, 2, 2).stage(256, 2, 2).stage(512, 2, 2).network().globalAvgPool().flatten();
        }
    }

    /** ResNet-18 at half the width, with the stem of the original. */
    public static final class Femnist extends ResNet {
        @Override
        public String name() {
            return "femnist-resnet";
        }

        @Override
        public String doc() {
            return "ResNet-18 at half the width, for FEMNIST.";
        }

        @Override
        NetworkBuilder build(Blocks blocks) {
            blocks.stem(32, 7, 2).network().maxPool(3, 2, 1);
            return blocks.stage(32, 2, 1).stage(64, 2, 2).stage(128, 2, 2).stage(256, 2, 2).network().globalAvgPool().flatten();
        }
    }
}
