"""Hostile servers: the window responds while its feeds are refreshed from them, and shows the reason for each one."""
import contextlib
import gzip
import socketserver
import sqlite3
import subprocess
import threading
import time

from gi.repository import Atspi

from driver import Program, wait_for
from journey import Journey

# The program's time limit for a feed, in seconds. The time of an answer of the window is much shorter.
FEED_TIME_LIMIT = 15
SLOWEST_ANSWER = 5.0
FEED = """<?xml version="1.0"?><rss version="2.0"><channel><title>{0}</title><description>A show.</description>
<item><title>Episode of {0}</title><guid>{0}</guid><enclosure url="a.opus" length="1" type="audio/ogg"/></item></channel></rss>"""
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nConnection: close\r\n"
START = b'<?xml version="1.0"?><rss version="2.0"><channel><title>'


def redirect_loop(send, request):
    send(b"HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\nLocation: /again" + request[5:9] + b"\r\n\r\n")


def gzip_bomb(send, request):
    bomb = gzip.compress(gzip.compress(START + b" " * 80_000_000, 9), 9)
    send(HEAD + f"Content-Encoding: gzip, gzip\r\nContent-Length: {len(bomb)}\r\n\r\n".encode() + bomb)


def drip(send, request):
    send(HEAD + b"\r\n" + START)
    while True:
        send(b"x")
        time.sleep(0.05)


def silence(send, request):
    send(HEAD)
    time.sleep(60)


def endless_head(send, request):
    send(HEAD)
    while True:
        send(b"X-Header: " + b"x" * 1000 + b"\r\n")


def endless_body(send, request):
    send(HEAD + b"\r\n<?xml version='1.0'?><rss version='2.0'><channel>")
    while True:
        send(b" " * 65536)


def wrong_length(send, request):
    feed = FEED.format("cut").encode()
    send(HEAD + f"Content-Length: {len(feed) + 100}\r\n\r\n".encode() + feed[:-60])


def early_end(send, request):
    send(HEAD[:-5])


def flood_of_informational_answers(send, request):
    while True:
        send(b"HTTP/1.1 100 Continue\r\n\r\n" * 1000)


# Each behavior, with the title of its error.
BEHAVIORS = {
    redirect_loop: "This Address Goes in Circles",
    gzip_bomb: "This Feed Is Too Large",
    drip: "The Feed Took Too Long",
    silence: "The Feed Took Too Long",
    endless_head: "The Feed Cannot Be Reached",
    endless_body: "This Feed Is Too Large",
    wrong_length: "The Feed Is Not Complete",
    early_end: "The Feed Cannot Be Reached",
    flood_of_informational_answers: "The Server Gave an Unexpected Answer",
}


def title_of(behavior):
    return behavior.__name__.replace("_", " ").capitalize()


class Servers:
    """A server for each behavior, each at its own loopback address. They serve a feed until `turn_hostile` is called."""

    def __enter__(self):
        self.hostile = False
        self.requested = set()
        self.servers = {behavior: self.server(behavior, f"127.0.1.{index + 1}") for index, behavior in enumerate(BEHAVIORS)}
        return self

    def __exit__(self, *_):
        for server in self.servers.values():
            server.shutdown()
            server.server_close()

    def turn_hostile(self):
        self.hostile = True

    def address(self, behavior):
        host, port = self.servers[behavior].server_address
        return f"http://{host}:{port}/feed.xml"

    def server(self, behavior, host):
        servers = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self):
                with contextlib.suppress(OSError):
                    request = self.request.recv(65536)
                    if servers.hostile:
                        servers.requested.add(behavior)
                        behavior(self.request.sendall, request)
                    else:
                        self.request.sendall(HEAD + b"\r\n" + FEED.format(title_of(behavior)).encode())

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            block_on_close = False

        server = Server((host, 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server


class Hostility(Journey):
    def go_to(self, program, page):
        """Selects a page, and waits until the window shows it."""
        self.go_to_page(program, page)
        row = self.row(program, page)
        wait_for(lambda: row.has(Atspi.StateType.SELECTED), f"“{page}” is selected", describe=program.application.outline)

    def assert_reason(self, failures, show, reason):
        """Expects a row with a show and its reason."""
        texts = [label.name or label.text for label in failures.all("label")]
        self.assertIn(show, texts)
        self.assertEqual(texts[texts.index(show) + 1], reason, texts)

    def episodes(self):
        """Returns the titles of all episodes in the library."""
        with contextlib.closing(sqlite3.connect(f"file:{self.home.path}/data/podcaster/library.sqlite?mode=ro", uri=True)) as library:
            return sorted(title for title, in library.execute("select title from episode"))

    def test_the_window_responds_while_servers_are_hostile(self):
        self.home.variables["PODCASTER_FEED_TIME_LIMIT"] = str(FEED_TIME_LIMIT)
        with Servers() as servers:
            # Given a library with a show of each server, which was refreshed
            addresses = [servers.address(behavior) for behavior in BEHAVIORS]
            subprocess.run([Program.executable(), "subscribe", *addresses], env=self.home.environment("en"), check=True, timeout=60)
            program = self.start()
            self.row(program, title_of(drip))

            # When the servers turn hostile, and the user refreshes with the key
            servers.turn_hostile()
            program.key("ctrl+r")
            wait_for(lambda: len(servers.requested) == len(BEHAVIORS), "all servers are asked", describe=lambda: str(servers.requested))

            # Then the window responds until all transfers have ended, and within their time limit
            begin, slowest, visited = time.monotonic(), 0.0, 0
            while program.window.first("button", "Cancel Refresh"):
                asked = time.monotonic()
                program.application.accessible.get_child_count()
                slowest = max(slowest, time.monotonic() - asked)
                self.go_to(program, ("Favorites", "History")[visited % 2])
                visited += 1
                self.assertLess(asked - begin, FEED_TIME_LIMIT + 20, program.application.outline())
            self.assertGreater(visited, 0)
            self.assertLess(slowest, SLOWEST_ANSWER)

            # And one notice reports all failures, with the reason of each
            program.window.find("button", "Show").press()
            failures = program.modal("Not Refreshed")
            for behavior, reason in BEHAVIORS.items():
                self.assert_reason(failures, title_of(behavior), reason)
            program.screenshot("hostile-servers")

            # And the health page of one contains its reason and its advice
            failures.find("button", f"Details of {title_of(redirect_loop)}").press()
            health = program.modal("Feed Health")
            health.find("label", BEHAVIORS[redirect_loop])
            self.assertTrue(any("without an end" in (label.name + label.text) for label in health.all("label")), health.outline())
            health.find("button", "Copy Report")

            # And the shows keep all of their episodes
            self.assertEqual(self.episodes(), sorted(f"Episode of {title_of(behavior)}" for behavior in BEHAVIORS))
            self.assertNotIn("error:", program.output())
