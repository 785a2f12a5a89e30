package io.starling.config;

/**
 * Something the user gave (a configuration value, a file, a command-line argument) cannot be used.
 *
 * <p>The message is one line written for that user: what was being done, the value, the limit, the configuration key and
 * the likely fix. The command line prints it without a stack trace and exits with code 2.
 */
public final class UserError extends RuntimeException {
    public UserError(String message) {
        super(message);
    }

    public UserError(String message, Throwable cause) {
        super(message, cause);
    }
}
