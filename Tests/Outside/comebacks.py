"""State that a restart restores, and changes by other programs that an open window shows."""
import contextlib
import json
import os
import signal
import sqlite3
import subprocess

from driver import Program, run, wait_for
from journey import EPISODES, FEED, SAMPLE, Journey, long_feed


class Comebacks(Journey):
    def command(self, *words):
        """Runs a command of the program and returns its output."""
        done = subprocess.run([Program.executable(), *words], env=self.home.environment("en"), stdout=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_the_window_size_and_the_page_are_restored_after_a_restart(self):
        # Given a show in a window of another size
        audio = next(os.path.join(SAMPLE, name) for name in sorted(os.listdir(SAMPLE)) if name.endswith(".opus"))
        program = self.start(self.home.file("long.xml", long_feed(60, audio)))
        program.window.find(name="Part 3")
        program.resize(840, 560)
        program.quit()

        # When the program starts again
        program = self.start()

        # Then the window has its previous size and displays the show
        program.window.find("button", "Play Latest")
        program.window.find(name="Part 3")
        shell = run("xdotool", "getwindowgeometry", "--shell", program._window_id()).splitlines()
        self.assertIn("WIDTH=840", shell)
        self.assertIn("HEIGHT=560", shell)
        program.screenshot("comeback")
        program.quit()

    def test_an_open_window_shows_changes_by_commands(self):
        # Given an open window
        program = self.start_on_the_sample()

        # When a command subscribes to a feed
        # Then the window lists the new show
        feed = self.home.file("feeds/two.xml", FEED)
        self.command("subscribe", feed)
        pages = program.window.find("list", "Shows")
        title = next(show["title"] for show in json.loads(self.command("list", "--json")) if show["feed"].endswith("two.xml"))
        wait_for(lambda: pages.first("label", title), f"“{title}” is in the list", describe=program.application.outline)

        # And when another command removes the show, the window removes it too
        self.command("unsubscribe", title)
        wait_for(lambda: not pages.first("label", title), f"“{title}” is not in the list", describe=program.application.outline)
        self.assertEqual(self.playable(program), EPISODES)
        program.quit()

    def test_a_backup_is_restored_in_the_settings(self):
        # Given a favorite, a backup with it, and a library without it
        program = self.start_on_the_sample()
        self.mark_as_favorite(program, EPISODES[0])
        folder = os.path.join(self.home.path, "data/podcaster")
        backup = self.home.file("data/podcaster/backups/library-20990101T120000.000Z-daily.sqlite", "")
        with contextlib.closing(sqlite3.connect(f"{folder}/library.sqlite")) as library, contextlib.closing(sqlite3.connect(backup)) as copy:
            library.backup(copy)
            copy.execute("pragma journal_mode = delete")
        program.choose(f"More about {EPISODES[0]}", "Favorite")
        wait_for(lambda: self.favorites(program) == [], "there is no favorite", describe=program.application.outline)

        # When the user restores the newest backup in the settings
        program.key("ctrl+comma")
        settings = program.modal("Settings")
        settings.find("button", "Restore from Backup…").press()
        settings.find("button", "Restore…").press()
        with self.alert(program, "Restore This Backup?") as dialog:
            dialog.find("button", "Restore").press()
        settings.find("label", "The backup was restored.")
        program.screenshot("restored-backup")
        program.key("Escape")

        # Then the window shows the favorite, and the replaced library is a backup
        wait_for(lambda: self.favorites(program) == EPISODES[:1], "the favorite is back", describe=program.application.outline)
        daily = sorted(name for name in os.listdir(f"{folder}/backups") if name.endswith("-daily.sqlite"))
        with contextlib.closing(sqlite3.connect(f"file:{folder}/backups/{daily[-2]}?mode=ro", uri=True)) as replaced:
            self.assertEqual(list(replaced.execute("select count(*) from episodeState where isFavorite = 1")), [(0,)])
        program.quit()

    def gpodder(self, shows, episodes):
        """Creates a library of gPodder with this many shows, and this many episodes in each."""
        path = self.home.file("gPodder/Database", "")
        with contextlib.closing(sqlite3.connect(path)) as database, database:
            database.executescript("""
                create table podcast (id integer primary key, title text, url text, link text, description text, cover_url text);
                create table episode (id integer primary key, podcast_id integer, title text, description text, url text, published integer, guid text,
                    file_size integer, mime_type text, is_new integer, archive integer, total_time integer, current_position integer,
                    current_position_updated integer, last_playback integer);
                create table version (version integer);""")
            database.executemany(
                "insert into podcast values (?, 'Show ' || ?1, 'https://show' || ?1 || '.example/feed', '', '', null)", ((n,) for n in range(shows)))
            database.executemany(
                "insert into episode values (null, ?1, 'Episode ' || ?2, 'Notes', 'https://show' || ?1 || '.example/' || ?2 || '.mp3', 1700000000 + ?2,"
                " 'guid ' || ?2, 1, 'audio/mpeg', 1, 0, 60, 0, 0, 0)", ((show, n) for show in range(shows) for n in range(episodes)))
        return path

    def test_an_interrupt_stops_an_import_and_keeps_its_shows(self):
        # Given an import of a large library, which has added some shows
        shows = 3000
        database = self.gpodder(shows, 10)
        self.command("list")
        importing = subprocess.Popen(
            [Program.executable(), "import", database, "--json"], env=self.home.environment("en"), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        self.addCleanup(importing.stdout.close)
        self.addCleanup(importing.stderr.close)
        library = sqlite3.connect(os.path.join(self.home.path, "data/podcaster/library.sqlite"), isolation_level=None, timeout=30)
        self.addCleanup(library.close)
        count = lambda: library.execute("select count(*) from show").fetchone()[0]
        wait_for(lambda: count() > 0, "some shows are imported")

        # When it is interrupted. The lock keeps it from finishing before.
        library.execute("begin immediate")
        before = count()
        importing.send_signal(signal.SIGINT)
        library.execute("rollback")
        output, errors = importing.communicate(timeout=60)

        # Then the command tells how many shows were added, and they are in the library
        self.assertEqual(importing.returncode, 1, errors)
        result = json.loads(output)
        self.assertTrue(result["stopped"])
        self.assertEqual(result["listed"], shows)
        self.assertGreaterEqual(result["added"], before)
        self.assertLess(result["added"], shows)
        self.assertEqual(result["added"], count())
        self.assertEqual(len(result["shows"]), count())
        self.assertEqual(library.execute("select count(*) from episode").fetchone()[0], 10 * count())

        # And a second import adds the rest
        again = json.loads(self.command("import", database, "--json"))
        self.assertFalse(again["stopped"])
        self.assertEqual(result["added"] + again["added"], shows)

    def test_a_window_opens_while_the_library_is_locked(self):
        # Given a library that another program has locked
        program = self.start_on_the_sample()
        program.quit()
        file = os.path.join(self.home.path, "data/podcaster/library.sqlite")
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        other.execute("UPDATE show SET title = title")

        # When the program starts
        # Then a window shows that the library is being opened
        program = self.start()
        program.window.find(name="Opening the Library…")

        # And the window shows the library after the other program unlocks it
        other.execute("ROLLBACK")
        other.close()
        for title in EPISODES:
            program.window.find(name=title)
        program.quit()
