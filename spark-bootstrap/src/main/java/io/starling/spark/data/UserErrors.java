package io.starling.spark.data;

import io.starling.config.UserError;
import java.util.concurrent.Callable;

/** Brings back what a task said about the user's data, without Spark's wrapping. */
public final class UserErrors {
    private UserErrors() {
    }

    /** Does it; if it fails because of something the user gave, throws that. */
    public static <T> T unwrapped(Callable<T> action) {
        try {
            return action.call();
        } catch (Exception e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof UserError error) {
                    throw error;
                }
            }
            if (e instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            throw new IllegalStateException(e);
        }
    }
}
