package io.starling.node;

import io.starling.communication.CommunicationKeys;
import io.starling.communication.Transport;
import io.starling.compression.CompressionKeys;
import io.starling.compression.IndexCodec;
import io.starling.compression.ValueCodec;
import io.starling.config.Key;
import io.starling.config.KeySource;
import io.starling.dataset.partition.Partitioner;
import io.starling.graph.GraphKeys;
import io.starling.graph.Topology;
import io.starling.graph.Weights;
import io.starling.mapping.Mapping;
import io.starling.model.Model;
import io.starling.node.sampler.PeerSampler;
import io.starling.sharing.Sharing;
import io.starling.sharing.SharingKeys;
import io.starling.sharing.Sharings;
import io.starling.sharing.robust.Attack;
import io.starling.training.Optimizer;
import io.starling.training.TrainingKeys;
import java.util.ArrayList;
import java.util.List;

/** The keys and kinds of modules of what a node is made of. */
public final class NodeKeySource implements KeySource {
    @Override
    public List<Key<?>> keys() {
        List<Key<?>> keys = new ArrayList<>(RunKeys.all());
        keys.add(Checkpoints.EVERY);
        keys.addAll(Attack.keys());
        keys.addAll(Correction.keys());
        keys.addAll(Lateness.keys());
        keys.addAll(EvaluationKeys.all());
        keys.addAll(TrainingKeys.all());
        keys.addAll(CommunicationKeys.all());
        keys.addAll(SharingKeys.all());
        keys.addAll(SamplerKeys.all());
        return keys;
    }

    @Override
    public List<ModuleKind<?>> kinds() {
        return List.of(
            new ModuleKind<>(RunKeys.ROLE, Node.Factory.class),
            new ModuleKind<>(SamplerKeys.KIND, PeerSampler.Factory.class),
            new ModuleKind<>(GraphKeys.KIND, Topology.Factory.class),
            new ModuleKind<>(GraphKeys.WEIGHTS, Weights.Factory.class),
            new ModuleKind<>(RunKeys.PARTITIONER, Partitioner.Factory.class),
            new ModuleKind<>(RunKeys.MODEL, Model.Factory.class),
            new ModuleKind<>(TrainingKeys.OPTIMIZER, Optimizer.Factory.class),
            new ModuleKind<>(Sharings.METHOD, Sharing.Factory.class),
            new ModuleKind<>(CompressionKeys.INDICES, IndexCodec.Factory.class),
            new ModuleKind<>(CompressionKeys.VALUES, ValueCodec.Factory.class),
            new ModuleKind<>(CommunicationKeys.KIND, Transport.Factory.class),
            new ModuleKind<>(RunKeys.MAPPING, Mapping.Factory.class));
    }
}
