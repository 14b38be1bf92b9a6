"""User actions on a page of the gallery: press, type and open. Opened windows, popovers and pages are walked through like the page."""
import contextlib

from gi.repository import Atspi

from accessibility import TABS_AT_MOST, FocusEvents, controls_in, has_name, inside, walk_through
from driver import ITEMS_AT_MOST, MENU_ITEMS, Element, run, wait_for

BUTTONS = ("button", "toggle", "radio button", "switch")


def active_window():
    return run("xdotool", "getactivewindow").strip()


class PageWindow(Element):
    """The gallery's window without the list of its pages, because the list is long and always the same."""

    def leaves_out(self, node):
        return node.role == "list" and node.name == "Pages"


def text_in(element):
    """Returns the content of a text field. The text can be a child of the element with the name."""
    return next(e for e in element.walk() if e.accessible.get_editable_text_iface()).text


class Visit:
    """An open page of the gallery, and the actions on it."""

    def __init__(self, program):
        self.program = program
        self.window = PageWindow(program.window.accessible)
        program.wait_until_active()
        self.active = active_window()

    # Reading.

    def reads(self, text, where=None):
        """Waits until a label has this text."""
        return (where or self.window).find("label", text)

    def lacks(self, text, where=None):
        """Waits until no label has this text."""
        self.program.wait_until_gone(lambda: (where or self.window).first("label", text), f"“{text}”")

    def count(self, text):
        return len(self.window.all("label", text))

    def is_on(self, name, where=None):
        """Whether a toggle is on."""
        return (where or self.window).find(BUTTONS, name).is_on

    def wait(self, condition, description):
        return wait_for(condition, description, describe=self.program.application.outline)

    # Actions.

    def press(self, name, where=None, role=BUTTONS):
        """Presses a button, as a screen reader does, or by keyboard if the button has no action."""
        button = (where or self.window).find(role, name)
        actions = button.accessible.get_action_iface()
        if actions and actions.get_n_actions():
            button.press()
        else:
            self.focus_on(button)
            self.key("space")

    def key(self, *keys):
        self.program.key(*keys)

    def focus(self, name, role=BUTTONS):
        """Presses the tab key until the element with this name, or one of its descendants, has the focus."""
        return self.focus_on(self.window.find(role, name))

    def focus_on(self, element):
        if element.has_focus:
            return element
        with FocusEvents() as events:
            for _ in range(TABS_AT_MOST):
                self.key("Tab")
                if any(element.accessible in [a, *inside(Element(a), self.window)] for a in events.next()):
                    return element
        raise AssertionError(f"the tab key never reaches {element}\n{self.program.application.outline()}")

    def has_focus(self, element):
        """Waits until an element has the focus."""
        self.wait(lambda: element.has_focus, f"{element} has the focus")

    # Windows, popovers, pages and menus.

    def other_windows(self):
        return [w for w in self.program.windows() if w.accessible != self.window.accessible]

    def on_top(self):
        """Waits for a window other than the gallery's window, and returns the last one."""
        return self.wait(self.other_windows, "a window on top")[-1]

    def alone(self):
        """Waits until the gallery's window is the only window."""
        self.program.wait_until_gone(self.other_windows, "the window on top")
        self.is_active()

    def is_active(self):
        """Waits until the gallery's window receives the keys. A window that opens earlier does not become active."""
        self.wait(lambda: active_window() == self.active, "the gallery's window is active")

    def comes_to_front(self):
        """Waits until a window other than the gallery's window receives the keys."""
        self.wait(lambda: active_window() not in ("", self.active), "the window on top is active")

    @contextlib.contextmanager
    def window_from(self, button, title, walks=True, key="space"):
        """Opens a window with a button by keyboard and walks through it. After the window closes, the button must have the focus."""
        opener = self.focus(button)
        self.key(key)
        window = self.program.modal(title)
        if walks:
            # The window exists before its layout is done and before it receives the keys.
            self.comes_to_front()
            walk_through(self.program, window)
        yield window
        self.program.wait_until_gone(lambda: [w for w in self.program.windows() if w.accessible == window.accessible], f"“{title}”")
        self.is_active()
        self.has_focus(opener)

    def closes_by_escape(self, button, title, walks=True):
        """Opens a window with a button and closes it with Escape."""
        with self.window_from(button, title, walks):
            self.key("Escape")

    @contextlib.contextmanager
    def bubble_from(self, button):
        """Opens a popover with a button by keyboard. After the popover closes, the button must have the focus."""
        opener = self.focus(button)
        self.key("space")
        bubble = self.window.find("dialog")
        self.has_focus(bubble)
        walk_through(self.program, bubble)
        yield bubble
        self.program.wait_until_gone(lambda: self.window.first("dialog"), "the popover")
        self.has_focus(opener)

    @contextlib.contextmanager
    def toast(self, text):
        """Waits for the toast with this text, yields it, and waits until it is removed."""
        self.reads(text)
        toast = self.window.find("status bar")
        walk_through(self.program, toast)
        yield toast
        self.lacks(text)

    @contextlib.contextmanager
    def pushed_from(self, button, title):
        """Pushes a page with a button. Alt+Left goes back, and the button must have the focus again.

        Then the page is pushed again, and the new controls in the window are walked through."""
        opener, before = self.focus(button), controls_in(self.window)
        self.key("space")
        self.wait(lambda: self.window.name == title, f"the title “{title}”")
        yield
        self.goes_back(title)
        self.has_focus(opener)
        self.key("space")
        self.wait(lambda: self.window.name == title, f"the title “{title}”")
        walk_through(self.program, self.window, existing=before)
        self.goes_back(title)

    def goes_back(self, title):
        self.key("alt+Left")
        self.wait(lambda: self.window.name != title, f"“{title}” goes")

    def menu_from(self, opener, items, *selection, key="space"):
        """Opens the menu of the focused element. Each entry must have a name, and the arrow key must reach each enabled entry.

        Then an entry is activated, or Escape closes the menu. Several names select an entry in a submenu."""
        with FocusEvents() as events:
            self.key(key)
            last = self.arrives(events, None, items)
            for item in items[1:]:
                self.key("Down")
                last = self.arrives(events, last, [item])
            self.all_named(MENU_ITEMS)
            for name in selection:
                self.go_to(name, last, events)
                self.key("Return")
            if not selection:
                self.key("Escape")
        self.program.wait_until_gone(lambda: self.window.first("menu"), "the menu")
        self.has_focus(opener)

    def arrives(self, events, last, items):
        """Waits until the first of these entries has the focus."""
        def arrived():
            return next((e for e in self.window.all(MENU_ITEMS, items[0]) if e.has_focus), None)
        element = self.wait(arrived, f"“{items[0]}” has the focus")
        events.focused.clear()
        return element

    def go_to(self, name, last, events):
        """Presses the arrow key until the entry of this name has the focus."""
        self.window.find(MENU_ITEMS, name)
        for _ in range(ITEMS_AT_MOST):
            if any(e.has_focus for e in self.window.all(MENU_ITEMS, name)):
                return
            self.key("Down")
            events.next()
        raise AssertionError(f"the arrow key does not reach “{name}”\n{self.window.outline()}")

    def all_named(self, role):
        unnamed = [e for e in self.window.all(role) if not has_name(e)]
        assert not unnamed, f"{unnamed[0]} has no name\n{self.window.outline()}"

    def drop_down(self, name, items, selection):
        """Opens the list below a button. Its items must have these names. Escape closes the list, and then the last item is selected by keyboard."""
        box = self.window.find("combo box", name)
        opener = self.focus_on(box)
        for key in ("Escape", "Return"):
            self.key("space")
            self.wait(lambda: [e.name for e in box.all("list item")] == items, f"the list of {items}")
            self.wait(lambda: any(e.has_focus for e in box.all("list item")), "the list has the focus")
            if key == "Return":
                self.key("End")
                self.has_focus(box.find("list item", selection))
            self.key(key)
            self.program.wait_until_gone(lambda: box.all("list item"), "the list")
            self.has_focus(opener)

    def is_selected(self, row):
        return row.has(Atspi.StateType.SELECTED)
