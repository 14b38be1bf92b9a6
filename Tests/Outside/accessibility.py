"""Checks each window of the built program for screen readers and keyboard use.

A walk reads the whole accessibility tree of a window, as a screen reader does. Then it presses the tab key through the window, as users without a
mouse do.
"""
import contextlib
import os

from gi.repository import Atspi

from driver import TOGGLES, Element, Late, role, wait_for
from journey import EPISODES, SHOW, WEB_PAGE, Journey

# The roles of controls. Other focusable elements, such as the rows of some lists, are controls too.
CONTROLS = {
    "button", "toggle", "text", "slider", "switch", "combo box", "spin button", "link", "menu item", "check menu item",
    "radio menu item", "radio button", "page tab", "search box"}
# The roles that GTK reports for widgets without an explicit role.
NO_ROLES = {"", "invalid", "unknown", "filler", "redundant object", "generic"}
# The window buttons of GTK. The tab key does not reach them, because the window manager has keys for their actions.
WINDOW_BUTTONS = {"Minimize", "Maximize", "Restore", "Close"}
TABS_AT_MOST = 150
LINKS_AT_MOST = 4
# In a list in which the tab key moves from row to row, this number of rows is enough.
ROWS_AT_LEAST = 3
FOCUSED = "object:state-changed:focused"
# The events that a screen reader reads without a focus change. GTK emits announcements since 4.14. With older versions, the description of the
# focused element changes instead.
ANNOUNCED = ("object:announcement", "object:property-change:accessible-description")


def without_window_buttons(controls):
    """Returns the controls without the window buttons of GTK. GTK puts them at the end of the title bar, which is the last part of a window."""
    kept, names = list(controls), set(WINDOW_BUTTONS)
    while kept and kept[-1].role == "button" and kept[-1].name in names:
        names.remove(kept.pop().name)
    return kept


def is_window(element):
    """Whether an element is a window, and not a part of a window, such as a popover."""
    return element.accessible.get_parent().get_role_name() == "application"


def takes_room(element):
    """Whether an element has a size. GTK 4.8 reports collapsed elements, such as the content of a closed search bar, as visible."""
    component = element.accessible.get_component_iface()
    extents = component.get_extents(Atspi.CoordType.WINDOW) if component else None
    return extents is None or (extents.width > 0 and extents.height > 0)


def is_control(node, window):
    """Whether an element is a control."""
    return role(node) in CONTROLS or node.has(Atspi.StateType.FOCUSABLE) and not is_part_of_another(node, window)


def is_part_of_another(node, window):
    """Whether a focusable element is only a part of a control.

    A scrolled window can get the focus, and gets it if it is empty. GTK also reports the selected row in the button of a drop-down as focusable."""
    return role(node) == "scroll pane" or role(node) in ("filler", "panel") and is_in_combo_box(node, window)


def is_in_combo_box(node, window):
    return any(around.role == "combo box" for around in node.ancestors()) or has_combo_box_around(window.accessible)


def has_combo_box_around(accessible):
    while accessible is not None and accessible.get_role_name() != "frame":
        if accessible.get_role_name() == "combo box":
            return True
        accessible = accessible.get_parent()
    return False


def has_name(element):
    # GTK 4.8 reports the name of the widget type if there is no name. The name of a selectable text is the text itself.
    return bool(element.name.strip()) and not element.name.startswith("Gtk")


def inside(element, window):
    """Yields the element and its ancestors below the window."""
    accessible = element.accessible
    while accessible is not None and accessible != window.accessible:
        yield accessible
        accessible = accessible.get_parent()


class FocusEvents:
    """Records the focus events of the program."""

    def __enter__(self):
        self.focused = []
        self.listener = Atspi.EventListener.new(self.record)
        self.listener.register(FOCUSED)
        return self

    def __exit__(self, *_):
        self.listener.deregister(FOCUSED)

    def record(self, event):
        if event.detail1:
            self.focused.append(event.source)

    def next(self):
        """Returns the elements that had the focus since the last call. Returns an empty list if the focus does not move within a second."""
        with contextlib.suppress(Late):
            wait_for(lambda: self.focused, "the focus moves", 1)
        focused, self.focused = self.focused, []
        return focused


class Announcements:
    """Records the announcements of the program, independent of the focus."""

    def __enter__(self):
        self.texts = []
        self.listener = Atspi.EventListener.new(lambda event: self.texts.append(event.any_data))
        for kind in ANNOUNCED:
            self.listener.register(kind)
        return self

    def __exit__(self, *_):
        for kind in ANNOUNCED:
            self.listener.deregister(kind)


def controls_in(window):
    """Returns the controls in a window or in a part of a window."""
    def find():
        # The snapshot contains the roles and states. Reading them again for each element would take most of the test time.
        elements = (Element(node=node) for node in window.nodes() if node.parent and is_control(node, window))
        controls = [element for element in elements if takes_room(element)]
        return [without_window_buttons(controls) if is_window(window) else controls]
    # If a control moves after the snapshot, the search runs again.
    return wait_for(find, "the controls stay where they are")[0]


class Walk:
    """Finds problems of a window, or a part of a window such as a popover, for users of screen readers and users without a mouse.

    Controls in `existing` are skipped, because they existed before. In the list named `endless`, the tab key moves through only a few rows."""

    def __init__(self, program, window, existing=(), endless=None):
        self.program, self.window, self.endless = program, window, endless
        known = [e.accessible for e in existing]
        self.controls = [e for e in controls_in(window) if e.accessible not in known]

    def unnamed(self):
        problems = []
        for control in self.controls:
            # The text of a field is a child of the element with the name.
            whole = Element(control.accessible.get_parent())
            if not has_name(control) and not (control.role == whole.role and has_name(whole)):
                problems.append(f"{self.place(control)} has no name")
            if control.accessible.get_role_name() in NO_ROLES:
                problems.append(f"{self.place(control)} has no role")
        return problems

    def unreached(self):
        if self.has_all_focus():
            return []
        reached = self.reached_by_tab()
        missed = [e for e in self.controls if not self.is_reached(e, reached) and self.is_in_use(e)]
        return [f"{self.place(e)} is not reached by the tab key" for e in missed]

    def has_all_focus(self):
        """Whether the only control has the focus, so that the tab key cannot move it."""
        if len(self.controls) == 1:
            with contextlib.suppress(Late):
                return wait_for(lambda: self.controls[0].has_focus, "the only control has the focus", 1)
        return False

    def is_in_use(self, control):
        """Whether a control is sensitive. GTK reports a disabled widget as insensitive, but not its descendants."""
        return all(Element(a).has(Atspi.StateType.SENSITIVE) for a in inside(control, self.window))

    def is_reached(self, control, reached):
        if control.accessible in reached:
            return True
        # Tab moves the focus into a list or a group of radio buttons, and the arrow keys move it between the items.
        around = control.accessible.get_parent()
        return (control.role == "list item" or Element(around).role == "grouping") and around in reached

    def reached_by_tab(self):
        """Returns the elements that have the focus or contain the focus during one round of the tab key.

        A round ends at an element that had the focus before. It is not always the first element, because that element may have been collapsed."""
        visited, silent = [], 0
        reached = []
        with FocusEvents() as events:
            # The first focused control may not get the focus again: GTK 4.8 moves the focus from another part of the window to the row of a list that
            # had the focus last. Shift+Tab reaches the control from the next control.
            if self.window.has_focus:
                for key in ("Tab", "shift+Tab"):
                    self.program.key(key)
                    focused = events.next()
                for accessible in focused:
                    reached += [a for a in inside(Element(accessible), self.window) if a not in reached]
            for _ in range(TABS_AT_MOST):
                self.program.key("ctrl+Tab" if self.goes_on_endlessly(visited) else "Tab")
                focused = events.next()
                # A focused element may pass the focus to a descendant.
                for accessible in focused:
                    reached += [a for a in inside(Element(accessible), self.window) if a not in reached]
                # In a text, the tab key moves from link to link without focus events.
                silent = 0 if focused else silent + 1
                if silent > LINKS_AT_MOST or focused and focused[-1] in visited:
                    return reached
                visited += focused[-1:]
        raise AssertionError(f"the tab key does not come round\n{self.window.outline()}")

    def goes_on_endlessly(self, visited):
        """Whether the last focused elements were rows of the endless list. Since GTK 4.12, Ctrl+Tab leaves the list."""
        last = visited[-ROWS_AT_LEAST:]
        return bool(self.endless) and len(last) == ROWS_AT_LEAST and all(Element(a.get_parent()).name == self.endless for a in last)

    def place(self, element):
        around = [Element(a).name for a in inside(element, self.window)][1:]
        named = next((name for name in around if name and not name.startswith("Gtk")), self.window.name)
        return f"{element.role} “{element.name}” in “{named}”"


def walk_through(program, window, existing=(), endless=None):
    """Fails if a control in a window, or in a part of a window, has no name or role, or if the tab key does not reach it."""
    walk = Walk(program, window, existing, endless)
    problems = walk.unnamed() + walk.unreached()
    if not walk.controls:
        problems.append("a window without a control")
    if problems:
        raise AssertionError("\n" + "\n".join(problems) + "\n" + window.outline())


class Accessibility(Journey):
    def test_every_control_of_the_library_is_named_and_reached(self):
        program = self.start_on_the_sample()
        walk_through(program, program.window)

    def test_every_control_is_named_and_reached_while_an_episode_plays(self):
        program = self.start_on_the_sample()
        program.window.find("button", f"Play {EPISODES[0]}").press()
        program.window.find("slider", "Position")
        walk_through(program, program.window)

    def test_every_control_of_a_narrow_window_is_named_and_reached(self):
        program = self.start_on_the_sample()
        # The window is tall enough for all rows.
        program.resize(360, 700)
        # The list collapses one frame after the window has its new size.
        program.window.find("button", "Back")
        walk_through(program, program.window)

    def test_every_control_of_the_sheet_is_named_and_reached(self):
        program = self.start_on_the_sample()
        program.window.find("button", "Add Podcast").press()
        walk_through(program, program.modal("Add Podcast"))

    def test_every_control_of_the_details_is_named_and_reached(self):
        program = self.start_on_the_sample()
        before = controls_in(program.window)
        program.choose(f"More about {EPISODES[0]}", "Show Details")
        program.window.find(TOGGLES, "Favorite")
        # GTK 4.8 reports the controls below the page as visible.
        walk_through(program, program.window, existing=before)

    def test_every_control_of_the_home_page_is_named_and_reached(self):
        program = self.start_on_the_sample()
        # A started episode has a card in addition to its row.
        program.window.find("button", f"Play {EPISODES[0]}").press()
        position = program.window.find("slider", "Position")
        wait_for(lambda: position.value > 0.5, "it plays", describe=program.application.outline)
        program.window.find("button", "Pause").press()
        self.go_to_page(program, "Home")
        program.window.find("heading", "Continue Listening")
        walk_through(program, program.window)

    def test_every_control_of_the_favorites_is_named_and_reached(self):
        program = self.start_on_the_sample()
        self.mark_as_favorite(program, EPISODES[0])
        self.go_to_page(program, "Favorites")
        wait_for(lambda: self.playable(program) == EPISODES[:1], "the favorite is there", describe=program.application.outline)
        walk_through(program, program.window)

    def test_every_control_of_the_search_is_named_and_reached(self):
        program = self.start_on_the_sample()
        program.window.find("button", "Search All Episodes").press()
        program.window.find("text", "Search All Episodes").type("walk")
        wait_for(lambda: EPISODES[2] in self.playable(program), "the episode is found", describe=program.application.outline)
        walk_through(program, program.window)

    def test_every_control_of_the_settings_is_named_and_reached(self):
        program = self.start_on_the_sample()
        program.key("ctrl+comma")
        walk_through(program, program.modal("Settings"))

    def test_every_control_of_the_feed_health_is_named_and_reached(self):
        program = self.start_on_the_sample()
        program.choose("Main Menu", "Feed Health")
        walk_through(program, program.modal("Feed Health"))

    def test_every_control_of_the_import_is_named_and_reached(self):
        program = self.start_on_the_sample()
        program.choose("Main Menu", "Import…")
        sheet = program.modal("Import Podcasts")
        program.wait_until_gone(lambda: sheet.first(name="Looking for other players…"), "the spinner")
        walk_through(program, sheet)

    def test_every_control_of_an_alert_is_named_and_reached(self):
        self.home.file("feeds/page.xml", WEB_PAGE)
        program = self.start(os.path.join(self.home.path, "feeds"))
        walk_through(program, program.dialog("This Is a Web Page, Not a Podcast Feed"))

    def test_every_control_of_a_question_and_of_the_empty_library_is_named_and_reached(self):
        program = self.start_on_the_sample()
        program.choose("More about This Show", "Remove Show")
        with self.alert(program, f"Remove “{SHOW}”?") as dialog:
            walk_through(program, dialog)
            dialog.find("button", "Remove").press()
        program.wait_until_gone(lambda: program.window.all(name=EPISODES[0]), "the show")
        walk_through(program, program.window)
