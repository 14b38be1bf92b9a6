"""What the journeys share: a listener with a home of their own, and what they listen to."""
import contextlib
import functools
import http.server
import os
import sys
import threading
import unittest

from driver import DIALOGS, TREE, Home, Program

SHOW = "Good Listening · 듣는 마음"
EPISODES = ["Hello, 안녕하세요", "비 오는 날의 소리", "The Walk Without Headphones"]
SAMPLE = os.path.join(TREE, "Resources/sample-show")
WEB_PAGE = "<!DOCTYPE html><html><head><title>Sign in</title></head><body><form>Welcome to the hotel's network</form></body></html>"
FEED = """<?xml version="1.0"?><rss version="2.0"><channel><title>Two Bridges</title><description>A show in a file.</description>
<item><title>The first bridge</title><guid>two-bridges-1</guid><enclosure url="bridge.opus" length="1" type="audio/ogg"/></item>
</channel></rss>"""


def long_feed(count, audio):
    """A feed with so many episodes, which all have the same audio file."""
    items = "".join(f'<item><title>Part {n}</title><guid>part-{n}</guid><enclosure url="file://{audio}" length="1" type="audio/ogg"/></item>' for n in range(count))
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>Long</title><description>Many parts.</description>{items}</channel></rss>'


class Journey(unittest.TestCase):
    """A listener with a home of their own, and a program that ends with the test."""

    def setUp(self):
        self.home = Home()
        self.addCleanup(self.home.remove)

    def run(self, result):
        """Runs the test, and shows what the program itself said when it failed."""
        self.said = []
        before = len(result.failures) + len(result.errors)
        super().run(result)
        if len(result.failures) + len(result.errors) > before and any(self.said):
            print(f"{self.id()}: the program said:\n" + "".join(self.said), file=sys.stderr)

    def start(self, *addresses, language="en"):
        program = Program(self.home, *addresses, language=language)
        self.addCleanup(lambda: self.said.append(program.end()))
        return program

    def start_on_the_sample(self):
        program = self.start()
        for title in EPISODES:
            program.window.find(name=title)
        return program

    @contextlib.contextmanager
    def alert(self, program, title):
        """The alert of this title: its role, its name and that its buttons close it."""
        dialog = program.dialog(title)
        self.assertIn(dialog.role, DIALOGS)
        yield dialog
        program.wait_until_gone(lambda: program.application.first(DIALOGS, title), "the alert")


@contextlib.contextmanager
def served(folder):
    """A folder under an http address of this machine, while the block runs."""
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
