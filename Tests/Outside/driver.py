"""Drives the built program from outside: through AT-SPI, as a screen reader does, and with keys from xdotool.

The driver needs a display, a session bus and a window manager. `WindowManager` starts the window manager. Each program has its own home folder.
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
# Role names of different AT-SPI versions, mapped to one name.
ROLES = {"push button": "button", "toggle button": "toggle", "check box": "toggle", "entry": "text", "password text": "text"}
DIALOGS = ("alert", "dialog")
# GTK 4.8 reports a toggle button as "button".
TOGGLES = ("toggle", "button")
MENU_ITEMS = ("menu item", "check menu item", "radio menu item")
ITEMS_AT_MOST = 12
# A write to the disk alone can take 20 seconds on a machine that builds at the same time.
PATIENCE = 60.0
# A key causes a press and a release event. The window manager and the focus may add more events.
EVENTS_PER_KEY = 8
TERRITORIES = {"ko": "ko_KR"}


class Late(AssertionError):
    """An expected condition was not met in time. The message describes the current state."""


def wait_for(condition, description, seconds=PATIENCE, describe=None):
    """Returns the first true result of `condition`. The main context runs between the calls, because AT-SPI delivers its events there."""
    context = GLib.MainContext.default()
    end = time.monotonic() + seconds
    while True:
        try:
            if answer := condition():
                return answer
        except GLib.Error:
            pass  # An object was removed while it was read.
        if time.monotonic() > end:
            raise Late(f"{description}: not within {seconds:.0f} seconds\n{describe() if describe else ''}")
        alarm = GLib.timeout_add(50, lambda: GLib.SOURCE_CONTINUE)
        context.iteration(True)
        GLib.source_remove(alarm)
        while context.pending():
            context.iteration(False)


def single_name(name):
    """Returns a name without its repetition. GTK 4.8 repeats the text of a button with a mnemonic."""
    half = name[:len(name) // 2]
    return half if half and name == f"{half} {half}" else name


def role(node):
    """Returns the role of a node, with the name that new AT-SPI versions use."""
    return ROLES.get(node.role, node.role)


class Element:
    """An accessible object."""

    def __init__(self, accessible=None, node=None):
        self._accessible, self.node = accessible, node

    @property
    def accessible(self):
        """The AT-SPI object. Raises a GLib.Error if it has moved or no longer exists."""
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
        """Whether a toggle is on. GTK reports some toggles as "checked" and others as "pressed"."""
        return self.has(Atspi.StateType.CHECKED) or self.has(Atspi.StateType.PRESSED)

    @property
    def is_visible(self):
        """Whether the element itself is not hidden. GTK 4.8 reports "showing" only for windows."""
        return self.has(Atspi.StateType.VISIBLE)

    @property
    def value(self):
        return self.accessible.get_value_iface().get_current_value()

    @property
    def text(self):
        """The content of a text field, or the text of a label."""
        text = self.accessible.get_text_iface()
        return Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text)) if text else self.name

    def type(self, text):
        """Sets the text of a field."""
        field = self.accessible.get_editable_text_iface()
        if field is None:
            # The text of a field is a child of the element with the name.
            return next(e for e in self.walk() if e.accessible.get_editable_text_iface()).type(text)
        assert Atspi.EditableText.set_text_contents(field, text), f"{self} takes no text"

    def press(self):
        """Performs the first action of the element, as users of a screen reader do."""
        actions = self.accessible.get_action_iface()
        assert actions and actions.get_n_actions() > 0, f"{self} has no action"
        assert actions.do_action(0), f"{self} did not do its action"

    @property
    def has_focus(self):
        return any(node.has(Atspi.StateType.FOCUSED) for node in self.nodes())

    @property
    def place(self):
        """The left edge, the top edge, the width and the height in the window, in pixels."""
        place = Atspi.Component.get_extents(self.accessible, Atspi.CoordType.WINDOW)
        return place.x, place.y, place.width, place.height

    def children(self):
        for index in range(self.accessible.get_child_count()):
            child = self.accessible.get_child_at_index(index)
            if child is not None:
                yield Element(child)

    def nodes(self):
        """Returns a snapshot of this element and its visible descendants."""
        try:
            tree = Node.tree(self.accessible, self.leaves_out)
        except GLib.Error:
            return []  # The object no longer exists.
        return list(tree.walk()) if tree else []

    def leaves_out(self, node):
        """Whether a node and its descendants are skipped."""
        return False

    def walk(self):
        """Returns this element and its visible descendants. Each access reads their properties again."""
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
        """Returns all visible descendants with a role (or one of several roles) and a name."""
        return self.matching(role, name)

    def first(self, role=None, name=None):
        """Returns the first visible descendant with a role and a name, or None."""
        return next(iter(self.matching(role, name)), None)

    def find(self, role=None, name=None, seconds=PATIENCE):
        """Waits for a visible descendant with a role and a name, and returns it."""
        return wait_for(lambda: self.first(role, name), f"{role or 'something'} “{name}”", seconds, self.outline)

    def outline(self):
        """Returns the tree as text, for failure messages."""
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
    """A window manager. With it, windows are active, modal and resizable as on a desktop."""

    def __enter__(self):
        with tempfile.TemporaryDirectory() as folder:
            started = os.path.join(folder, "started")
            # The window manager does not activate existing windows, so no window may open before it has started.
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
    """The home folder of a user, with library and settings. It is kept between two starts of the program."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="podcaster-home-")
        # More variables of the programs in this home.
        self.variables = {}
        # The words before the command of each program in this home.
        self.prefix = []

    def file(self, name, text):
        """Creates a file in the home folder, with its parent folders."""
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def make_read_only(self):
        """Takes the permission to write. Root may write everywhere, so the programs of this home give up that right."""
        for folder, _, names in os.walk(self.path):
            for name in names:
                os.chmod(os.path.join(folder, name), 0o444)
            os.chmod(folder, 0o555)
        if os.getuid() == 0:
            self.prefix = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]

    def remove(self):
        for folder, _, _ in os.walk(self.path):
            os.chmod(folder, 0o755)
        shutil.rmtree(self.path, ignore_errors=True)

    def environment(self, language):
        variables = dict(os.environ)
        for name in ("DATA", "CONFIG", "CACHE", "STATE"):
            variables[f"XDG_{name}_HOME"] = os.path.join(self.path, name.lower())
        variables.update(LC_ALL="C.UTF-8", LANGUAGE=language, PODCASTER_AUDIO_SINK="fakesink sync=true", G_MESSAGES_DEBUG="")
        variables.update(self.variables)
        if language != "en":
            variables.update(LC_ALL=f"{language}.UTF-8", LOCPATH=self.locales(language))
        return variables

    def locales(self, language):
        """Returns a folder with the locale of a language. Newer C libraries do not translate in the C locale, even if LANGUAGE is set."""
        folder = os.path.join(self.path, "locales")
        if not os.path.exists(folder):
            os.mkdir(folder)
            subprocess.run(["localedef", "-i", TERRITORIES[language], "-f", "UTF-8", os.path.join(folder, f"{language}.UTF-8")], check=True)
        return folder


class Program:
    """A running process of a built program. The default program is the podcast player."""

    def __init__(self, home, *addresses, language="en", executable=None):
        command = [*home.prefix, executable or self.executable(), *addresses]
        self.log = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")
        self.process = subprocess.Popen(command, env=home.environment(language), stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        try:
            self.application = wait_for(self._application, "the program on the accessibility bus")
            self.window = self.application.find(("frame", "window", "dialog"))
        except AssertionError:
            self.end()
            raise

    @staticmethod
    def executable():
        """Returns the path of the program."""
        return os.environ.get("PODCASTER_PROGRAM") or os.path.join(TREE, ".build/debug/podcaster")

    def _application(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the program ended at once with status {self.process.returncode}:\n{self.output()}")
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(index)
            if child is not None and child.get_process_id() == self.process.pid:
                # Without the cache of libatspi, each read returns the current state.
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
        """Waits for the alert or dialog with this title, and returns it. Screen readers read its accessible name when it opens."""
        return self.application.find(DIALOGS, title)

    def modal(self, name):
        """Waits for the modal window or dialog with this name, and returns it."""
        def find():
            return next((w for w in self.windows() if w.name == name and w.is_visible and w.accessible != self.window.accessible), None)
        return wait_for(find, f"a window “{name}”", describe=self.application.outline)

    def wait_until_gone(self, element_of, description):
        """Waits until `element_of` finds nothing."""
        wait_for(lambda: not element_of(), f"{description} disappears", describe=self.application.outline)

    def key(self, *keys):
        """Types keys into the active window of this program."""
        self.wait_until_active()
        subprocess.run(["xdotool", "key", "--clearmodifiers", *keys], check=True)
        self.wait_until_handled()

    def wait_until_handled(self):
        """Waits until the program has handled the typed keys, even on a busy machine.

        The X server has sent the keys when xdotool ends. The main loop of the program handles X events and AT-SPI calls in turn. So after the program
        has answered a number of calls, it has handled at least as many events. Its AT-SPI events for the keys arrive before the answers."""
        for _ in range(EVENTS_PER_KEY):
            wait_for(lambda: self.process.poll() is not None or self.application.accessible.get_child_count() >= 0, "the program answers")

    def move_focus_to(self, element):
        """Presses the tab key until an element has the focus, as users without a mouse do."""
        for _ in range(80):
            if element.has_focus:
                return
            before = self.focused()
            self.key("Tab")
            with contextlib.suppress(Late):
                wait_for(lambda: self.focused() not in (None, before), "the focus moves", 10)
        raise AssertionError(f"the tab key never reaches {element}\n{self.application.outline()}")

    def open_menu(self, name):
        """Opens the menu of a button, as a screen reader does. Afterwards the first entry has the focus."""
        self.window.find(TOGGLES, name).press()
        wait_for(self._focused_entry, f"the menu “{name}” has the focus", describe=self.application.outline)

    def choose(self, menu, entry):
        """Opens the menu of a button and activates an entry by keyboard."""
        self.open_menu(menu)
        self.choose_in_menu(entry)

    def choose_in_menu(self, entry):
        """Moves to an entry of the open menu with the arrow keys and activates it."""
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
        """Waits until a window of this program receives the keys."""
        wait_for(lambda: run("xdotool", "getactivewindow", "getwindowpid").strip() == str(self.process.pid),
                 "a window of the program is active",
                 describe=lambda: f"active: {run('xdotool', 'getactivewindow', 'getwindowname', 'getwindowpid').split()}, not {self.process.pid}")

    def resize(self, width, height):
        """Resizes the main window, as users do when they drag its corner.

        The request is repeated, because the minimum size of the content can decrease in a smaller window."""
        window = self._window_id()

        def has_size():
            subprocess.run(["xdotool", "windowsize", window, str(width), str(height)], check=True, timeout=60)
            shell = run("xdotool", "getwindowgeometry", "--shell", window).splitlines()
            return f"WIDTH={width}" in shell and f"HEIGHT={height}" in shell

        wait_for(has_size, f"a window of {width} by {height}", describe=lambda: run("xdotool", "getwindowgeometry", window))

    def pointer(self, x, y, *buttons):
        """Moves the pointer to a position in the main window, in pixels, and clicks."""
        clicks = [word for button in buttons for word in ("click", str(button))]
        subprocess.run(["xdotool", "mousemove", "--window", self._window_id(), str(x), str(y), *clicks], check=True, timeout=60)

    def _window_id(self):
        # A tooltip has the same name, but is not on a desktop of the window manager.
        return run("xdotool", "search", "--all", "--onlyvisible", "--desktop", "0", "--pid", str(self.process.pid), "--name", "^Podcaster$").split()[0]

    def screenshot(self, name):
        """Saves a screenshot after the screen stops changing."""
        folder = os.environ.get("PODCASTER_SCREENSHOTS") or os.path.join(TREE, ".build/screenshots")
        os.makedirs(folder, exist_ok=True)
        take_picture(os.path.join(folder, name + ".png"))

    def quit(self):
        """Closes the window by keyboard, as users do, and waits until the program ends."""
        self.wait_until_active()
        subprocess.run(["xdotool", "key", "alt+F4"], check=True)
        wait_for(lambda: self.process.poll() is not None, "the program ends after its window was closed")
        status = self.process.returncode
        assert status == 0, f"the program ended with status {status}:\n{self.output()}"

    def end(self):
        """Ends the program in any case and returns its output and its early exit status. Tests call it to clean up."""
        early = self.process.poll()
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        output = self.output() + (f"It had ended with status {early}.\n" if early is not None else "")
        self.log.close()
        return output


def take_picture(path):
    """Saves a screenshot after two consecutive screenshots are equal. The empty area around the windows is cropped."""
    pictures, taken = [], [0.0]

    def at_rest():
        # The time between two screenshots is longer than the time between two frames of a slow animation.
        if time.monotonic() - taken[0] < 0.2:
            return False
        taken[0] = time.monotonic()
        pictures.append(subprocess.run(["import", "-window", "root", "-depth", "8", "ppm:-"], stdout=subprocess.PIPE, check=True).stdout)
        return len(pictures) > 1 and pictures[-1] == pictures[-2]

    try:
        wait_for(at_rest, "the screen comes to rest", 5)
    except Late:
        pass  # A part of the screen changes, such as the time of a playing episode.
    subprocess.run(["convert", "ppm:-", "-trim", "+repage", path], input=pictures[-1], check=True)
