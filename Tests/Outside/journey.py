"""Shared code of the journeys: a test case with its own home folder, and feeds."""
import contextlib
import functools
import http.server
import io
import os
import re
import sys
import threading
import unittest

from driver import DIALOGS, ITEMS_AT_MOST, TREE, Home, Program, wait_for

SHOW = "Good Listening · 듣는 마음"
EPISODES = ["Hello, 안녕하세요", "비 오는 날의 소리", "The Walk Without Headphones"]
SAMPLE = os.path.join(TREE, "Resources/sample-show")
WEB_PAGE = "<!DOCTYPE html><html><head><title>Sign in</title></head><body><form>Welcome to the hotel's network</form></body></html>"
FEED = """<?xml version="1.0"?><rss version="2.0"><channel><title>Two Bridges</title><description>A show in a file.</description>
<item><title>The first bridge</title><guid>two-bridges-1</guid><enclosure url="bridge.opus" length="1" type="audio/ogg"/></item>
</channel></rss>"""


def long_feed(count, audio):
    """Returns a feed with a number of episodes. All episodes have the same audio file."""
    items = "".join(f'<item><title>Part {n}</title><guid>part-{n}</guid><enclosure url="file://{audio}" length="1" type="audio/ogg"/></item>' for n in range(count))
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>Long</title><description>Many parts.</description>{items}</channel></rss>'


class Journey(unittest.TestCase):
    """A test case with its own home folder and a program that ends with the test."""

    def setUp(self):
        self.home = Home()
        self.addCleanup(self.home.remove)
        self.has_sample = False

    def run(self, result):
        """Runs the test and prints the output of the program if the test fails."""
        self.outputs = []
        before = len(result.failures) + len(result.errors)
        super().run(result)
        if len(result.failures) + len(result.errors) > before and any(self.outputs):
            print(f"{self.id()}: the program wrote:\n" + "".join(self.outputs), file=sys.stderr)

    def start(self, *addresses, language="en"):
        program = Program(self.home, *addresses, language=language)
        self.addCleanup(lambda: self.outputs.append(program.end()))
        return program

    def start_on_the_sample(self, language="en"):
        """Starts the program on the sample show, which is added at the first start of the test."""
        program = self.start(*[] if self.has_sample else [os.path.join(SAMPLE, "feed.xml")], language=language)
        self.has_sample = True
        for title in EPISODES:
            program.window.find(name=title)
        return program

    def row(self, program, name):
        """Waits for the row of a page or a show in the list next to the content, and returns it."""
        pages = program.window.find("list", "Shows")
        return wait_for(lambda: next((row for row in pages.all("list item") if row.first("label", name)), None), f"the row “{name}”",
                        describe=program.application.outline)

    def go_to_page(self, program, name):
        """Selects a page by keyboard in the list next to the content."""
        row = self.row(program, name)
        program.move_focus_to(program.window.find("list", "Shows"))
        program.key("Home")
        for _ in range(ITEMS_AT_MOST):
            if row.has_focus:
                break
            program.key("Down")
        self.assertTrue(row.has_focus, program.application.outline())
        program.key("Return")

    def playable(self, program):
        """Returns the sample show's episodes that have a play button, in order."""
        names = [button.name for button in program.window.all("button")]
        return [title for title in EPISODES if f"Play {title}" in names]

    def mark_as_favorite(self, program, title):
        """Marks an episode as favorite in the menu of its row, and waits until its row shows the favorite."""
        program.choose(f"More about {title}", "Favorite")
        wait_for(lambda: title in self.favorites(program), "the favorite is marked", describe=program.application.outline)

    def favorites(self, program):
        """Returns the sample show's episodes whose rows show a favorite."""
        names = [element.name for element in program.window.walk()]
        return [title for title in EPISODES if any(n.startswith(f"{title}, ") and "Favorite" in n.split(", ") for n in names)]

    @contextlib.contextmanager
    def alert(self, program, title):
        """Waits for the alert with this title and checks its role. Checks after the block that the alert is closed."""
        dialog = program.dialog(title)
        self.assertIn(dialog.role, DIALOGS)
        yield dialog
        program.wait_until_gone(lambda: program.application.first(DIALOGS, title), "the alert")


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without byte ranges."""

    def log_message(self, *_):
        pass


class Ranges(Quiet):
    """Serves files with byte ranges."""

    def send_head(self):
        part = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        path = self.translate_path(self.path)
        if not part or not os.path.isfile(path):
            return super().send_head()
        with open(path, "rb") as file:
            content = file.read()
        start, end = int(part[1]), min(int(part[2] or len(content) - 1), len(content) - 1)
        self.send_response(206)
        self.send_header("Content-Type", "audio/ogg")
        self.send_header("Content-Length", str(end - start + 1))
        self.send_header("Content-Range", f"bytes {start}-{end}/{len(content)}")
        self.end_headers()
        return io.BytesIO(content[start:end + 1])


@contextlib.contextmanager
def served(folder, handler=Quiet):
    """Serves a folder at a local HTTP address while the block runs."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=folder))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
