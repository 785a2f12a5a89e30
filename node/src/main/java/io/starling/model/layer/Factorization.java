package io.starling.model.layer;

import io.starling.engine.Kernels;
import io.starling.engine.Shape;
import io.starling.engine.Volume;
import java.util.Arrays;

/**
 * Matrix factorization (Koren, Bell, Volinsky 2009, without biases): the rating of a pair (user, item) is the inner product of their
 * trained factors.
 */
final class Factorization implements Layer {
    private static final double START = 0.05;

    private final int users;
    private final int items;
    private final int factors;
    private final int usersAt;
    private final int itemsAt;

    Factorization(int users, int items, int factors, StatePlan state) {
        this.users = users;
        this.items = items;
        this.factors = factors;
        usersAt = state.parameter("users.weight", new StatePlan.Start.Uniform(START), users, factors);
        itemsAt = state.parameter("items.weight", new StatePlan.Start.Uniform(START), items, factors);
    }

    @Override
    public Shape output() {
        return Shape.vector(1);
    }

    @Override
    public boolean wholeBatch() {
        return true;
    }

    @Override
    public Unit unit(Kernels kernels, Volume in, Volume out, int capacity) {
        return new Unit() {
            private int user(int n) {
                return usersAt + index(in.values()[in.at(n)], users, "user") * factors;
            }

            private int item(int n) {
                return itemsAt + index(in.values()[in.at(n) + 1], items, "item") * factors;
            }

            @Override
            public void forward(Pass pass, int from, int to) {
                for (int n = from; n < to; n++) {
                    int user = user(n);
                    int item = item(n);
                    float rating = 0;
                    for (int f = 0; f < factors; f++) {
                        rating += pass.state[user + f] * pass.state[item + f];
                    }
                    out.values()[out.at(n)] = rating;
                }
            }

            @Override
            public void backward(Pass pass, int from, int to) {
                Arrays.fill(pass.gradient, usersAt, usersAt + users * factors, 0);
                Arrays.fill(pass.gradient, itemsAt, itemsAt + items * factors, 0);
                for (int n = from; n < to; n++) {
                    int user = user(n);
                    int item = item(n);
                    float d = out.gradient()[out.gradientAt(n)];
                    for (int f = 0; f < factors; f++) {
                        pass.gradient[user + f] += d * pass.state[item + f];
                        pass.gradient[item + f] += d * pass.state[user + f];
                    }
                }
            }
        };
    }

    private static int index(float value, int count, String what) {
        int index = (int) value;
        if (index < 0 || index >= count) {
            throw new IllegalArgumentException(what + " " + value + " of " + count + "; they are counted from 0");
        }
        return index;
    }
}
