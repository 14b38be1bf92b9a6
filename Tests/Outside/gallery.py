"""Checks each page of the gallery, which contains each view and modifier, as accessibility.py checks the windows of the program.

The visits in gallery_visits.py test the controls of each page."""
import os
import subprocess
import unittest

from accessibility import walk_through
from driver import Home, Program
from gallery_visits import NOTHING_TO_PRESS, PRESSED_INSIDE, VISITS
from visit import Visit

PROGRAM = os.environ.get("PODCASTER_GALLERY", "")

# Since GTK 4.12 the tab key moves through a list row by row. This list has 100,000 rows, so the tests leave it with Ctrl+Tab.
ENDLESS = {"long-list": "Numbers"}
# The addresses that pages receive at the start.
ADDRESSES = {"scenes": ["https://example.org/feed.xml"]}


def pages():
    """Returns the ids of the gallery's pages, which the gallery prints itself."""
    return subprocess.run([PROGRAM, "--list"], stdout=subprocess.PIPE, text=True, check=True, timeout=60).stdout.split()


class Gallery(unittest.TestCase):
    """A test for each page. Each control has a name, is reached by the tab key, and works."""

    def setUp(self):
        self.home = Home()
        self.addCleanup(self.home.remove)

    def start(self, page):
        program = Program(self.home, page, *ADDRESSES.get(page, []), executable=PROGRAM)
        self.addCleanup(program.end)
        return program

    def walk(self, page):
        program = self.start(page)
        walk_through(program, program.window, endless=ENDLESS.get(page))
        if page in VISITS:
            VISITS[page](Visit(program))

    def test_each_page_has_steps(self):
        covered = [*VISITS, *PRESSED_INSIDE, *NOTHING_TO_PRESS]
        self.assertEqual(sorted(covered), sorted(pages()))

    def test_a_setting_is_restored_after_a_restart(self):
        # Given a page that shows its Swift code, and the settings window
        program = self.start("scenes")
        visit = Visit(program)
        visit.reads(is_code)
        visit.key("ctrl+comma")
        settings = program.modal("Settings")

        # When the code is turned off
        visit.press("Show the Swift lines of each page", settings)

        # Then the code is hidden, also after a restart
        visit.lacks(is_code)
        visit.key("Escape")
        visit.alone()
        program.quit()
        visit = Visit(self.start("toggles"))
        visit.is_on("Switch")
        visit.lacks(is_code)


def is_code(text):
    return "\n" in text or text.startswith("Toggle(")


for page in pages() if PROGRAM else []:
    setattr(Gallery, f"test_{page.replace('-', '_')}", lambda self, page=page: self.walk(page))
