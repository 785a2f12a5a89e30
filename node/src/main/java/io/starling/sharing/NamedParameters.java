package io.starling.sharing;

import io.starling.communication.Message;
import io.starling.config.UserError;
import io.starling.model.Model;
import java.util.ArrayList;
import java.util.List;

/**
 * Around any sharing method: only parameters of certain names take part, the others stay the node's own (personalisation).
 *
 * <p>The method inside sees a smaller model, of just these parameters.
 */
final class NamedParameters implements Sharing {
    private final Sharing sharing;
    private final List<Model.Parameter> shared;
    private final float[] part;

    private NamedParameters(Sharing sharing, List<Model.Parameter> shared, float[] part) {
        this.sharing = sharing;
        this.shared = shared;
        this.part = part;
    }

    static Sharing create(Factory factory, Context context, List<Model.Parameter> shared) {
        float[] part = new float[size(shared)];
        gather(context.initial(), shared, part);
        return new NamedParameters(factory.create(context.withInitial(part)), shared, part);
    }

    /** Those whose name is one of these, or begins with one of these and a dot. */
    static List<Model.Parameter> named(Model model, List<String> names) {
        List<Model.Parameter> found = new ArrayList<>();
        for (String name : names) {
            if (model.parameters().stream().noneMatch(p -> isNamed(p, name))) {
                throw new UserError(SharingKeys.PARAMETERS + " = " + names + ": the model has no parameter " + name + "; it has "
                    + String.join(", ", model.parameters().stream().map(Model.Parameter::name).toList()) + ".");
            }
        }
        for (Model.Parameter parameter : model.parameters()) {
            if (names.stream().anyMatch(name -> isNamed(parameter, name))) {
                found.add(parameter);
            }
        }
        return found;
    }

    private static boolean isNamed(Model.Parameter parameter, String name) {
        return parameter.name().equals(name) || parameter.name().startsWith(name + ".");
    }

    static int size(List<Model.Parameter> parameters) {
        return parameters.stream().mapToInt(Model.Parameter::size).sum();
    }

    private static void gather(float[] state, List<Model.Parameter> shared, float[] part) {
        int at = 0;
        for (Model.Parameter parameter : shared) {
            System.arraycopy(state, parameter.offset(), part, at, parameter.size());
            at += parameter.size();
        }
    }

    private void scatter(float[] state) {
        int at = 0;
        for (Model.Parameter parameter : shared) {
            System.arraycopy(part, at, state, parameter.offset(), parameter.size());
            at += parameter.size();
        }
    }

    @Override
    public Content message(float[] state, int round, int degree) throws InterruptedException {
        gather(state, shared, part);
        return sharing.message(part, round, degree);
    }

    @Override
    public void average(float[] state, int round, List<Message> received, Mixing mixing) throws MalformedMessage, InterruptedException {
        gather(state, shared, part);
        sharing.average(part, round, received, mixing);
        scatter(state);
    }

    @Override
    public List<float[]> memory() {
        return sharing.memory();
    }

    @Override
    public float[] shareCounts() {
        return sharing.shareCounts();
    }
}
