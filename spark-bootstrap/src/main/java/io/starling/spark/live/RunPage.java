package io.starling.spark.live;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.starling.config.Experiment;
import io.starling.config.Key;
import io.starling.config.UserError;
import io.starling.spark.ClusterRun;
import io.starling.spark.RunListener;
import io.starling.spark.rendezvous.Roster;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A web page that shows a run while it goes on, served by the driver on its loopback address.
 *
 * <p>It can only be looked at: there is nothing to send to it. It shows no configuration beyond the names of modules, so no secrets that may be
 * in one. The name by which it is asked for must be this machine's own, so that no foreign site can have a browser read it (DNS rebinding). As long as
 * nobody looks, it costs nothing.
 */
public final class RunPage implements RunListener, AutoCloseable {
    static final Key<Boolean> ENABLED = Key.flag("ui.enabled").orElse(true).doc("Serves a web page that shows the run while it goes on.");
    static final Key<Integer> PORT = Key.integer("ui.port").between(0, 65535).orElse(0)
        .doc("The port of that page, on the loopback address of the driver's machine; 0: any free one. The address is printed when a run starts.");

    private static final Logger LOG = LoggerFactory.getLogger(RunPage.class);
    private static final Set<String> OWN_NAMES = Set.of("127.0.0.1", "localhost", "[::1]");
    private static final Map<String, String> FILES = Map.of("/", "page.html", "/page.css", "page.css", "/page.js", "page.js");
    private static final Map<String, String> TYPES = Map.of("html", "text/html; charset=utf-8", "css", "text/css; charset=utf-8",
        "js", "text/javascript; charset=utf-8", "json", "application/json", "txt", "text/plain; charset=utf-8");
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'";
    private static final long WATCHED_NANOS = 5_000_000_000L;
    private static final long LINGER_MILLIS = 1_500;

    private final HttpServer server;
    private final ExecutorService threads;
    private final CountDownLatch lastState = new CountDownLatch(1);
    private final RunState state;
    private volatile boolean over;
    private volatile boolean asked;
    private volatile long askedNanos;

    private RunPage(HttpServer server, RunState state) {
        this.server = server;
        this.state = state;
        threads = server == null ? null : Executors.newFixedThreadPool(2, work -> daemon(work, "starling-page"));
    }

    public static List<Key<?>> keys() {
        return List.of(ENABLED, PORT);
    }

    /**
     * Opens the page; until {@link #show} it says that the run is being prepared.
     *
     * @throws UserError if the port is taken
     */
    public static RunPage open(Experiment experiment) {
        RunState state = new RunState(experiment);
        if (!experiment.get(ENABLED)) {
            return new RunPage(null, state);
        }
        int port = experiment.get(PORT);
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1}), port), 16);
            RunPage page = new RunPage(server, state);
            server.setExecutor(page.threads);
            server.createContext("/", page::answer);
            // The server's own thread is a daemon if its creator is: a forgotten page must not keep a JVM alive.
            Thread starter = daemon(server::start, "starling-page-start");
            starter.start();
            starter.join();
            return page;
        } catch (IOException e) {
            throw new UserError("ui.port = " + port + " cannot be used: " + e.getMessage()
                + ". Set another port, 0 for any free one, or ui.enabled = false for no page.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Where it is; empty if the experiment does not want it. */
    public Optional<String> url() {
        return server == null ? Optional.empty() : Optional.of("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /** From now on the page is about this run. */
    public void show(ClusterRun run, Configuration hadoop) {
        if (server != null) {
            state.show(run, hadoop);
        }
    }

    @Override
    public void say(String message) {
        state.say(message);
    }

    @Override
    public void progress(Roster.Progress progress, int rounds, double secondsSinceStart) {
        state.seconds(secondsSinceStart);
    }

    @Override
    public void written() {
        if (isWatched()) {
            state.refresh();
        }
        over = true;
    }

    private boolean isWatched() {
        return asked && System.nanoTime() - askedNanos < WATCHED_NANOS;
    }

    private void answer(HttpExchange exchange) {
        try (exchange) {
            if (!isForThisMachine(exchange.getRequestHeaders().getFirst("Host"))) {
                send(exchange, 403, "txt", "This page answers to 127.0.0.1 and localhost only; use an SSH tunnel to look at it from elsewhere.\n");
            } else if (!exchange.getRequestMethod().equals("GET") && !exchange.getRequestMethod().equals("HEAD")) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                send(exchange, 405, "txt", "This page can only be read.\n");
            } else {
                get(exchange);
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("the page could not be served", e);
        }
    }

    private void get(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (path.equals("/state.json")) {
            boolean last = over;
            asked = true;
            askedNanos = System.nanoTime();
            send(exchange, 200, "json", state.json());
            if (last) {
                lastState.countDown();
            }
        } else if (path.equals("/topology.json")) {
            send(exchange, 200, "json", state.topologyJson(round(exchange.getRequestURI().getQuery())));
        } else if (FILES.containsKey(path)) {
            String file = FILES.get(path);
            try (InputStream in = RunPage.class.getResourceAsStream(file)) {
                send(exchange, 200, file.substring(file.lastIndexOf('.') + 1), new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        } else {
            send(exchange, 404, "txt", "There is no such page.\n");
        }
    }

    /** Of {@code round=12}; anything else is round 0. */
    private static int round(String query) {
        return query != null && query.matches("round=\\d{1,8}") ? Integer.parseInt(query.substring("round=".length())) : 0;
    }

    /** Whether the name in the request is this machine's own, whatever the port: tunnels have other ones. */
    static boolean isForThisMachine(String host) {
        return host != null && OWN_NAMES.contains(host.replaceFirst(":\\d{1,5}$", "").toLowerCase(java.util.Locale.ROOT));
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", TYPES.get(type));
        headers.set("Content-Security-Policy", POLICY);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("X-Frame-Options", "DENY");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cache-Control", "no-store");
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, head ? -1 : body.length);
        if (!head) {
            exchange.getResponseBody().write(body);
        }
    }

    /** Somebody who is looking gets to see the end; that takes a second and a half at most. */
    @Override
    public void close() {
        if (server == null) {
            return;
        }
        try {
            if (over && isWatched()) {
                lastState.await(LINGER_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.stop(0);
        threads.shutdownNow();
    }
}
