package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is looked at while it goes on: in a real browser, and with {@code starling watch}. */
class LiveIT {
    private static final String QUICKSTART = Product.CONF.resolve("quickstart.conf").toString();
    private static final Path PICTURES = Path.of("build", "screenshots");

    @TempDir
    Path folder;

    private Process start(String... more) throws Exception {
        String[] arguments = new String[more.length + 4];
        System.arraycopy(new String[] {"run", QUICKSTART, "--set", "results.path=" + folder.resolve("r")}, 0, arguments, 0, 4);
        System.arraycopy(more, 0, arguments, 4, more.length);
        return new Product(folder).start("run", Map.of(), Product.command(arguments));
    }

    private String url(Process process) throws Exception {
        Pattern address = Pattern.compile("look at it: (http://127\\.0\\.0\\.1:\\d+/)");
        for (int i = 0; i < 900 && process.isAlive(); i++) {
            Matcher found = address.matcher(new Product(folder).errors("run"));
            if (found.find()) {
                return found.group(1);
            }
            Thread.sleep(100);
        }
        throw new AssertionError(new Product(folder).errors("run"));
    }

    @Test
    void theRunsPageInABrowser() throws Exception {
        try (Browser browser = Browser.open(folder)) {
            // Node 3 has too few samples of anything to fail by itself, so it is made to: its learning rate makes it diverge.
            Process process = start("--set", "rounds=150", "--set", "evaluation.mode=both", "--set", "lateness.deadline=5s",
                "--set", "overrides=[{nodes = \"3\", training.lr = 1e30}]");
            try {
                browser.go(url(process));
                browser.await("document.querySelector('#curve path.mean')", 90);
                browser.await("document.querySelectorAll('#topology circle').length == 16", 30);
                browser.await("document.querySelectorAll('#slowest tr').length == 8", 30);
                browser.await("document.querySelector('#topology circle.failed title').textContent.startsWith('node 3: failed')", 60);
                for (String scheme : new String[] {"light", "dark"}) {
                    browser.scheme(scheme);
                    browser.screenshot(PICTURES.resolve("live-" + scheme + ".png"));
                }
                browser.await("document.getElementById('status').textContent == 'degraded'", 120);
                assertThat(browser.evaluate("document.querySelector('#figures').innerText")).contains("150 / 150").contains("16, 1 failed");
                assertThat(browser.evaluate("document.getElementById('failures').innerText")).contains("failed");
                assertThat(Double.parseDouble(browser.evaluate("document.querySelector('#curve svg').getAttribute('aria-label').match(/[\\d.]+/)[0]"))).isGreaterThan(50);
                assertThat(browser.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).isEqualTo("true");
                browser.screenshot(PICTURES.resolve("live-over.png"));
                assertThat(browser.complaints()).isEmpty();
                assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            } finally {
                process.destroyForcibly();
            }
        }
    }

    @Test
    void watchingARunOfAnotherProcessUntilItsEnd() throws Exception {
        Process run = start("--set", "rounds=100", "--set", "ui.enabled=false");
        try {
            for (int i = 0; i < 900 && !new Product(folder).errors("run").contains("rounds begin"); i++) {
                Thread.sleep(100);
            }
            Thread.sleep(1500);
            assertThat(new Product(folder).errors("run")).doesNotContain("look at it");
            Product.Outcome watched = new Product(folder).starling("watch", folder.resolve("r").toString());
            assertThat(watched.exitCode()).as(watched.err()).isZero();
            assertThat(watched.err()).containsPattern("round \\d+/100  accuracy .* ETA").doesNotContain("Exception");
            assertThat(watched.out()).contains("finished").contains("accuracy % mean ± std");
            assertThat(run.waitFor(60, TimeUnit.SECONDS)).isTrue();
            Product.Outcome again = new Product(folder).starling("watch", folder.resolve("r").toString());
            assertThat(again.exitCode()).as(again.err()).isZero();
            assertThat(again.out()).isEqualTo(watched.out());
        } finally {
            run.destroyForcibly();
        }
    }

    @Test
    void watchingARunWhoseDriverWasKilled() throws Exception {
        Process run = start("--set", "rounds=100000");
        try {
            url(run);
            for (int i = 0; i < 900 && !new Product(folder).errors("run").contains("sent"); i++) {
                Thread.sleep(100);
            }
            Thread.sleep(2500);
        } finally {
            run.destroyForcibly();
        }
        Product.Outcome watched = new Product(folder).starling("watch", folder.resolve("r").toString(), "--patience", "3");
        assertThat(watched.exitCode()).as(watched.err()).isEqualTo(Starling.FAILED);
        assertThat(watched.err()).contains("nothing was written").contains("may have been killed");
    }
}
