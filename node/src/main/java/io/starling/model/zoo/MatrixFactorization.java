package io.starling.model.zoo;

import io.starling.config.Key;
import io.starling.config.Settings;
import io.starling.config.UserError;
import io.starling.dataset.SampleShape;
import io.starling.model.Model;
import io.starling.model.layer.NetworkBuilder;
import java.util.List;

/** Matrix factorization of ratings: 206,680 parameters for MovieLens' 610 users and 9,724 films. Samples are pairs (user, item), counted from 0. */
public final class MatrixFactorization implements Model.Factory {
    static final Key<Integer> USERS = Key.integer("model.users").atLeast(1).orElse(610)
        .doc("Number of users of matrix-factorization.");
    static final Key<Integer> ITEMS = Key.integer("model.items").atLeast(1).orElse(9724)
        .doc("Number of items of matrix-factorization.");
    static final Key<Integer> FACTORS = Key.integer("model.factors").atLeast(1).orElse(20)
        .doc("Factors per user and item of matrix-factorization.");

    @Override
    public String name() {
        return "matrix-factorization";
    }

    @Override
    public String doc() {
        return "Ratings as inner products of user and item factors.";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(USERS, ITEMS, FACTORS, ZooKeys.KERNELS);
    }

    @Override
    public Model create(Settings settings, SampleShape shape) {
        if (shape.classes() != 0 || shape.size() != 2) {
            throw new UserError("model.name = " + name() + " needs samples of (user, item) with a rating, but the data set has samples of "
                + shape + ".");
        }
        return NetworkBuilder.vectors(shape, ZooKeys.kernels(settings))
            .factorization(settings.get(USERS), settings.get(ITEMS), settings.get(FACTORS)).meanSquaredError();
    }
}
