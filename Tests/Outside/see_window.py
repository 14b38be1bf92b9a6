"""Starts the program named by PODCASTER_PROGRAM and waits for a text that screen readers can read. Without PODCASTER_EXPECTED, it adds the sample show.

Scripts/checks/see-window calls it.
"""
import os

from driver import Home, Program, WindowManager, take_picture

import shutil
from contextlib import nullcontext

home = Home()
with WindowManager() if shutil.which("openbox") else nullcontext():
    program = Program(home)
    try:
        print(f"The window: {program.window}")
        text = os.environ.get("PODCASTER_EXPECTED")
        if not text:
            program.window.find("button", "Listen to a Sample Show").press()
            text = "The Walk Without Headphones"
        print(f"The text: {program.window.find(name=text)}")
        if os.environ.get("PODCASTER_PICTURE"):
            take_picture(os.environ["PODCASTER_PICTURE"])
            print(f"A picture of it: {os.environ['PODCASTER_PICTURE']}")
    finally:
        program.end()
        home.remove()
