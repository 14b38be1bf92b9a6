"""Disturbances of the program: it is terminated, killed, started twice, or its library is damaged. The user loses no data."""
import contextlib
import os
import signal
import sqlite3
import subprocess
import time

from driver import DIALOGS, Program, run, wait_for
from journey import EPISODES, FEED, Journey, served

# During playback, the program writes the position at this interval.
SECONDS_BETWEEN_WRITES = 5


class Hardships(Journey):
    def play_some(self, seconds):
        """Plays a number of seconds of the sample show's first episode. Returns the program and the position."""
        program = self.start_on_the_sample()
        program.window.find("button", f"Play {EPISODES[0]}").press()
        position = program.window.find("slider", "Position")
        wait_for(lambda: position.value > seconds, f"{seconds} seconds are played", describe=program.application.outline)
        return program, position

    def place(self):
        """Returns the stored position of the first episode, in seconds."""
        with sqlite3.connect(f"file:{self.home.path}/data/podcaster/library.sqlite?mode=ro", uri=True) as library:
            return max(milliseconds for milliseconds, in library.execute("select position from episodeState")) / 1000

    def goes_on_from(self, place):
        program = self.start_on_the_sample()
        program.window.find("button", f"Play {EPISODES[0]}").press()
        position = program.window.find("slider", "Position")
        wait_for(lambda: position.value >= place, "it goes on where it was", describe=program.application.outline)
        self.assertLess(position.value, place + 10)
        # During playback, the program continues without its window.
        program.window.find("button", "Pause").press()
        program.window.find("button", "Play")
        program.quit()

    def test_the_place_is_kept_when_the_session_ends_the_program(self):
        program, position = self.play_some(2)
        at_least = position.value

        # When the session ends and terminates its programs
        program.process.send_signal(signal.SIGTERM)
        wait_for(lambda: program.process.poll() is not None, "the program ends")

        # Then the program ends without an error, and the position is stored within one second
        self.assertEqual(program.process.returncode, 0, program.output())
        self.assertGreaterEqual(self.place(), at_least - 1)
        self.goes_on_from(at_least - 1)

    def test_the_place_and_the_favorites_are_kept_when_the_program_is_killed(self):
        program, position = self.play_some(SECONDS_BETWEEN_WRITES + 1.5)
        self.mark_as_favorite(program, EPISODES[0])
        at = position.value

        # When the process is killed, as in a power failure
        program.process.kill()
        program.process.wait()

        # Then only the position since the last write is lost, and the library is intact
        self.assertGreaterEqual(self.place(), at - SECONDS_BETWEEN_WRITES - 1)
        program = self.start_on_the_sample()
        wait_for(lambda: self.favorites(program) == EPISODES[:1], "the favorite is there", describe=program.application.outline)

    def test_a_second_start_opens_its_feed_in_the_existing_window(self):
        program = self.start_on_the_sample()
        feed = self.home.file("downloads/two.xml", FEED)

        # When the program is started again in another folder, with a path relative to that folder
        second = subprocess.run(
            [Program.executable(), os.path.basename(feed)], cwd=os.path.dirname(feed), env=self.home.environment("en"), timeout=60)

        # Then the second process ends without an error, and the first process shows the feed
        self.assertEqual(second.returncode, 0)
        program.window.find(name="The first bridge")
        program.quit()

    def test_a_link_of_another_program_opens_in_the_existing_window(self):
        program = self.start_on_the_sample()
        with served(os.path.dirname(self.home.file("server/feed.xml", FEED))) as address:
            # When a browser starts the program again with a link of the kind that podcast pages contain
            second = subprocess.run([Program.executable(), f"podcast:{address}/feed.xml"], env=self.home.environment("en"), timeout=60)

            # Then the first process shows the feed
            self.assertEqual(second.returncode, 0)
            program.window.find(name="The first bridge")
        program.quit()

        # And when the program is not running, the link starts it
        with served(os.path.dirname(self.home.file("other/feed.xml", FEED.replace("first bridge", "third bridge")))) as address:
            program = self.start(f"feed:{address}/feed.xml")
            program.window.find(name="The third bridge")
            program.quit()

    def test_a_damaged_library_is_reported_and_not_changed(self):
        damaged = "This is no library. " * 400
        file = self.home.file("data/podcaster/library.sqlite", damaged)
        program = self.start()

        # Then an alert and the window show the problem
        with self.alert(program, "Your Library Is Damaged") as dialog:
            program.screenshot("damaged-library")
            dialog.find("button", "OK").press()
        program.window.find(name="Your Library Is Not Available")
        program.screenshot("unavailable-library")
        program.quit()

        # And the file is unchanged, so that other tools can still read it
        with open(file, encoding="utf-8") as kept:
            self.assertEqual(kept.read(), damaged)

    def test_a_backup_replaces_a_damaged_library(self):
        # Given a library with a favorite, a backup of it that is newer than the program's own, and damage
        program = self.start_on_the_sample()
        self.mark_as_favorite(program, EPISODES[0])
        program.quit()
        folder = os.path.join(self.home.path, "data/podcaster")
        now = time.strftime("%Y%m%dT%H%M%S.999Z", time.gmtime())
        backup = self.home.file(f"data/podcaster/backups/library-{now}-daily.sqlite", "")
        with contextlib.closing(sqlite3.connect(f"{folder}/library.sqlite")) as library, contextlib.closing(sqlite3.connect(backup)) as copy:
            library.backup(copy)
            copy.execute("pragma journal_mode = delete")
        damaged = "This is no library. " * 400
        self.home.file("data/podcaster/library.sqlite", damaged)

        # When the program starts
        program = self.start()

        # Then an alert explains that the backup replaced the library, and the favorite exists
        with self.alert(program, "Your Library Was Restored") as dialog:
            program.screenshot("restored-library")
            dialog.find("button", "OK").press()
        wait_for(lambda: self.favorites(program) == EPISODES[:1], "the favorite is there", describe=program.application.outline)
        program.quit()

        # And the damaged file is kept next to the library
        kept = [name for name in os.listdir(folder) if name.startswith("library.sqlite.damaged-") and not name.endswith(("-wal", "-shm"))]
        self.assertEqual(len(kept), 1)
        with open(os.path.join(folder, kept[0]), encoding="utf-8") as file:
            self.assertEqual(file.read(), damaged)

    def test_a_folder_that_cannot_be_written_is_reported(self):
        self.home.file("data", "a file where a folder should be")
        program = self.start()
        with self.alert(program, "Your Library Cannot Be Written") as dialog:
            program.screenshot("unwritable-library")
            dialog.find("button", "OK").press()
        program.window.find(name="Your Library Is Not Available")
        program.quit()

    def test_a_read_only_home_is_shown_and_reported_once(self):
        # Given a library with a favorite, in a home that may not be written
        program = self.start_on_the_sample()
        self.mark_as_favorite(program, EPISODES[0])
        program.quit()
        self.home.make_read_only()

        # When the program starts
        # Then an alert tells it, and the library is shown
        program = self.start()
        with self.alert(program, "Your Library Cannot Be Written") as dialog:
            program.screenshot("read-only-home")
            dialog.find("button", "OK").press()
        wait_for(lambda: self.favorites(program) == EPISODES[:1], "the favorite is there", describe=program.application.outline)
        self.assertEqual(self.playable(program), EPISODES)

        # And the search and the notes are read, without another alert
        program.choose(f"More about {EPISODES[0]}", "Show Details")
        program.window.find("button", "Back").press()
        program.window.find("button", "Play Latest")
        self.assertIsNone(program.application.first(DIALOGS))

        # And each request that must write is answered with the reason
        program.choose(f"More about {EPISODES[1]}", "Mark as Played")
        with self.alert(program, "Your Library Cannot Be Written") as dialog:
            dialog.find("button", "OK").press()
        program.key("ctrl+r")
        with self.alert(program, "Your Library Cannot Be Written") as dialog:
            dialog.find("button", "OK").press()
        program.key("ctrl+comma")
        settings = program.modal("Settings")
        settings.find(("toggle", "switch", "check box"), "Refresh at Start").press()
        with self.alert(program, "The Settings Were Not Saved") as dialog:
            dialog.find("button", "OK").press()
        program.key("Escape")
        program.wait_until_gone(lambda: [w for w in program.windows() if w.name == "Settings"], "the settings")

        # And it plays, tells that the place is not kept, and ends without an error
        program.window.find("button", f"Play {EPISODES[2]}").press()
        position = program.window.find("slider", "Position")
        wait_for(lambda: position.value > 0.5, "the position moves", describe=program.application.outline)
        program.window.find("button", "Pause").press()
        with self.alert(program, "Your Library Cannot Be Written") as dialog:
            dialog.find("button", "OK").press()
        program.window.find("button", "Play")
        program.quit()

    def test_an_idle_program_does_not_wake(self):
        program = self.start_on_the_sample()

        def wakes():
            """Returns the number of voluntary context switches of each thread. A thread makes at least one each time it wakes."""
            counts = {}
            for task in os.listdir(f"/proc/{program.process.pid}/task"):
                with contextlib.suppress(FileNotFoundError), open(f"/proc/{program.process.pid}/task/{task}/status", encoding="utf-8") as status:
                    counts[int(task)] = next(int(line.split()[1]) for line in status if line.startswith("voluntary_ctxt"))
            return counts

        def sleeps():
            # The test measures four seconds without calls to the program.
            before = wakes()
            time.sleep(4)
            woken = {task: count - before.get(task, 0) for task, count in wakes().items()}
            first = woken.pop(program.process.pid)
            # A thread of libdispatch maintains its pools once per second (docs/library/main-loop.md).
            return first == 0 and sum(woken.values()) <= 5

        # Then the thread of GTK and the main actor does not wake
        wait_for(sleeps, "the program comes to rest", 60)

    def test_the_command_line_prints_help(self):
        version = run(Program.executable(), "--version").strip()
        self.assertRegex(version, r"^[0-9]+[.][0-9]+[.][0-9]+$")
        self.assertIn("address", run(Program.executable(), "--help"))
        wrong = subprocess.run([Program.executable(), "--nonsense"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(wrong.returncode, 64)
        self.assertIn("--nonsense", wrong.stderr)

    def test_an_unknown_command_is_rejected(self):
        # When a command is mistyped
        wrong = subprocess.run(
            [Program.executable(), "lisst"], env=self.home.environment("en"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60)

        # Then no window opens, and the error suggests the correct command
        self.assertEqual(wrong.returncode, 64)
        self.assertEqual(wrong.stdout, "")
        self.assertIn("“list”", wrong.stderr)
