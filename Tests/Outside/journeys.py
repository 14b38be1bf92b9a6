"""What a person does with the built program, from its start to its end."""
import os
import time

from driver import TOGGLES, wait_for
from journey import EPISODES, FEED, SAMPLE, SHOW, WEB_PAGE, Journey, long_feed, served


class Journeys(Journey):
    def test_the_sample_show_opens(self):
        # Given an empty library and no address
        # When the program starts
        program = self.start_on_the_sample()

        # Then the window shows the sample show and its three episodes, and offers to play them
        self.assertEqual(program.window.name, "Podcaster")
        program.window.find(name=SHOW)
        self.assertEqual(len(program.window.all("button", "Play")), 3)
        program.window.find("button", "Add Podcast")
        program.screenshot("sample-show")

        # And it ends when the window is closed, without an error
        program.quit()

    def test_an_episode_plays_and_pauses(self):
        program = self.start_on_the_sample()

        # When its play button is pressed
        program.window.find("button", "Play").press()

        # Then it plays: the button says so, and the position moves with the audio's clock
        program.window.find("button", "Pause")
        position = program.window.find("slider", "Position")
        wait_for(lambda: position.value > 0.5, "the position moves", describe=program.application.outline)
        program.screenshot("playing")

        # When it is paused
        program.window.find("button", "Pause").press()

        # Then nothing plays any more
        program.wait_until_gone(lambda: program.window.first("button", "Pause"), "the pause button")
        program.screenshot("paused")

        # And the position stays where it is while two seconds pass
        paused_at, end = position.value, time.monotonic() + 2
        wait_for(lambda: time.monotonic() > end, "two seconds pass")
        self.assertEqual(position.value, paused_at)

    def test_rows_stay_under_the_pointer_while_the_player_opens(self):
        # Given a long list that is scrolled away from its top
        audio = next(os.path.join(SAMPLE, name) for name in sorted(os.listdir(SAMPLE)) if name.endswith(".opus"))
        program = self.start(self.home.file("long.xml", long_feed(24, audio)))
        program.window.find(name="Part 3")
        program.resize(700, 420)
        program.pointer(480, 250, 5, 5, 5, 5)

        def is_scrolled():
            # A row that is far offscreen has no label.
            first = program.window.first("label", "Part 0")
            return first is None or first.place[1] < 60

        wait_for(is_scrolled, "the list is scrolled", describe=program.application.outline)

        # When the button of a row is clicked, so that the player's bar opens below the list
        button = min(program.window.all("button", "Play"), key=lambda b: abs(b.place[1] - 200))
        x, y, width, height = button.place
        program.pointer(x + width // 2, y + height // 2, 1)
        program.window.find("slider", "Position")

        # Then the row is where it was, while the bar moves in and afterwards
        end = time.monotonic() + 1
        places = []
        wait_for(lambda: places.append(button.place) or time.monotonic() > end, "the bar has moved in")
        self.assertEqual(set(places), {(x, y, width, height)})

    def test_a_favorite_is_still_there_after_a_restart(self):
        program = self.start_on_the_sample()

        # When the first episode is marked, and the program is started again
        favorite = program.window.find(TOGGLES, "Favorite")
        self.assertFalse(favorite.is_on)
        favorite.press()
        wait_for(lambda: program.window.find(TOGGLES, "Favorite").is_on, "the favorite is on", describe=program.application.outline)
        program.screenshot("favorite")
        program.quit()
        program = self.start()

        # Then that episode is a favorite, and the others are not
        wait_for(lambda: len(program.window.all(TOGGLES, "Favorite")) == 3, "three episodes", describe=program.application.outline)
        wait_for(lambda: [t.is_on for t in program.window.all(TOGGLES, "Favorite")] == [True, False, False],
                 "the first is the favorite", describe=program.application.outline)

    def test_a_web_page_is_told_from_a_feed(self):
        program = self.start_on_the_sample()

        # When the address of a web page is added
        program.window.find("button", "Add Podcast").press()
        sheet = program.modal("Add Podcast")
        program.screenshot("add-podcast")
        sheet.find("text", "Feed address").type(self.home.file("page/index.html", WEB_PAGE))
        sheet.find("button", "Add").press()

        # Then an alert says what it is and what to do
        with self.alert(program, "This Is a Web Page, Not a Podcast Feed") as dialog:
            self.assertTrue(any("RSS" in (label.name + label.text) for label in dialog.all("label")), dialog.outline())
            self.assertIn("RSS", dialog.description, "a screen reader is not told the message")
            program.screenshot("alert")
            dialog.find("button", "OK").press()

        # And the library is as it was
        self.assertTrue(program.window.all(name=EPISODES[0]))

    def test_a_feed_is_added_by_its_address(self):
        program = self.start_on_the_sample()
        with served(os.path.dirname(self.home.file("server/feed.xml", FEED))) as address:
            # When its http address is typed and Return is pressed
            program.window.find("button", "Add Podcast").press()
            sheet = program.modal("Add Podcast")
            field = sheet.find("text", "Feed address")
            field.type(address + "/feed.xml")
            program.move_focus_to(field)
            program.key("Return")

            # Then the sheet closes, and the new show is there beside the other
            program.wait_until_gone(lambda: [w for w in program.windows() if w.name == "Add Podcast"], "the sheet")
            program.window.find(name="The first bridge")
            program.window.find(name=SHOW)
            program.screenshot("two-shows")

    def test_a_folder_of_feeds_opens_from_the_command_line(self):
        # Given a folder with two feeds, one of them a web page
        self.home.file("feeds/good.xml", FEED)
        self.home.file("feeds/page.xml", WEB_PAGE)
        program = self.start(os.path.join(self.home.path, "feeds"))

        # Then an alert tells of the page, and the other is shown
        with self.alert(program, "This Is a Web Page, Not a Podcast Feed") as dialog:
            dialog.find("button", "OK").press()
        program.window.find(name="The first bridge")

    def test_removing_a_show_asks_first(self):
        program = self.start_on_the_sample()

        # When it is asked for, and cancelled
        program.window.find("button", "Remove Show").press()
        with self.alert(program, f"Remove “{SHOW}”?") as dialog:
            self.assertTrue(any("favorites" in (label.name + label.text) for label in dialog.all("label")), dialog.outline())
            self.assertIn("favorites", dialog.description, "a screen reader is not told the message")
            program.screenshot("remove")
            dialog.find("button", "Cancel").press()

        # Then the show is still there
        program.window.find(name=EPISODES[0])

        # When it is asked for, and confirmed
        program.window.find("button", "Remove Show").press()
        with self.alert(program, f"Remove “{SHOW}”?") as dialog:
            dialog.find("button", "Remove").press()

        # Then it is gone, and the empty library offers to add one
        program.wait_until_gone(lambda: program.window.all(name=EPISODES[0]), "the show")
        program.window.find("button", "Add Podcast")
        program.screenshot("empty")

    def test_escape_keeps_the_show(self):
        program = self.start_on_the_sample()
        program.window.find("button", "Remove Show").press()
        with self.alert(program, f"Remove “{SHOW}”?"):
            program.key("Escape")
        program.window.find(name=EPISODES[0])

    def test_the_details_open_and_close_by_keyboard(self):
        program = self.start_on_the_sample()

        # When the details' button has the focus and the space bar is pressed
        program.move_focus_to(program.window.find("button", "Details"))
        program.key("space")

        # Then a window with the episode's name opens, with its notes
        details = program.modal(EPISODES[0])
        wait_for(lambda: any("half a minute" in (label.name + label.text) for label in details.all("label")), "the notes", describe=details.outline)
        details.find("button", "Close")
        program.screenshot("details")

        # And Escape closes it
        program.key("Escape")
        program.wait_until_gone(lambda: [w for w in program.windows() if w.name == EPISODES[0]], "the details")

    def test_it_speaks_korean(self):
        program = self.start(language="ko")
        program.window.find(name=SHOW)
        program.window.find("button", "재생")
        program.window.find("button", "팟캐스트 추가")
        program.wait_until_gone(lambda: program.window.first("button", "Play"), "every English button")
        program.screenshot("korean")

    def test_a_narrow_window_keeps_everything_in_reach(self):
        program = self.start_on_the_sample()
        program.resize(360, 500)
        program.window.find("button", "Play")
        program.screenshot("narrow")

        # The button that adds stands above the list of shows; here its key does the same.
        program.key("ctrl+n")
        program.modal("Add Podcast")

    def test_a_narrow_window_goes_back_to_the_list_of_shows(self):
        program = self.start_on_the_sample()
        program.resize(360, 500)
        program.window.find("button", "Back")

        # When the key to go back is pressed
        program.key("alt+Left")

        # Then the list is there alone, and a show that is chosen there opens
        program.wait_until_gone(lambda: program.window.all("button", "Play"), "the show")
        program.window.find(name=SHOW)
        program.screenshot("narrow-list")
        program.key("Down", "Return")
        program.window.find("button", "Play")

    def test_keys_pause_and_play(self):
        program = self.start_on_the_sample()
        program.window.find("button", "Play").press()
        program.window.find("slider", "Position")
        program.window.find("button", "Pause")

        # When the key of the main menu is pressed, then it pauses, and plays again
        program.key("ctrl+space")
        program.wait_until_gone(lambda: program.window.all("button", "Pause"), "the pause button")
        program.key("ctrl+space")
        program.window.find("button", "Pause")

    def test_episodes_are_searched_by_keyboard(self):
        program = self.start_on_the_sample()
        self.assertEqual(len(program.window.all("button", "Play")), 3)

        # When the field is opened by its key, and a word is typed
        program.key("ctrl+f")
        program.key("w", "a", "l", "k")

        # Then the episode with it is left
        wait_for(lambda: len(program.window.all("button", "Play")) == 1, "one is found", describe=program.application.outline)
        program.window.find(name=EPISODES[2])
        program.screenshot("search")

        # And Escape closes the field, and all are there again
        program.key("Escape")
        wait_for(lambda: len(program.window.all("button", "Play")) == 3, "all are there", describe=program.application.outline)
