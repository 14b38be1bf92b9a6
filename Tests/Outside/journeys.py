"""Complete user journeys through the built program."""
import os
import time

from driver import MENU_ITEMS, TOGGLES, wait_for
from journey import EPISODES, FEED, SAMPLE, SHOW, WEB_PAGE, Journey, long_feed, served


class Journeys(Journey):
    def test_the_sample_show_opens(self):
        # Given an empty library and no address
        # When the program starts, it offers the ways to add shows
        program = self.start()
        for name in ("Add Podcast", "Import OPML…", "Import From Another Player…"):
            program.window.find("button", name)
        program.screenshot("empty-library")

        # And when the user chooses the sample show
        program.window.find("button", "Listen to a Sample Show").press()

        # Then the window shows it and its three episodes, with play buttons
        for title in EPISODES:
            program.window.find(name=title)
        self.assertEqual(program.window.name, "Podcaster")
        program.window.find(name=SHOW)
        self.assertEqual(self.playable(program), EPISODES)
        program.window.find("button", "Play Latest")
        program.window.find("button", "Add Podcast")
        program.screenshot("sample-show")

        # And the list next to it contains the general pages
        pages = program.window.find("list", "Shows")
        for name in ("Home", "Favorites", "History", SHOW):
            pages.find("label", name)

        # And the program ends without an error when the window is closed
        program.quit()

    def test_an_episode_plays_and_pauses(self):
        program = self.start_on_the_sample()

        # When its play button is pressed
        program.window.find("button", f"Play {EPISODES[0]}").press()

        # Then the episode plays: the buttons of its row and of the player change to Pause, and the position advances with the audio clock
        program.window.find("button", f"Pause {EPISODES[0]}")
        program.window.find("button", "Pause")
        position = program.window.find("slider", "Position")
        wait_for(lambda: position.value > 0.5, "the position moves", describe=program.application.outline)
        program.screenshot("playing")

        # When the user pauses it
        program.window.find("button", "Pause").press()

        # Then playback stops
        program.wait_until_gone(lambda: program.window.first("button", "Pause"), "the pause button")
        program.window.find("button", f"Play {EPISODES[0]}")
        program.screenshot("paused")

        # And the position does not change for two seconds
        paused_at, end = position.value, time.monotonic() + 2
        wait_for(lambda: time.monotonic() > end, "two seconds pass")
        self.assertEqual(position.value, paused_at)

    def test_rows_stay_under_the_pointer_while_the_player_opens(self):
        # Given a long list that is scrolled down
        audio = next(os.path.join(SAMPLE, name) for name in sorted(os.listdir(SAMPLE)) if name.endswith(".opus"))
        program = self.start(self.home.file("long.xml", long_feed(12, audio)))
        program.window.find(name="Part 3")
        program.resize(700, 420)

        def rows():
            # A row that has not been shown since the change of size has its old place.
            buttons = program.window.all("button", lambda name: name.startswith("Play Part"))
            return {button.name: button.place for button in buttons if button.place[0] < 700}

        wait_for(rows, "the list has its new width", describe=program.application.outline)
        # Each step of the wheel is shown before the next one, so that none is left for later.
        for _ in range(4):
            before = rows()
            program.pointer(480, 250, 5)
            wait_for(lambda: rows() != before, "the list is scrolled", describe=program.application.outline)

        # When the user clicks the button of a row, and the player bar opens below the list
        title, _ = min(rows().items(), key=lambda row: abs(row[1][1] - 200))
        button = program.window.find("button", title)
        x, y, width, height = button.place
        program.pointer(x + width // 2, y + height // 2, 1)
        program.window.find("slider", "Position")

        # Then the row keeps its position while the bar moves in and afterwards
        end = time.monotonic() + 1
        places = []
        wait_for(lambda: places.append(button.place) or time.monotonic() > end, "the bar has moved in")
        self.assertEqual(set(places), {(x, y, width, height)})

    def test_a_favorite_is_kept_after_a_restart(self):
        program = self.start_on_the_sample()

        # When the user marks the first episode as favorite and restarts the program
        self.assertEqual(self.favorites(program), [])
        self.mark_as_favorite(program, EPISODES[0])
        program.screenshot("favorite")
        program.quit()
        program = self.start_on_the_sample()

        # Then the show's page is visible again, and only the first episode is a favorite
        program.window.find("button", "Play Latest")
        wait_for(lambda: self.favorites(program) == EPISODES[:1], "the first is the favorite", describe=program.application.outline)

        # And the entry in its menu has a check mark
        program.open_menu(f"More about {EPISODES[0]}")
        self.assertTrue(program.window.find(MENU_ITEMS, "Favorite").is_on, program.application.outline())

    def test_the_history_the_favorites_and_home_list_their_episodes(self):
        # Given a played episode and another episode that is a favorite
        program = self.start_on_the_sample()
        program.window.find("button", f"Play {EPISODES[0]}").press()
        position = program.window.find("slider", "Position")
        wait_for(lambda: position.value > 0.5, "the position moves", describe=program.application.outline)
        program.window.find("button", "Pause").press()
        self.mark_as_favorite(program, EPISODES[1])

        # When the user selects the pages by keyboard
        # Then the history contains the played episode, and the favorites contain the other one
        self.go_to_page(program, "History")
        wait_for(lambda: self.playable(program) == EPISODES[:1], "the history", describe=program.application.outline)
        self.go_to_page(program, "Favorites")
        wait_for(lambda: self.playable(program) == EPISODES[1:2], "the favorites", describe=program.application.outline)

        # And the Home page continues the started episode
        self.go_to_page(program, "Home")
        program.window.find("heading", "Continue Listening")
        program.window.find("button", f"Play {EPISODES[0]}").press()
        program.window.find("button", f"Pause {EPISODES[0]}")
        program.screenshot("home")
        program.window.find("button", f"Pause {EPISODES[0]}").press()
        program.window.find("button", f"Play {EPISODES[0]}")

        # And the program logs no errors
        program.quit()
        self.assertNotIn("error:", program.output())

    def test_a_mark_as_played_is_undone(self):
        program = self.start_on_the_sample()

        def is_played():
            names = [element.name for element in program.window.walk()]
            return any(n.startswith(f"{EPISODES[0]}, ") and "Played" in n.split(", ") for n in names)

        # When the user marks an episode as played in its menu
        # Then its row shows the mark until the user removes the mark in the menu
        self.assertFalse(is_played())
        program.choose(f"More about {EPISODES[0]}", "Mark as Played")
        wait_for(is_played, "it is marked", describe=program.application.outline)
        program.choose(f"More about {EPISODES[0]}", "Mark as Unplayed")
        program.wait_until_gone(is_played, "the mark")

        # When the user marks it again
        # Then a toast offers Undo
        program.choose(f"More about {EPISODES[0]}", "Mark as Played")
        program.window.find("button", "Undo").press()
        program.wait_until_gone(lambda: program.window.first("button", "Undo") or is_played(), "the toast and the mark")

    def test_adding_a_web_page_shows_a_message(self):
        program = self.start_on_the_sample()

        # When the user adds the address of a web page
        program.window.find("button", "Add Podcast").press()
        sheet = program.modal("Add Podcast")
        program.screenshot("add-podcast")
        sheet.find("text", "Words or an address").type(self.home.file("page/index.html", WEB_PAGE))
        sheet.find("button", "Add").press()

        # Then the sheet explains the problem and the solution
        sheet.find("label", "This Is a Web Page, Not a Podcast Feed")
        self.assertTrue(any("RSS" in (label.name + label.text) for label in sheet.all("label")), sheet.outline())
        program.screenshot("add-podcast-problem")
        sheet.find("button", "Cancel").press()

        # And the library is unchanged
        self.assertTrue(program.window.all(name=EPISODES[0]))

    def test_a_feed_is_added_by_its_address(self):
        program = self.start_on_the_sample()
        with served(os.path.dirname(self.home.file("server/feed.xml", FEED))) as address:
            # When the user types the HTTP address of a feed and presses Return
            program.window.find("button", "Add Podcast").press()
            sheet = program.modal("Add Podcast")
            field = sheet.find("text", "Words or an address")
            field.type(address + "/feed.xml")
            program.move_focus_to(field)
            program.key("Return")

            # Then the sheet closes, and the library contains both shows
            program.wait_until_gone(lambda: [w for w in program.windows() if w.name == "Add Podcast"], "the sheet")
            program.window.find(name="The first bridge")
            program.window.find(name=SHOW)
            program.screenshot("two-shows")

    def test_a_folder_of_feeds_opens_from_the_command_line(self):
        # Given a folder with a feed and a web page
        self.home.file("feeds/good.xml", FEED)
        self.home.file("feeds/page.xml", WEB_PAGE)
        program = self.start(os.path.join(self.home.path, "feeds"))

        # Then an alert reports the web page, and the window shows the feed
        with self.alert(program, "This Is a Web Page, Not a Podcast Feed") as dialog:
            dialog.find("button", "OK").press()
        program.window.find(name="The first bridge")

    def test_removing_a_show_presents_a_confirmation(self):
        program = self.start_on_the_sample()

        # When the user removes the show and cancels the alert
        program.choose("More about This Show", "Remove Show")
        with self.alert(program, f"Remove “{SHOW}”?") as dialog:
            self.assertTrue(any("favorites" in (label.name + label.text) for label in dialog.all("label")), dialog.outline())
            self.assertIn("favorites", dialog.description, "a screen reader is not told the message")
            program.screenshot("remove")
            dialog.find("button", "Cancel").press()

        # Then the show still exists
        program.window.find(name=EPISODES[0])

        # When the user removes the show and confirms the alert
        program.choose("More about This Show", "Remove Show")
        with self.alert(program, f"Remove “{SHOW}”?") as dialog:
            dialog.find("button", "Remove").press()

        # Then the show is removed, and the empty library offers to add a podcast
        program.wait_until_gone(lambda: program.window.all(name=EPISODES[0]), "the show")
        program.window.find(name="No Podcasts Yet")
        program.window.find("button", "Add Podcast")
        program.screenshot("empty")

    def test_escape_keeps_the_show(self):
        program = self.start_on_the_sample()
        program.choose("More about This Show", "Remove Show")
        with self.alert(program, f"Remove “{SHOW}”?"):
            program.key("Escape")
        program.window.find(name=EPISODES[0])

    def test_the_details_open_and_close_by_keyboard(self):
        program = self.start_on_the_sample()

        # When the user focuses the episode's menu button, presses Space and selects the details
        menu = program.window.find(TOGGLES, f"More about {EPISODES[0]}")
        program.move_focus_to(menu)
        program.key("space")
        program.choose_in_menu("Show Details")

        # Then the episode's page with its notes replaces the show's page
        wait_for(lambda: self.notes(program), "the notes", describe=program.application.outline)
        program.window.find(TOGGLES, "Favorite")
        program.window.find("button", f"Play {EPISODES[0]}")
        program.window.find("button", "Back")
        program.screenshot("details")

        # And the Back key returns to the show's page and restores the focus
        program.key("alt+Left")
        program.wait_until_gone(lambda: self.notes(program), "the details")
        wait_for(lambda: self.playable(program) == EPISODES, "the show's page", describe=program.application.outline)
        wait_for(lambda: menu.has_focus, "the focus is back", describe=program.application.outline)

    def notes(self, program):
        """Returns the labels with the notes of the sample show's first episode."""
        return [label for label in program.window.all("label") if "half a minute" in label.name + label.text]

    def test_the_button_goes_back_from_the_details(self):
        program = self.start_on_the_sample()
        program.choose(f"More about {EPISODES[0]}", "Show Details")
        wait_for(lambda: self.notes(program), "the notes", describe=program.application.outline)
        program.window.find("button", "Back").press()
        program.wait_until_gone(lambda: self.notes(program), "the details")
        wait_for(lambda: self.playable(program) == EPISODES, "the show's page", describe=program.application.outline)

        # A click on the title opens the page, too
        x, y, _, height = program.window.find("label", EPISODES[0]).place
        program.pointer(x + 20, y + height // 2, 1)
        wait_for(lambda: self.notes(program), "the notes after a click", describe=program.application.outline)

    def test_the_program_is_translated_into_korean(self):
        program = self.start_on_the_sample(language="ko")
        program.window.find(name=SHOW)
        for title in EPISODES:
            program.window.find("button", f"{title} 재생")
            program.window.find(TOGGLES, f"{title}에 대해 더 보기")
        program.window.find("button", "최신 에피소드 재생")
        program.window.find("button", "팟캐스트 추가")
        for page in ("홈", "즐겨찾기", "재생 기록"):
            program.window.find("label", page)
        program.wait_until_gone(lambda: program.window.first("button", lambda name: name.startswith(("Play", "More"))), "every English button")
        program.screenshot("korean")

    def test_all_controls_fit_into_a_narrow_window(self):
        program = self.start_on_the_sample()
        # The window is tall enough for all rows, because GTK 4.18 exposes only visible rows.
        program.resize(360, 700)
        program.window.find("button", "Back")
        program.window.find("button", "Play Latest")
        for title in EPISODES:
            program.window.find("button", f"Play {title}")
            program.window.find(TOGGLES, f"More about {title}")
        program.window.find(TOGGLES, "More about This Show")
        program.screenshot("narrow")

        # The Add button is above the list of shows, which is hidden here. Its key performs the same action.
        program.key("ctrl+n")
        program.modal("Add Podcast")

    def test_a_narrow_window_goes_back_to_the_list_of_shows(self):
        program = self.start_on_the_sample()
        program.resize(360, 500)
        program.window.find("button", "Back")

        # When the user presses the Back key
        program.key("alt+Left")

        # Then the window shows only the list, and a show that the user selects opens
        program.wait_until_gone(lambda: self.playable(program), "the show")
        row = self.row(program, SHOW)
        program.screenshot("narrow-list")
        program.key("End")
        wait_for(lambda: row.has_focus, "the show's row has the focus", describe=program.application.outline)
        program.key("Return")
        program.window.find("button", "Play Latest")
        program.window.find("button", f"Play {EPISODES[0]}")

    def test_keys_pause_and_play(self):
        program = self.start_on_the_sample()
        program.window.find("button", f"Play {EPISODES[0]}").press()
        program.window.find("slider", "Position")
        program.window.find("button", "Pause")

        # When the user presses the playback key of the main menu twice
        # Then playback pauses and then continues
        program.key("ctrl+space")
        program.wait_until_gone(lambda: program.window.all("button", "Pause"), "the pause button")
        program.key("ctrl+space")
        program.window.find("button", "Pause")

    def test_the_space_bar_and_the_arrows_play_and_skip_unless_a_control_needs_them(self):
        program = self.start_on_the_sample()
        program.window.find("button", f"Play {EPISODES[0]}").press()
        position = program.window.find("slider", "Position")
        program.window.find("button", "Pause")
        # At the lowest speed the episode does not end during the test. More keys than needed change nothing.
        program.key(*["bracketleft"] * 9)

        # When a row of a list has the focus, then Space pauses and plays, and the row is not opened
        row = self.row(program, SHOW)
        x, y, width, height = row.place
        program.pointer(x + width // 2, y + height // 2, 1)
        wait_for(lambda: row.has_focus, "the row has the focus", describe=program.application.outline)
        program.key("space")
        program.wait_until_gone(lambda: program.window.all("button", "Pause"), "the pause button")
        before = position.value

        # And the arrows skip by the distances of the settings
        program.key("Right")
        wait_for(lambda: position.value >= before + 25, "the place is later", describe=program.application.outline)
        program.key("Left")
        wait_for(lambda: before + 5 < position.value < before + 25, "the place is earlier", describe=program.application.outline)
        self.assertTrue(row.has_focus, program.application.outline())

        # And a bracket makes the episode faster
        program.window.find(name="Speed: 0.5×")
        program.key("bracketright")
        program.window.find(name="Speed: 0.6×")
        program.key("space")
        program.window.find("button", "Pause")

        # When a text field has the focus, then it receives the keys
        program.key("ctrl+shift+f")
        field = program.window.find("text", "Search All Episodes")
        wait_for(lambda: field.has_focus, "the field has the focus", describe=program.application.outline)
        program.key("a", "space", "b", "Left", "Left", "c")
        wait_for(lambda: field.text == "ac b", "the text is typed", describe=program.application.outline)
        program.window.find("button", "Pause")

        # When a button has the focus, then Space presses it
        program.key("Escape")
        program.move_focus_to(program.window.find("button", "Show Queue"))
        program.key("space")
        program.window.find("heading", "Queue")
        program.window.find("button", "Pause")

    def test_shortcuts_work_while_a_text_that_can_be_selected_has_the_focus(self):
        program = self.start_on_the_sample()
        summary = wait_for(lambda: next((label for label in program.window.all("label") if "paying attention" in label.name), None), "the summary",
                           describe=program.application.outline)
        self.click_into(program, summary)

        # When the user presses the keys of commands, then the commands run
        program.key("ctrl+f")
        field = program.window.find("text", "Search Episodes")
        wait_for(lambda: field.has_focus, "the field has the focus", describe=program.application.outline)
        program.key("Escape")
        self.click_into(program, summary)
        program.key("ctrl+shift+f")
        program.window.find("text", "Search All Episodes")

    def click_into(self, program, label):
        """Clicks into a text that can be selected, which gives it the focus."""
        x, y, width, height = label.place
        program.pointer(x + width // 4, y + height // 2, 1)
        wait_for(lambda: label.has_focus, "the text has the focus", describe=program.application.outline)

    def test_episodes_are_searched_by_keyboard(self):
        program = self.start_on_the_sample()
        self.assertEqual(self.playable(program), EPISODES)

        # When the user opens the search with its key and types a word
        program.key("ctrl+shift+f")
        field = program.window.find("text", "Search All Episodes")
        wait_for(lambda: field.has_focus, "the field has the focus", describe=program.application.outline)
        program.key("w", "a", "l", "k")

        # Then only the episode with this word is listed
        wait_for(lambda: self.playable(program) == EPISODES[2:], "one is found", describe=program.application.outline)
        program.screenshot("search")

        # And Escape closes the field, and the show lists all episodes again
        program.key("Escape")
        program.window.find("button", "Play Latest")
        wait_for(lambda: self.playable(program) == EPISODES, "all are there", describe=program.application.outline)

    def test_episodes_of_a_show_are_searched_by_keyboard(self):
        program = self.start_on_the_sample()

        # When the user opens the search field of the show and types a word
        program.window.find(TOGGLES, "Search").press()
        field = program.window.find("text", "Search Episodes")
        wait_for(lambda: field.has_focus, "the field has the focus", describe=program.application.outline)
        program.key("w", "a", "l", "k")

        # Then only the episode with this word is listed
        wait_for(lambda: self.playable(program) == EPISODES[2:], "one is found", describe=program.application.outline)

        # And Escape closes the field, and all episodes are listed again
        program.key("Escape")
        wait_for(lambda: self.playable(program) == EPISODES, "all are there", describe=program.application.outline)
