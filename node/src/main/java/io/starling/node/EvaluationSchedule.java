package io.starling.node;

import io.starling.config.Settings;
import io.starling.config.UserError;
import java.util.Set;

/** After which rounds models are evaluated; always after the last. */
public final class EvaluationSchedule {
    private final int rounds;
    private final String kind;
    private final int every;
    private final Set<Integer> at;

    public EvaluationSchedule(Settings settings) {
        rounds = settings.get(RunKeys.ROUNDS);
        kind = settings.get(EvaluationKeys.SCHEDULE);
        every = settings.get(EvaluationKeys.EVERY);
        at = Set.copyOf(settings.get(EvaluationKeys.AT));
        if (kind.equals("at") && at.isEmpty()) {
            throw new UserError("evaluation.schedule = at needs evaluation.at, such as [1, 10, 100].");
        }
    }

    /** @param done how many rounds are behind */
    public boolean isDue(int done) {
        return done == rounds || switch (kind) {
            case "at" -> at.contains(done);
            case "widening" -> every > 0 && done % every == 0 && isDueWidening(done / every);
            default -> every > 0 && done % every == 0;
        };
    }

    /** Every time to 20, every second to 50, every fifth to 120, then every tenth. */
    private static boolean isDueWidening(int time) {
        int step = time <= 20 ? 1 : time <= 50 ? 2 : time <= 120 ? 5 : 10;
        return time % step == 0;
    }
}
