"""Drives the built program from outside, as a screen reader and a keyboard do: AT-SPI for what it says and offers, xdotool for keys.

It needs a display, a session bus, and a window manager, which `WindowManager` starts. Each program has a home of its own.
"""
import contextlib
import os
import shutil
import subprocess
import tempfile
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib

from snapshot import Node

TREE = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
# What older and newer AT-SPI call the same.
ROLES = {"push button": "button", "toggle button": "toggle", "check box": "toggle", "entry": "text", "password text": "text"}
DIALOGS = ("alert", "dialog")
# GTK 4.8 says "button" of a toggle button.
TOGGLES = ("toggle", "button")
MENU_ITEMS = ("menu item", "check menu item", "radio menu item")
ITEMS_AT_MOST = 12
PATIENCE = 20.0
# A key is pressed and released, and the window manager and the focus may add events of their own.
EVENTS_PER_KEY = 8
TERRITORIES = {"ko": "ko_KR"}


class Late(AssertionError):
    """What was waited for did not come in time. Says what there was instead."""


def wait_for(condition, what, seconds=PATIENCE, describe=None):
    """The first true answer of `condition`. Between the questions the main context runs, since AT-SPI's news arrive there."""
    context = GLib.MainContext.default()
    end = time.monotonic() + seconds
    while True:
        try:
            if answer := condition():
                return answer
        except GLib.Error:
            pass  # Something went away while it was looked at.
        if time.monotonic() > end:
            raise Late(f"{what}: not within {seconds:.0f} seconds\n{describe() if describe else ''}")
        alarm = GLib.timeout_add(50, lambda: GLib.SOURCE_CONTINUE)
        context.iteration(True)
        GLib.source_remove(alarm)
        while context.pending():
            context.iteration(False)


def single_name(name):
    """A name without its repetition. GTK 4.8 repeats the text of a button with a mnemonic."""
    half = name[:len(name) // 2]
    return half if half and name == f"{half} {half}" else name


def role(node):
    """The role of a node, as new versions of AT-SPI name it."""
    return ROLES.get(node.role, node.role)


class Element:
    """Something that a screen reader can name."""

    def __init__(self, accessible=None, node=None):
        self._accessible, self.node = accessible, node

    @property
    def accessible(self):
        """The object itself. Raises a GLib.Error if it has moved or no longer exists."""
        if self._accessible is None:
            self._accessible = self.node.accessible
        return self._accessible

    @property
    def role(self):
        role = self.accessible.get_role_name()
        return ROLES.get(role, role)

    @property
    def name(self):
        return single_name(self.accessible.get_name() or "")

    @property
    def description(self):
        return self.accessible.get_description() or ""

    def has(self, state):
        return self.accessible.get_state_set().contains(state)

    @property
    def is_on(self):
        """Whether a toggle is on; GTK says "checked" of some and "pressed" of others."""
        return self.has(Atspi.StateType.CHECKED) or self.has(Atspi.StateType.PRESSED)

    @property
    def is_visible(self):
        """Whether it is not hidden itself; GTK 4.8 says "showing" of windows alone."""
        return self.has(Atspi.StateType.VISIBLE)

    @property
    def value(self):
        return self.accessible.get_value_iface().get_current_value()

    @property
    def text(self):
        """What a text field holds, or what a label says."""
        text = self.accessible.get_text_iface()
        return Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text)) if text else self.name

    def type(self, text):
        """Puts a text into a field."""
        field = self.accessible.get_editable_text_iface()
        if field is None:
            # The field's own text is a child of what carries its name.
            return next(e for e in self.walk() if e.accessible.get_editable_text_iface()).type(text)
        assert Atspi.EditableText.set_text_contents(field, text), f"{self} takes no text"

    def press(self):
        """Does its first action, as a screen reader's user would."""
        actions = self.accessible.get_action_iface()
        assert actions and actions.get_n_actions() > 0, f"{self} has no action"
        assert actions.do_action(0), f"{self} did not do its action"

    @property
    def has_focus(self):
        return any(node.has(Atspi.StateType.FOCUSED) for node in self.nodes())

    @property
    def place(self):
        """The left and upper edge in its window, the width and the height, in pixels."""
        place = Atspi.Component.get_extents(self.accessible, Atspi.CoordType.WINDOW)
        return place.x, place.y, place.width, place.height

    def children(self):
        for index in range(self.accessible.get_child_count()):
            child = self.accessible.get_child_at_index(index)
            if child is not None:
                yield Element(child)

    def nodes(self):
        """A snapshot of this element and its visible descendants."""
        try:
            tree = Node.tree(self.accessible, self.leaves_out)
        except GLib.Error:
            return []  # The object no longer exists.
        return list(tree.walk()) if tree else []

    def leaves_out(self, node):
        """Whether a node and its descendants are left out."""
        return False

    def walk(self):
        """This element and its visible descendants. Their properties are read anew each time."""
        return [Element(node=node) for node in self.nodes()]

    def matching(self, wanted, name):
        roles = (wanted,) if isinstance(wanted, str) else wanted
        fits = name if callable(name) else lambda own: own == name
        nodes = [node for node in self.nodes() if not roles or role(node) in roles]
        if name is not None:
            Node.read_names(nodes)
            nodes = [node for node in nodes if fits(single_name(node.name))]
        return [Element(node=node) for node in nodes]

    def all(self, role=None, name=None):
        """Every visible element of a role (or one of several) and a name in it."""
        return self.matching(role, name)

    def first(self, role=None, name=None):
        """The first of them."""
        return next(iter(self.matching(role, name)), None)

    def find(self, role=None, name=None, seconds=PATIENCE):
        """The first such element, once there is one."""
        return wait_for(lambda: self.first(role, name), f"{role or 'something'} “{name}”", seconds, self.outline)

    def outline(self):
        """The tree as text, to read when something was not found."""
        lines = []

        def add(element, depth):
            try:
                lines.append(f"{'  ' * depth}{element.role} “{element.name}”{' on' if element.is_on else ''}{'' if element.is_visible else ' hidden'}")
                for child in element.children():
                    add(child, depth + 1)
            except GLib.Error as error:
                lines.append(f"{'  ' * depth}({error.message})")

        add(self, 0)
        return "\n".join(lines)

    def __str__(self):
        return f"{self.role} “{self.name}”"


class WindowManager:
    """A window manager, so that windows are active, modal and resizable as on a desktop."""

    def __enter__(self):
        with tempfile.TemporaryDirectory() as folder:
            started = os.path.join(folder, "started")
            # It never activates the windows that it finds: none may open before it says that it has started.
            self.process = subprocess.Popen(["openbox", "--sm-disable", "--startup", f"touch {started}"],
                                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            wait_for(lambda: os.path.exists(started), "the window manager")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout


class Home:
    """A listener's home: their library and settings, kept between two starts of the program."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="podcaster-home-")

    def file(self, name, text):
        """A file in the home, with its folders."""
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)

    def environment(self, language):
        variables = dict(os.environ)
        for name in ("DATA", "CONFIG", "CACHE", "STATE"):
            variables[f"XDG_{name}_HOME"] = os.path.join(self.path, name.lower())
        variables.update(LC_ALL="C.UTF-8", LANGUAGE=language, PODCASTER_AUDIO_SINK="fakesink sync=true", G_MESSAGES_DEBUG="")
        if language != "en":
            variables.update(LC_ALL=f"{language}.UTF-8", LOCPATH=self.locales(language))
        return variables

    def locales(self, language):
        """A folder with the language's locale. Newer C libraries give no translations in the C locale, whatever LANGUAGE says."""
        folder = os.path.join(self.path, "locales")
        if not os.path.exists(folder):
            os.mkdir(folder)
            subprocess.run(["localedef", "-i", TERRITORIES[language], "-f", "UTF-8", os.path.join(folder, f"{language}.UTF-8")], check=True)
        return folder


class Program:
    """A built program, from its start to its end: the podcast player, if no other is named."""

    def __init__(self, home, *addresses, language="en", executable=None):
        command = [executable or self.executable(), *addresses]
        self.log = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")
        self.process = subprocess.Popen(command, env=home.environment(language), stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        try:
            self.application = wait_for(self._application, "the program on the accessibility bus")
            self.window = self.application.find(("frame", "window", "dialog"), seconds=30)
        except AssertionError:
            self.end()
            raise

    @staticmethod
    def executable():
        """The program's file."""
        return os.environ.get("PODCASTER_PROGRAM") or os.path.join(TREE, ".build/debug/podcaster")

    def _application(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the program ended at once with status {self.process.returncode}:\n{self.output()}")
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(index)
            if child is not None and child.get_process_id() == self.process.pid:
                # Always the present state, never what libatspi remembers.
                child.set_cache_mask(Atspi.Cache.NONE)
                return Element(child)
        return None

    def output(self):
        self.log.flush()
        self.log.seek(0)
        return self.log.read()

    def windows(self):
        return [child for child in self.application.children() if child.is_visible]

    def dialog(self, title):
        """The alert or dialog of this title, once there is one. A screen reader says its accessible name when it opens."""
        return self.application.find(DIALOGS, title)

    def modal(self, name):
        """The modal window or dialog of this name, once there is one."""
        def find():
            return next((w for w in self.windows() if w.name == name and w.is_visible and w.accessible != self.window.accessible), None)
        return wait_for(find, f"a window “{name}”", describe=self.application.outline)

    def wait_until_gone(self, element_of, what):
        """Waits until `element_of` finds nothing any more."""
        wait_for(lambda: not element_of(), f"{what} goes away", describe=self.application.outline)

    def key(self, *keys):
        """Types keys into the active window, which is this program's."""
        self.wait_until_active()
        subprocess.run(["xdotool", "key", "--clearmodifiers", *keys], check=True)
        self.wait_until_handled()

    def wait_until_handled(self):
        """Waits until the program has handled what was typed, however busy the machine is.

        The X server has sent the keys when xdotool ends. The program's main loop handles an event of the X server and a call of AT-SPI in turn, so its answers
        to a few calls mean that it has handled as many events. What it says about them arrives before the answers."""
        for _ in range(EVENTS_PER_KEY):
            wait_for(lambda: self.process.poll() is not None or self.application.accessible.get_child_count() >= 0, "the program answers")

    def move_focus_to(self, element):
        """Presses the tab key until something has the focus, as who has no mouse would."""
        for _ in range(80):
            if element.has_focus:
                return
            before = self.focused()
            self.key("Tab")
            with contextlib.suppress(Late):
                wait_for(lambda: self.focused() not in (None, before), "the focus moves", 2)
        raise AssertionError(f"the tab key never reaches {element}\n{self.application.outline()}")

    def open_menu(self, name):
        """Opens the menu of a button, as a screen reader does. The first entry has the focus then."""
        self.window.find(TOGGLES, name).press()
        wait_for(self._focused_entry, f"the menu “{name}” has the focus", describe=self.application.outline)

    def choose(self, menu, entry):
        """Opens the menu of a button, and chooses an entry by keyboard."""
        self.open_menu(menu)
        self.choose_in_menu(entry)

    def choose_in_menu(self, entry):
        """Goes to an entry of the open menu with the arrow keys, and chooses it."""
        for _ in range(ITEMS_AT_MOST):
            focused = self._focused_entry()
            if focused is not None and focused.name == entry:
                self.key("Return")
                self.wait_until_gone(lambda: self.window.first(MENU_ITEMS), "the menu")
                return
            self.key("Down")
            wait_for(lambda: (now := self._focused_entry()) is not None and (focused is None or now.accessible != focused.accessible),
                     "the focus goes to the next entry", describe=self.application.outline)
        raise AssertionError(f"the arrow key does not reach “{entry}”\n{self.application.outline()}")

    def _focused_entry(self):
        entries = (node for node in self.window.nodes() if role(node) in MENU_ITEMS)
        focused = (node for node in entries if any(inner.has(Atspi.StateType.FOCUSED) for inner in node.walk()))
        return next((Element(node=node) for node in focused), None)

    def focused(self):
        """The object that has the keyboard focus, or None."""
        nodes = (n for n in self.application.nodes() if n.role != "application" and n.has(Atspi.StateType.FOCUSED))
        return next((node.accessible for node in nodes), None)

    def wait_until_active(self):
        """Waits until the keys go to a window of this program."""
        wait_for(lambda: run("xdotool", "getactivewindow", "getwindowpid").strip() == str(self.process.pid),
                 "a window of the program is active",
                 describe=lambda: f"active: {run('xdotool', 'getactivewindow', 'getwindowname', 'getwindowpid').split()}, not {self.process.pid}")

    def resize(self, width, height):
        """Makes the main window this large, as who drags its corner: what is in it may need less room once it has less."""
        window = self._window_id()

        def has_size():
            subprocess.run(["xdotool", "windowsize", window, str(width), str(height)], check=True, timeout=20)
            shell = run("xdotool", "getwindowgeometry", "--shell", window).splitlines()
            return f"WIDTH={width}" in shell and f"HEIGHT={height}" in shell

        wait_for(has_size, f"a window of {width} by {height}", describe=lambda: run("xdotool", "getwindowgeometry", window))

    def pointer(self, x, y, *buttons):
        """Moves the pointer to a place in the main window, in pixels, and clicks."""
        clicks = [word for button in buttons for word in ("click", str(button))]
        subprocess.run(["xdotool", "mousemove", "--window", self._window_id(), str(x), str(y), *clicks], check=True, timeout=20)

    def _window_id(self):
        # A tooltip has the same name, but is not on a desktop of the window manager's.
        return run("xdotool", "search", "--all", "--onlyvisible", "--desktop", "0", "--pid", str(self.process.pid), "--name", "^Podcaster$").split()[0]

    def screenshot(self, name):
        """Keeps a picture of the screen, once it has come to rest."""
        folder = os.environ.get("PODCASTER_SCREENSHOTS") or os.path.join(TREE, ".build/screenshots")
        os.makedirs(folder, exist_ok=True)
        take_picture(os.path.join(folder, name + ".png"))

    def quit(self):
        """Closes the window as a person does, and waits for the program's own end."""
        self.wait_until_active()
        subprocess.run(["xdotool", "key", "alt+F4"], check=True)
        wait_for(lambda: self.process.poll() is not None, "the program ends after its window was closed")
        status = self.process.returncode
        assert status == 0, f"the program ended with status {status}:\n{self.output()}"

    def end(self):
        """Ends it in any case, and gives what it said and how it ended; the tests' clean-up."""
        early = self.process.poll()
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        said = self.output() + (f"It had ended with status {early}.\n" if early is not None else "")
        self.log.close()
        return said


def take_picture(path):
    """A picture of the screen without the empty part around the windows, once two in a row are the same."""
    pictures, taken = [], [0.0]

    def at_rest():
        # Pictures that are compared are as far apart as two frames of a slow animation.
        if time.monotonic() - taken[0] < 0.2:
            return False
        taken[0] = time.monotonic()
        pictures.append(subprocess.run(["import", "-window", "root", "-depth", "8", "ppm:-"], stdout=subprocess.PIPE, check=True).stdout)
        return len(pictures) > 1 and pictures[-1] == pictures[-2]

    try:
        wait_for(at_rest, "the screen comes to rest", 5)
    except Late:
        pass  # Something moves, such as the time while an episode plays.
    subprocess.run(["convert", "ppm:-", "-trim", "+repage", path], input=pictures[-1], check=True)
