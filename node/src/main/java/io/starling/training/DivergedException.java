package io.starling.training;

/** A loss became infinite or not a number: this node's training is over. */
public final class DivergedException extends RuntimeException {
    private final int node;
    private final int round;

    DivergedException(int node, int round, int batch, float loss, double rate) {
        super("Node " + node + " diverged: the loss of batch " + batch + " in round " + round + " is " + loss
            + ". Usually the learning rate is too high: lower training.lr (it was " + rate
            + " in this step), or limit gradients with training.clip-norm.");
        this.node = node;
        this.round = round;
    }

    public int node() {
        return node;
    }

    public int round() {
        return round;
    }
}
