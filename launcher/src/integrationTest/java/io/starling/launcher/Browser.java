package io.starling.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A real browser without a window, driven through its own debugging protocol. Tests that need one are skipped where there is none. */
final class Browser implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");
    private static final int SECONDS = 30;

    private final Process process;
    private final WebSocket socket;
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final List<String> complaints = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger calls = new AtomicInteger();

    private Browser(Process process, HttpClient client, String page) {
        this.process = process;
        socket = client.newWebSocketBuilder().buildAsync(URI.create(page), new Answers()).orTimeout(SECONDS, TimeUnit.SECONDS).join();
    }

    /** @param folder for the browser's own files */
    static Browser open(Path folder) throws Exception {
        Path program = find();
        Assumptions.assumeTrue(program != null, "There is no Chromium here, so nothing was looked at in a browser: install one (apt-get install chromium), "
            + "or name it in the environment variable CHROMIUM.");
        Path profile = Files.createDirectories(folder.resolve("browser"));
        Process process = new ProcessBuilder(program.toString(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
            "--window-size=1280,1300", "--remote-debugging-port=0", "--user-data-dir=" + profile, "about:blank")
            .redirectErrorStream(true).redirectOutput(folder.resolve("browser.log").toFile()).start();
        try {
            HttpClient client = HttpClient.newHttpClient();
            String port = port(profile.resolve("DevToolsActivePort"));
            HttpRequest newPage = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/new")).PUT(HttpRequest.BodyPublishers.noBody()).build();
            JsonNode page = JSON.readTree(client.send(newPage, HttpResponse.BodyHandlers.ofString()).body());
            Browser browser = new Browser(process, client, page.get("webSocketDebuggerUrl").asText());
            for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
                browser.call(domain + ".enable", Map.of());
            }
            return browser;
        } catch (Exception | Error e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static Path find() {
        String named = System.getenv("CHROMIUM");
        if (named != null) {
            return Path.of(named);
        }
        return Stream.of(System.getenv("PATH").split(File.pathSeparator)).flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
            .filter(Files::isExecutable).findFirst().orElse(null);
    }

    private static String port(Path file) throws Exception {
        for (int i = 0; i < SECONDS * 10; i++) {
            if (Files.exists(file) && Files.size(file) > 0) {
                return Files.readAllLines(file).get(0);
            }
            Thread.sleep(100);
        }
        throw new AssertionError("the browser did not start within " + SECONDS + " s");
    }

    private final class Answers implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                take(text.toString());
                text.setLength(0);
            }
            webSocket.request(1);
            return null;
        }
    }

    private void take(String message) {
        try {
            JsonNode said = JSON.readTree(message);
            if (said.has("id")) {
                answers.remove(said.get("id").asInt()).complete(said);
                return;
            }
            JsonNode params = said.path("params");
            switch (said.path("method").asText()) {
                case "Runtime.exceptionThrown" -> complaints.add(params.path("exceptionDetails").toString());
                case "Log.entryAdded" -> complaints.add(params.path("entry").path("text").asText());
                case "Network.requestWillBeSent" -> requested(params.path("request").path("url").asText());
                default -> { }
            }
        } catch (IOException e) {
            complaints.add(e.toString());
        }
    }

    private void requested(String url) {
        if (!url.startsWith("http://127.0.0.1") && !url.startsWith("http://localhost") && !url.startsWith("data:") && !url.startsWith("file:")) {
            complaints.add("asked the network for " + url);
        }
    }

    private JsonNode call(String method, Map<String, ?> params) throws Exception {
        int id = calls.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        ObjectNode request = JSON.createObjectNode().put("id", id).put("method", method);
        request.set("params", JSON.valueToTree(params));
        socket.sendText(request.toString(), true).get(SECONDS, TimeUnit.SECONDS);
        JsonNode said = answer.get(SECONDS, TimeUnit.SECONDS);
        if (said.has("error")) {
            throw new AssertionError(method + ": " + said.get("error"));
        }
        return said.path("result");
    }

    void go(String url) throws Exception {
        call("Page.navigate", Map.of("url", url));
    }

    /** The value of an expression in the page. */
    String evaluate(String script) throws Exception {
        JsonNode result = call("Runtime.evaluate", Map.of("expression", script, "returnByValue", true));
        return result.path("result").path("value").asText();
    }

    /** Waits until an expression in the page is true. */
    void await(String script, int seconds) throws Exception {
        for (int i = 0; i < seconds * 10; i++) {
            if (evaluate("!!(" + script + ")").equals("true")) {
                return;
            }
            Thread.sleep(100);
        }
        throw new AssertionError("not within " + seconds + " s: " + script + "\n" + evaluate("document.body.innerText") + "\n" + complaints);
    }

    void scheme(String lightOrDark) throws Exception {
        call("Emulation.setEmulatedMedia", Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", lightOrDark))));
    }

    void screenshot(Path file) throws Exception {
        JsonNode picture = call("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
        Files.createDirectories(file.getParent());
        Files.write(file, Base64.getDecoder().decode(picture.get("data").asText()));
    }

    /** Errors in the page, refusals by its security policy, and requests to anybody but this machine. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    @Override
    public void close() throws Exception {
        socket.abort();
        // Its helpers write to the profile's folder until they end, which is to be deleted then.
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle each : all) {
            each.onExit().get(SECONDS, TimeUnit.SECONDS);
        }
    }
}
