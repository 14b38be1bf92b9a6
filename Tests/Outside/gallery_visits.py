"""The steps for each page of the gallery: its main action, the window that it opens, and its text afterwards."""
from accessibility import Announcements, FocusEvents, takes_room, walk_through
from visit import BUTTONS, text_in

VISITS = {}


def on(page):
    """Registers the steps for the page with this id."""
    def keep(visit):
        VISITS[page] = visit
        return visit
    return keep


# Tests/GalleryTests already presses the controls of these pages. They are only walked through.
PRESSED_INSIDE = [
    "playing-state", "immutable-properties", "bindings", "favorite", "animated-transitions", "rich-texts", "loaded-images", "empty-list",
    "scale-and-color", "bad-input", "contract-remains"]
# Pages without actions, and pages that respond only to the pointer.
NOTHING_TO_PRESS = [
    "texts", "fonts", "labels", "images", "symbols", "taps", "drags", "lazy-stack", "lazy-grid", "stacks", "frames", "scrolling", "layers",
    "shapes", "size-class", "colors", "styles", "curves", "effects", "modifiers", "accessibility"]


# Texts and controls.

@on("links")
def links(visit):
    visit.press("The project’s page", role=("link", "button"))
    visit.reads("To be opened: https://example.org/")
    visit.press("Open in Code")
    visit.reads("To be opened: https://example.org/news")


@on("progress")
def progress(visit):
    bar = visit.window.find("progress bar")
    before = bar.value
    visit.press("More")
    visit.wait(lambda: bar.value > before, "the bar grows")


@on("unavailable")
def unavailable(visit):
    visit.press("Subscribe")
    visit.reads("Subscribed 1 times.")


@on("buttons")
def buttons(visit):
    for count, name in enumerate(["Go On", "Bordered", "Borderless", "Plain", "Remove", "Cancel", "Add", "Tinted", "mini"], start=1):
        visit.press(name)
        visit.reads(f"Pressed {count} times")


@on("toggles")
def toggles(visit):
    named = ["Switch", "Check box", "Button", "Favorite", "Disabled"]
    for name in named[:4]:
        before = visit.is_on(name)
        visit.press(name)
        visit.wait(lambda: all(visit.is_on(n) != before for n in named), f"all follow “{name}”")


@on("text-fields")
def text_fields(visit):
    visit.focus("Name", role="text")
    visit.key("I", "n", "a", "Return")
    visit.reads("Good morning, Ina.")
    visit.window.find("text", "Notes").type("Rain")
    visit.reads("4 characters")


@on("sliders")
def sliders(visit):
    visit.reads("40")
    visit.focus("Volume", role="slider")
    visit.key("Right")
    visit.reads("50")


@on("pickers")
def pickers(visit):
    visit.drop_down("Length", ["Short", "Medium", "Long"], "Long")
    visit.reads("Selected: Long")
    for name in ("Short", "Medium"):
        visit.window.all(BUTTONS, name)[-1].press()
        visit.reads(f"Selected: {name}")


@on("menus")
def menus(visit):
    sort = visit.focus("Sort")
    visit.menu_from(sort, ["By Name", "Newest First", "More"])
    visit.menu_from(sort, ["By Name", "Newest First", "More"], "Newest First")
    visit.reads("Sorted as they are, oldest first")
    visit.menu_from(sort, ["By Name", "Newest First", "More"], "More", "At Random")
    visit.reads("Sorted at random, oldest first")
    other = visit.focus("With a Menu of Its Own")
    visit.menu_from(other, ["By Length", "By Name"], key="shift+F10")
    visit.menu_from(other, ["By Length", "By Name"], "By Length", key="Menu")
    visit.reads("Sorted by length, oldest first")


@on("commands")
def commands(visit):
    visit.key("ctrl+u")
    visit.reads("The volume is 6. Look into the menu at the end of the title bar.")
    visit.menu_from(visit.focus("Main Menu"), ["Silent", "Playback", "Keyboard Shortcuts"], "Silent", key="F10")
    visit.reads("The volume is 0. Look into the menu at the end of the title bar.")


@on("forms")
def forms(visit):
    visit.drop_down("Speed", ["1×", "2×", "3×"], "3×")
    visit.press("Skip silence")
    visit.wait(lambda: not visit.is_on("Skip silence"), "the switch follows")


@on("focus")
def focus(visit):
    visit.press("To the Address")
    visit.reads("The focus: address")
    visit.press("To the Name")
    visit.reads("The focus: name")
    visit.key("Tab", "Tab")
    visit.reads("The focus: the text")


@on("shortcuts")
def shortcuts(visit):
    visit.key("ctrl+shift+l")
    visit.reads("The volume is 6.")
    # Return has no other meaning on a label.
    visit.focus(lambda text: text.startswith("Button("), role="label")
    visit.key("Return")
    visit.reads("The volume is 0.")
    # The shortcuts window of GTK. It lists the keys of the views.
    visit.key("ctrl+question")
    overview = visit.program.modal("Keyboard Shortcuts")
    visit.reads("Louder", overview)
    visit.comes_to_front()
    walk_through(visit.program, overview)
    visit.press("Search", overview)
    visit.wait(lambda: (field := overview.first("text", "Search")) and takes_room(field), "the search field unfolds")
    walk_through(visit.program, overview)
    visit.key("Escape")
    visit.wait(lambda: not overview.first("text", "Search"), "the search field is folded away")
    visit.key("Escape")
    visit.alone()


# Lists.

def first_row(visit, name):
    """Moves the focus to the first row of a list. The tab key alone moves it to the row that had the focus last."""
    rows = visit.focus(name, role="list")
    visit.key("Home")
    row = rows.find("list item")
    visit.has_focus(row)
    return row


@on("lists")
def lists(visit):
    visit.press("Add")
    visit.reads("Bird 4")
    visit.press("Remove")
    visit.lacks("Blackbird")
    visit.press("Reverse")
    visit.wait(lambda: [e.name for e in visit.window.find("list", "Sounds").all("label")][2:5] == ["Starling", "Robin", "Bird 4"], "the birds turn round")


@on("selections")
def selections(visit):
    visit.focus("Length", role="list")
    visit.key("Home", "Down", "Down")
    visit.reads("Selected: 3")
    visit.focus("Birds", role="list")
    visit.key("Home", "ctrl+Down", "ctrl+space")
    visit.reads("Selected: Robin, Starling")


@on("bound-rows")
def bound_rows(visit):
    visit.reads("0 of 3 are favorites")
    visit.window.all(BUTTONS, "Favorite")[1].press()
    visit.reads("1 of 3 are favorites")


@on("row-actions")
def row_actions(visit):
    robin = first_row(visit, "Birds")
    visit.menu_from(robin, ["Play", "Remove"], key="Menu")
    visit.menu_from(robin, ["Play", "Remove"], "Play", key="shift+F10")
    visit.reads("Played: Robin")
    visit.key("Down", "Return")
    visit.reads("Played: Starling")


@on("row-edits")
def row_edits(visit):
    def rows():
        return [e.name for e in visit.window.find("list", "Birds").all("list item")]
    robin = first_row(visit, "Birds")
    visit.menu_from(robin, ["Move Down", "Delete"], "Move Down", key="Menu")
    visit.wait(lambda: rows()[:2] == ["Starling", "Robin"], "the robin stands below")
    visit.key("alt+Down")
    visit.wait(lambda: rows()[:3] == ["Starling", "Blackbird", "Robin"], "and one below that")
    visit.key("Delete")
    visit.wait(lambda: rows() == ["Starling", "Blackbird", "Swift", "Wren"], "it is gone")
    visit.has_focus(visit.window.find("list item", "Swift"))
    visit.press("Begin Again")
    visit.wait(lambda: rows()[0] == "Robin", "all are there again")


@on("typing")
def typing(visit):
    first_row(visit, "Birds")
    visit.key("s", "w")
    visit.reads("Selected: Swift")


@on("long-list")
def long_list(visit):
    rows = visit.focus("Numbers", role="list")
    with FocusEvents() as events:
        # The tab key moves to the row that had the focus last.
        for key, row in [("End", "Row 99999"), ("Home", "Row 0"), ("Down", "Row 1")]:
            visit.key(key)
            # GTK removes offscreen rows, so the row is identified by its focus event.
            visit.wait(lambda: events.focused and events.focused[-1].get_name() == row, f"“{row}” has the focus")
        events.focused.clear()
        visit.key("ctrl+Tab")
        visit.wait(lambda: events.focused and events.focused[-1].get_parent() != rows.accessible, "the focus leaves the list")


@on("lazy-hstack")
def lazy_hstack(visit):
    visit.press("To Number 500")
    visit.reads("500")
    visit.press("To the Beginning")
    visit.reads("0")


# Layout, look and animation.

@on("group-boxes")
def group_boxes(visit):
    # Older GTK versions keep collapsed content in the tree without a size. Newer versions remove it.
    visit.press("Details")
    visit.wait(lambda: not visit.is_on("Details are shown"), "the switch follows")


@on("directions")
def directions(visit):
    visit.reads("Right to left")
    visit.press("From right to left")
    visit.reads("Left to right")


@on("appearance")
def appearance(visit):
    visit.press("Dark")
    visit.reads("Colors are dark.")
    visit.press("Light")
    visit.reads("Colors are light.")


@on("transitions")
def transitions(visit):
    visit.reads("slide")
    visit.press("Hide")
    visit.lacks("slide")
    visit.press("Show")
    visit.reads("slide")


@on("scopes")
def scopes(visit):
    visit.press("Change without animation")
    visit.wait(lambda: visit.is_on("Animated by the binding"), "the switch follows")


# State and identity.

@on("composition")
def composition(visit):
    visit.press("Other Time")
    visit.reads("Good evening")
    visit.press("Other Type")
    visit.window.find("button", "A Button")


@on("models")
def models(visit):
    visit.press("First")
    visit.reads("its body ran 2 times")
    assert visit.count("its body ran 1 times") == 1


@on("environment")
def environment(visit):
    visit.press("Other Name")
    visit.reads("Hello, Ola Reed")
    visit.reads("Good morning, Ola Reed")


@on("life")
def life(visit):
    visit.press("Next Number")
    for line in ("appeared", "1 became 2", "task for 2"):
        visit.reads(line)
    visit.press("There")
    visit.reads("disappeared")
    visit.reads("the task was cancelled")


@on("identity")
def identity(visit):
    visit.press("Counted 0")
    visit.window.find("button", "Counted 1")
    visit.press("Another Id")
    visit.window.find("button", "Counted 0")
    visit.press("Add Two")
    visit.reads("2")
    assert visit.count("Even; the body ran 1 times") == 2
    visit.press("Add One")
    visit.wait(lambda: visit.count("Odd; the body ran 2 times") == 2, "both bodies run again")


@on("storage")
def storage(visit):
    visit.press("Louder")
    visit.wait(lambda: visit.count("8") == 2, "both views follow")


@on("preferences")
def preferences(visit):
    visit.press("Seat 1")
    visit.reads("1 taken")
    visit.press("Seat 3")
    visit.reads("3 taken")


# Dialogs and windows.

@on("alerts")
def alerts(visit):
    visit.closes_by_escape("With a Message", "Remove the show?")
    visit.reads("The answer: nothing yet")
    with visit.window_from("With a Message", "Remove the show?", walks=False) as alert:
        visit.press("Remove", alert)
    visit.reads("The answer: removed")
    with visit.window_from("About a Value", "Play it?") as alert:
        visit.reads("Rain", alert)
        visit.press("Play", alert)
    visit.reads("The answer: play Rain")
    with visit.window_from("With a Text Field", "What is your name?") as alert:
        alert.find("text", "Name").type("Ina")
        visit.press("That Is It", alert)
    visit.reads("The answer: Ina")
    visit.closes_by_escape("The Older Spelling", "Remove?")
    visit.closes_by_escape("Of an Item", "The robin’s second song")
    visit.reads("The answer: Ina")


@on("alert-states")
def alert_states(visit):
    with visit.window_from("An Alert", "Remove the show?") as alert:
        visit.press("Remove", alert)
    visit.reads("The answer: remove")
    visit.closes_by_escape("An Alert with Only a Message", "It is done")
    visit.closes_by_escape("A Confirmation Dialog", "Remove the show?")
    visit.closes_by_escape("One Without Actions", "It is late")
    with visit.window_from("An Alert of an Object", "Remove the show?", walks=False) as alert:
        visit.press("Keep", alert)
    visit.reads("The answer: keep, to its holder")


@on("app-alerts")
def app_alerts(visit):
    visit.closes_by_escape("Tell", "It is done")
    visit.closes_by_escape("Ask", "Remove the show?")
    with visit.window_from("Tell an Error", "Error") as alert:
        visit.press("OK", alert)


@on("confirmations")
def confirmations(visit):
    visit.closes_by_escape("Without a Message", "Export")
    visit.reads("Selected: nothing")
    with visit.window_from("Without a Message", "Export", walks=False) as dialog:
        visit.press("As Text", dialog)
    visit.reads("Selected: text")


@on("sheets")
def sheets(visit):
    visit.closes_by_escape("While a Boolean Is True", "Sheets")
    visit.reads("Dismissed 1 times")
    with visit.window_from("While an Item Is There", "Sheets", walks=False) as sheet:
        visit.reads("The robin’s second song", sheet)
        visit.press("Locked: Escape does nothing", sheet)
        visit.wait(lambda: visit.is_on("Locked: Escape does nothing", sheet), "it is locked")
        visit.key("Escape")
        visit.press("Close", sheet)
    visit.reads("Dismissed 2 times")


@on("covers")
def covers(visit):
    visit.closes_by_escape("While a Boolean Is True", "Covers")
    with visit.window_from("Of a String", "Covers", walks=False) as cover:
        visit.reads("Ina Lark", cover)
        visit.press("Close", cover)


@on("popovers")
def popovers(visit):
    with visit.bubble_from("While a Boolean Is True"):
        visit.key("Escape")
    with visit.bubble_from("Next to the Button, for an Item") as bubble:
        visit.reads("The robin’s second song", bubble)
        visit.key("space")
    with visit.bubble_from("At a Corner, for a String") as bubble:
        visit.press("Close", bubble)


@on("files")
def files(visit):
    for button, title, cancelled in [
            ("A Picture…", "Open File", "nothing yet"), ("Show Lists…", "Which shows?", "none"), ("Export It as…", "Save File", "not exported")]:
        with visit.window_from(button, title, walks=False):
            visit.key("Escape")
        visit.reads(f"The answer: {cancelled}")


@on("toasts")
def toasts(visit):
    visit.press("Remove “Rain”")
    with visit.toast("“Rain” was removed") as toast:
        assert not visit.window.first("button", "Remove “Rain”"), "it was not removed"
        visit.press("Undo", toast)
    visit.window.find("button", "Remove “Rain”")
    visit.focus("A Tip That Stays")
    visit.key("space")
    visit.reads("Escape closes it as well.")
    visit.key("Escape")
    visit.lacks("Escape closes it as well.")


@on("scenes")
def scenes(visit):
    # The program opens the addresses that follow the page's id on the command line.
    visit.reads("Given to open: https://example.org/feed.xml")
    with visit.window_from("Open the Second Window", "Second Window"):
        visit.press("Close It")
    with visit.window_from("Open the Second Window", "Second Window", walks=False) as second:
        visit.press("Close This Window", second)
    with visit.window_from("Open the Settings", "Settings"):
        visit.key("Escape")
    # Each of the two notes has its own counter.
    for count in (1, 2):
        visit.press("Open Another Note")
        visit.wait(lambda: len(visit.other_windows()) == count, f"{count} notes")
    first, second = visit.other_windows()
    visit.press("Count", first)
    visit.reads("Counted to 1 in this note", first)
    visit.reads("Counted to 0 in this note", second)
    visit.press("Close All Notes")
    visit.alone()


# Pages and title bars.

@on("stack-of-pages")
def stack_of_pages(visit):
    for button, title in [("While an Item Is There", "The robin’s second song"), ("A Link with Its Own Page", "Behind the link")]:
        with visit.pushed_from(button, title):
            visit.reads(title)


@on("paths")
def paths(visit):
    visit.press("A Number")
    visit.reads("The number 1")
    visit.reads("1 on the path")
    visit.press("Three at Once")
    visit.reads("3 on the path")
    visit.key("alt+Left")
    visit.reads("2 on the path")
    visit.press("To the Beginning")
    visit.reads("0 on the path")


@on("columns")
def columns(visit):
    first_row(visit, "Shows")
    visit.key("Down")
    visit.wait(lambda: visit.count("Field Notes") == 2, "the detail follows")
    visit.press("Show Only the Detail, or All")
    visit.program.wait_until_gone(lambda: visit.window.first("list", "Shows"), "the list of shows")
    visit.press("Show Only the Detail, or All")
    visit.window.find("list", "Shows")


@on("search")
def search(visit):
    birds = visit.window.find("list", "Birds")
    # The other search button belongs to the list of pages.
    visit.window.all(BUTTONS, "Search")[-1].press()
    field = visit.window.find("text", "Birds")
    # Users do not type before the field is fully expanded.
    visit.wait(lambda: field.has_focus and takes_room(field), "the field is there")
    visit.key("w")
    visit.wait(lambda: [e.name for e in birds.all("list item")] == ["Wren"], "the one that is found")
    visit.key("Escape")
    visit.wait(lambda: len(birds.all("list item")) == 5, "all are there again")


@on("toolbars")
def toolbars(visit):
    visit.press("Add")
    visit.reads("The buttons above have set the number to 1.")
    with visit.window_from("Edit in a Sheet", "Edit") as sheet:
        visit.press("Save", sheet)


# The lines of the presentation contract. The log at the bottom of each page (`EventList`) shows the last eight events.

def log_contains(visit, *lines):
    """Waits until the log contains each of these lines once."""
    for line in lines:
        visit.wait(lambda: visit.count(line) == 1, f"“{line}”, once")


@on("contract-appearing")
def contract_appearing(visit):
    # Line 10
    visit.press("A Sheet That Has an Alert from the Beginning")
    visit.press("OK", visit.program.dialog("It waited for the sheet"))
    visit.program.wait_until_gone(lambda: visit.program.application.first(("dialog", "alert"), "It waited for the sheet"), "the alert")
    visit.press("Close the Sheet", visit.on_top())
    visit.alone()
    # Line 24
    visit.press("A Sheet That Starts a Task")
    visit.press("Start a Task", visit.on_top())
    visit.reads(lambda text: text.startswith("It ran after"), visit.on_top())
    visit.press("Close", visit.on_top())
    visit.alone()
    # Line 23
    visit.press("Set an Equal Value Again")
    visit.press("Do It", visit.on_top())
    log_contains(visit, "onDismiss")
    visit.wait(lambda: visit.count("“Close me: an equal value is set again” is on screen") == 2, "it is there again")
    visit.press("Close", visit.on_top())
    visit.alone()


@on("contract-closing")
def contract_closing(visit):
    # Line 5, by a sheet and by an alert
    visit.closes_by_escape("Open, for Escape", "When Something Closes")
    log_contains(visit, "onDismiss", "the state is nil; it was “Press Escape, or the close button”")
    visit.press("Alert")
    visit.closes_by_escape("Open, for Escape", "Press Escape, or the close button")
    log_contains(visit, "the cancel button’s action")
    # Line 15, by a cover, which only code closes
    visit.press("Cover")
    with visit.window_from("Open, Locked", "When Something Closes", walks=False) as cover:
        visit.key("Escape")
        visit.press("Close", cover)
    log_contains(visit, "the state is nil; it was “Escape does nothing”")
    # Line 14, by a popover
    visit.press("Popover")
    with visit.bubble_from("Open, to Be Closed Twice at Once") as bubble:
        visit.press("Do It", bubble)
    log_contains(visit, "the button’s action", "the state is nil; it was ““Do It” closes this in code as well”")
    # Line 11, by a sheet
    visit.press("Sheet")
    visit.press("Open, and Take the View Away")
    visit.press("Take It Away", visit.on_top())
    visit.lacks("It is presented from here.")
    visit.alone()
    visit.press("Put the View Back")
    visit.reads("It is presented from here.")
    log_contains(visit, "the state was “The view that presents this goes”")


@on("contract-replacing")
def contract_replacing(visit):
    # Line 4
    visit.press("An Action That Presents Another Value")
    visit.press("Do It", visit.on_top())
    visit.wait(lambda: any(w.first("label", "The action has set this") for w in visit.other_windows()), "the window that the action presents")
    visit.press("Close", visit.on_top())
    visit.alone()
    # Lines 6 and 17: the sheet stays and keeps the typed text. Line 7: a new sheet replaces it, with its initial text
    for button, step, after, typed in [
            ("The Same Id, Other Content", "Give It Other Content", "After, with the same id", "typed"),
            ("Two Items with One Id", "Set the Second", "The second of id 5", "typed"),
            ("Another Id", "Replace It", "After, with another id", "state of its own")]:
        visit.press(button)
        visit.on_top().find("text").type("typed")
        visit.press(step, visit.on_top())
        visit.wait(lambda: any(w.first("label", after) for w in visit.other_windows()), f"“{after}”")
        assert text_in(visit.on_top().find("text")) == typed, f"it says {text_in(visit.on_top().find('text'))}"
        visit.press("Close", visit.on_top())
        visit.alone()
    # Line 8
    visit.press("Three, One After the Other")
    visit.press("Replace It Twice", visit.on_top())
    visit.wait(lambda: any(w.first("label", "The third") for w in visit.other_windows()), "the third")
    visit.press("Close", visit.on_top())
    visit.alone()


@on("contract-nesting")
def contract_nesting(visit):
    # Line 12
    visit.press("A Sheet, Then an Alert of the Page")
    visit.press("Show an Alert of the Page", visit.on_top())
    visit.press("OK", visit.program.dialog("An alert of the page, on top of the sheet"))
    visit.wait(lambda: len(visit.other_windows()) == 1, "the sheet alone")
    visit.key("Escape")
    visit.alone()
    # Line 13
    visit.press("Three in Each Other, and the Root Goes")
    visit.wait(lambda: len(visit.other_windows()) == 3, "three sheets")
    visit.press("Close the Root", visit.wait(lambda: next((w for w in visit.other_windows() if w.first("label", "Depth 3")), None), "the third"))
    visit.alone()
    log_contains(visit, *(f"onDismiss of depth {depth}" for depth in (1, 2, 3)))
    # Line 21
    visit.press("Two of One View")
    visit.wait(lambda: len(visit.other_windows()) == 2, "both")
    for count in (1, 0):
        visit.key("Escape")
        visit.wait(lambda: len(visit.other_windows()) == count, f"{count} are left")
    log_contains(visit, "“The first” is on screen", "“The second” is on screen")


@on("contract-contents")
def contract_contents(visit):
    # Line 16
    with visit.window_from("An Alert Without Buttons", "Without buttons") as alert:
        visit.press("OK", alert)
    # Line 22
    for place, answer in enumerate(["the first Yes", "the second Yes"]):
        with visit.window_from("Two Buttons of One Title", "Which one?", walks=place == 0) as alert:
            alert.all("button", "Yes")[place].press()
        visit.reads(answer)
    # Line 20
    visit.press("Open, While the Parent Counts")
    visit.press("Count in the Parent", visit.on_top())
    visit.reads("The parent’s count is 1.", visit.on_top())
    visit.press("Close", visit.on_top())
    visit.alone()


# Accessibility and GTK.

@on("announcements")
def announcements(visit):
    visit.focus("Announce")
    with Announcements() as announcements:
        visit.key("space")
        visit.wait(lambda: "Three new episodes" in announcements.texts, "the announcement")


@on("widgets")
def widgets(visit):
    visit.press("Count")
    visit.reads("1, in a view in a widget of this page")
