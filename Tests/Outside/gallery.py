"""Walks through each page of the gallery, in which each view and modifier is, as accessibility.py does through the program's windows."""
import os
import subprocess
import unittest

from accessibility import walk_through
from driver import Home, Program

PROGRAM = os.environ.get("PODCASTER_GALLERY", "")

# From GTK 4.12 on the tab key goes through a list row by row. Nobody gets through the 100,000 of this one.
ENDLESS = ["long-list"]


def pages():
    """The ids of the gallery's pages, as it says itself."""
    return subprocess.run([PROGRAM, "--list"], stdout=subprocess.PIPE, text=True, check=True, timeout=20).stdout.split()


class Gallery(unittest.TestCase):
    """A test for each page: every control in it is named and reached."""

    def walk(self, page):
        home = Home()
        self.addCleanup(home.remove)
        program = Program(home, page, executable=PROGRAM)
        self.addCleanup(program.end)
        walk_through(program, program.window, by_tab=page not in ENDLESS)


for page in pages() if PROGRAM else []:
    setattr(Gallery, f"test_{page.replace('-', '_')}", lambda self, page=page: self.walk(page))
