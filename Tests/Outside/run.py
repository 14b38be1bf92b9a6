"""run.py [program|gallery] [TEST…]: runs the outside tests of the program or of the gallery.

If the group name ends with -1 or -2, only every second test of the group runs, starting with the first or the second test. If test names are given,
only those tests run. `Scripts/test outside` runs all groups.
"""
import os
import re
import sys
import unittest

from accessibility import Accessibility
from comebacks import Comebacks
from desktop import Desktop
from driver import WindowManager
from gallery import Gallery
from hardships import Hardships
from hostility import Hostility
from journeys import Journeys
from oddities import Oddities
from queueing import Queueing


GROUPS = {"program": (Journeys, Queueing, Hardships, Hostility, Oddities, Comebacks, Accessibility, Desktop), "gallery": (Gallery,)}


def reason(text):
    """Returns the error line of a traceback. An outline of the window may follow that line."""
    lines = text.strip().splitlines()
    start = next((i for i, line in enumerate(lines) if re.match(r"[\w.]+(Error|Late|Exception)\b", line)), len(lines) - 1)
    return " ".join(line.strip() for line in lines[start:start + 3])[:400]


def main():
    name, *wanted = sys.argv[1:] or ["program"]
    group, _, half = name.partition("-")
    with WindowManager():
        loader = unittest.TestLoader()
        tests = [case(name) for case in GROUPS[group] for name in loader.getTestCaseNames(case) if not wanted or name in wanted]
        if half:
            tests = tests[int(half) - 1::2]
        result = unittest.TextTestRunner(verbosity=2).run(unittest.TestSuite(tests))
    failed = len(result.failures) + len(result.errors)
    if path := os.environ.get("PODCASTER_RESULT"):
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"{result.testsRun - failed - len(result.skipped)} {failed}\n")
    if path := os.environ.get("PODCASTER_FAILURES"):
        with open(path, "a", encoding="utf-8") as file:
            for case, text in result.failures + result.errors:
                file.write(f"outside: {case.id()}: {reason(text)}\n")
    sys.exit(1 if failed or result.testsRun == 0 else 0)


if __name__ == "__main__":
    main()
