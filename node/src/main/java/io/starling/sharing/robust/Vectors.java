package io.starling.sharing.robust;

/** Distances of models. */
final class Vectors {
    private Vectors() {
    }

    static double squaredDistance(float[] a, float[] b, int length) {
        double sum = 0;
        for (int i = 0; i < length; i++) {
            double difference = (double) a[i] - b[i];
            sum += difference * difference;
        }
        return sum;
    }
}
