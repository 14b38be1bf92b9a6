"""Walks the whole tree of each window of the built program, as a screen reader does, and through it with the tab key, as who has no mouse does."""
import contextlib
import os

from gi.repository import Atspi

from driver import Element, Late, wait_for
from journey import EPISODES, SHOW, WEB_PAGE, Journey

# What a person does something with, besides all that takes the focus, such as the rows of some lists.
CONTROLS = {
    "button", "toggle", "text", "slider", "switch", "combo box", "spin button", "link", "menu item", "check menu item",
    "radio menu item", "radio button", "page tab", "search box"}
# GTK gives these where nobody has said what something is.
NO_ROLES = {"", "invalid", "unknown", "filler", "redundant object", "generic"}
# GTK's own buttons of a window, which no key reaches: the window manager's keys do what they do.
WINDOW_BUTTONS = {"Minimize", "Maximize", "Restore", "Close"}
TABS_AT_MOST = 150


def window_buttons(window):
    """The buttons that GTK puts at the end of a title bar, which is the last of what is in the window."""
    panels = [e for e in window.walk() if (children := list(e.children())) and all(c.role == "button" and c.name in WINDOW_BUTTONS for c in children)]
    return [child.accessible for child in panels[-1].children()] if panels else []


def takes_room(element):
    """Whether it is laid out: GTK 4.8 says of what is folded away, as in a search bar, that it is visible."""
    component = element.accessible.get_component_iface()
    extents = component.get_extents(Atspi.CoordType.WINDOW) if component else None
    return extents is None or (extents.width > 0 and extents.height > 0)


def is_control(element):
    """Whether a person does something with it. GTK can give the focus to what scrolls something, which it does if there is nothing in it."""
    return element.role in CONTROLS or element.has(Atspi.StateType.FOCUSABLE) and element.role != "scroll pane"


def has_name(element):
    # GTK 4.8 gives the name of the widget's type where there is none. A text that takes the focus to be selected is its own name.
    return bool(element.name.strip()) and not element.name.startswith("Gtk")


def inside(element, window):
    """The element and what is around it, up to its window."""
    accessible = element.accessible
    while accessible is not None and accessible != window.accessible:
        yield accessible
        accessible = accessible.get_parent()


class Walk:
    """What is wrong with a window for who does not see it, or has no mouse."""

    def __init__(self, program, window):
        self.program, self.window = program, window
        besides = [window.accessible, *window_buttons(window)]
        self.controls = [e for e in window.walk() if is_control(e) and e.accessible not in besides and takes_room(e)]

    def problems(self):
        """Each problem as a line; none if all is well."""
        return self.unnamed() + self.unreached()

    def unnamed(self):
        problems = []
        for control in self.controls:
            # The field's own text is a part of what carries the name.
            whole = Element(control.accessible.get_parent())
            if not has_name(control) and not (control.role == whole.role and has_name(whole)):
                problems.append(f"{self.place(control)} has no name")
            if control.accessible.get_role_name() in NO_ROLES:
                problems.append(f"{self.place(control)} has no role")
        return problems

    def unreached(self):
        reached = self.reached_by_tab()
        wanted = [e for e in self.controls if e.has(Atspi.StateType.SENSITIVE)]
        return [f"{self.place(e)} is not reached by the tab key" for e in wanted if not self.is_reached(e, reached)]

    def is_reached(self, control, reached):
        if control.accessible in reached:
            return True
        # Tab goes into a list, and the arrow keys from row to row.
        return control.role == "list item" and control.accessible.get_parent() in reached

    def reached_by_tab(self):
        """All that has the focus, or something in it, while the tab key goes round once.

        It comes round where it has been before. That need not be where it began: what had the focus first may have been folded away."""
        reached, visited = [], []
        for _ in range(TABS_AT_MOST):
            focused = self.focused()
            if focused is not None and focused.accessible not in visited[-1:]:
                if focused.accessible in visited:
                    return reached
                visited.append(focused.accessible)
                reached += [accessible for accessible in inside(focused, self.window) if accessible not in reached]
            self.program.key("Tab")
            with contextlib.suppress(Late):
                wait_for(lambda: self.has_moved(focused), "the focus moves", 1)
        raise AssertionError(f"the tab key does not come round\n{self.window.outline()}")

    def has_moved(self, before):
        now = self.focused()
        return now is not None and (before is None or now.accessible != before.accessible)

    def focused(self):
        """What has the focus: nearly always one of the controls, which are asked first, since each question goes to the program and back."""
        found = next((e for e in self.controls if e.has(Atspi.StateType.FOCUSED)), None)
        return found or next((e for e in self.window.walk() if e.accessible != self.window.accessible and e.has(Atspi.StateType.FOCUSED)), None)

    def place(self, element):
        around = [Element(a).name for a in inside(element, self.window)][1:]
        named = next((name for name in around if name and not name.startswith("Gtk")), self.window.name)
        return f"{element.role} “{element.name}” in “{named}”"


class Accessibility(Journey):
    def walk(self, program, window):
        """Fails on each control of a window without a name or a role, and on each that the tab key does not reach."""
        walk = Walk(program, window)
        self.assertTrue(walk.controls, f"a window without a control\n{window.outline()}")
        problems = walk.problems()
        self.assertFalse(problems, "\n" + "\n".join(problems) + "\n" + window.outline())

    def test_every_control_of_the_library_is_named_and_reached(self):
        program = self.start_on_the_sample()
        self.walk(program, program.window)

    def test_every_control_is_named_and_reached_while_something_plays(self):
        program = self.start_on_the_sample()
        program.window.find("button", "Play").press()
        program.window.find("slider", "Position")
        self.walk(program, program.window)

    def test_every_control_of_a_narrow_window_is_named_and_reached(self):
        program = self.start_on_the_sample()
        program.resize(360, 500)
        self.walk(program, program.window)

    def test_every_control_of_the_sheet_is_named_and_reached(self):
        program = self.start_on_the_sample()
        program.window.find("button", "Add Podcast").press()
        self.walk(program, program.modal("Add Podcast"))

    def test_every_control_of_the_details_is_named_and_reached(self):
        program = self.start_on_the_sample()
        program.window.find("button", "Details").press()
        self.walk(program, program.modal(EPISODES[0]))

    def test_every_control_of_an_alert_is_named_and_reached(self):
        self.home.file("feeds/page.xml", WEB_PAGE)
        program = self.start(os.path.join(self.home.path, "feeds"))
        self.walk(program, program.dialog("This Is a Web Page, Not a Podcast Feed"))

    def test_every_control_of_a_question_and_of_the_empty_library_is_named_and_reached(self):
        program = self.start_on_the_sample()
        program.window.find("button", "Remove Show").press()
        with self.alert(program, f"Remove “{SHOW}”?") as dialog:
            self.walk(program, dialog)
            dialog.find("button", "Remove").press()
        program.wait_until_gone(lambda: program.window.all(name=EPISODES[0]), "the show")
        self.walk(program, program.window)
