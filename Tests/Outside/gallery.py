"""Walks through each page of the gallery, in which each view and modifier is, as accessibility.py does through the program's windows, and tries
what is on it: gallery_visits.py."""
import os
import subprocess
import unittest

from accessibility import walk_through
from driver import Home, Program
from gallery_visits import NOTHING_TO_PRESS, PRESSED_INSIDE, VISITS
from visit import Visit

PROGRAM = os.environ.get("PODCASTER_GALLERY", "")

# From GTK 4.12 on the tab key goes through a list row by row. Nobody gets through the 100,000 of this one: Control with Tab leaves it.
ENDLESS = {"long-list": "Numbers"}
# What pages are given to open.
ADDRESSES = {"scenes": ["https://example.org/feed.xml"]}


def pages():
    """The ids of the gallery's pages, as it says itself."""
    return subprocess.run([PROGRAM, "--list"], stdout=subprocess.PIPE, text=True, check=True, timeout=20).stdout.split()


class Gallery(unittest.TestCase):
    """A test for each page: every control in it is named and reached, and does what it says."""

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

    def test_each_page_is_pressed_or_says_why_not(self):
        said = [*VISITS, *PRESSED_INSIDE, *NOTHING_TO_PRESS]
        self.assertEqual(sorted(said), sorted(pages()))

    def test_a_setting_is_there_again_after_a_restart(self):
        # Given a page with the lines that make it, and the program's settings
        program = self.start("scenes")
        visit = Visit(program)
        visit.reads(is_code)
        visit.key("ctrl+comma")
        settings = program.modal("Settings")

        # When the lines are turned off
        visit.press("Show the Swift lines of each page", settings)

        # Then they are gone, and still are in another start
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
