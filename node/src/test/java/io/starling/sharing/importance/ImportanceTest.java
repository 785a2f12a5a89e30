package io.starling.sharing.importance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Two rounds by hand: x goes from 0 to 1 by training and to 3 by averaging; then to 4 and to 4.5. Index 0 is shared in the first round. */
class ImportanceTest {
    private static final float[] START = {0, 0};
    private static final float[] TRAINED = {1, 1};
    private static final float[] AVERAGED = {3, 3};
    private static final float[] TRAINED_AGAIN = {4, 4};

    private static float[] scoreInSecondRound(Importance importance) {
        float[] score = new float[2];
        importance.score(START, TRAINED, score);
        assertThat(score).containsExactly(1, 1);
        importance.chosen(new int[] {0}, 1, START, TRAINED);
        importance.averaged(TRAINED, AVERAGED);
        importance.score(AVERAGED, TRAINED_AGAIN, score);
        return score;
    }

    @Test
    void changeIsThisRoundsOnly() {
        assertThat(scoreInSecondRound(new Change(2))).containsExactly(1, 1);
    }

    @Test
    void theFirstVersionAddsUpTrainingUntilItIsShared() {
        assertThat(scoreInSecondRound(new TrainingChanges(2))).containsExactly(1, 2);
    }

    /** Shared: 0 + (3 − 0) + (4 − 3). Not shared: the same, as V was 0 before the first round; a third round tells them apart. */
    @Test
    void theSecondVersionAddsUpTrainingAndAveragingOnce() {
        Importance importance = new AllChanges(2);
        assertThat(scoreInSecondRound(importance)).containsExactly(4, 4);
        importance.chosen(new int[] {0}, 1, AVERAGED, TRAINED_AGAIN);
        float[] averagedAgain = {4.5f, 4.5f};
        importance.averaged(TRAINED_AGAIN, averagedAgain);
        float[] score = new float[2];
        importance.score(averagedAgain, averagedAgain, score);
        assertThat(score).containsExactly(1.5f, 4.5f);
    }

    @Test
    void normalizedIsRelativeToTheMagnitude() {
        float[] score = new float[2];
        new Normalized(new Change(2), 1, 2).score(new float[] {0, 0}, new float[] {1, -3}, score);
        assertThat(score).containsExactly(0.5f, -0.75f);
    }

    @Test
    void magnitudeIsTheParameter() {
        float[] score = new float[2];
        new Magnitude(2).score(START, new float[] {1, -3}, score);
        assertThat(score).containsExactly(1, -3);
    }
}
