"""The program on the desktop: media controls, commands, playback with a closed window, and a start during the program's end."""
import contextlib
import json
import os
import re
import shutil
import sqlite3
import subprocess

from gi.repository import Gio, GLib

from driver import Program, run, wait_for
from journey import EPISODES, SAMPLE, SHOW, Journey, Ranges, served

NAME = "io.github.podcaster.Podcaster"
MEDIA = f"org.mpris.MediaPlayer2.{NAME}"
PLAYER = "org.mpris.MediaPlayer2.Player"
SESSION_MANAGER = """<node><interface name="org.gnome.SessionManager">
<method name="Inhibit"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/><arg type="u" direction="in"/>
<arg type="u" direction="out"/></method><method name="Uninhibit"><arg type="u" direction="in"/></method>
</interface></node>"""
NOTIFICATIONS = """<node><interface name="org.freedesktop.Notifications">
<method name="GetCapabilities"><arg type="as" direction="out"/></method>
<method name="GetServerInformation"><arg type="s" direction="out"/><arg type="s" direction="out"/><arg type="s" direction="out"/><arg type="s" direction="out"/></method>
<method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="as" direction="in"/><arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/></method>
<method name="CloseNotification"><arg type="u" direction="in"/></method>
<signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
</interface></node>"""
SUSPEND = 4
NEWS = """<?xml version="1.0"?><rss version="2.0"><channel><title>Two Bridges</title><description>A show.</description>{}</channel></rss>"""
NEWS_ITEM = """<item><title>Bridge {0}</title><guid>bridge-{0}</guid><pubDate>0{0} Nov 2026 10:00:00 GMT</pubDate>
<enclosure url="bridge.opus" length="1" type="audio/ogg"/></item>"""


def odd_feed(titles):
    """Returns a feed in JSON, which allows each character in a title."""
    items = [{
        "id": f"odd-{number}", "title": title, "date_published": f"2026-11-{number + 1:02}T10:00:00Z",
        "attachments": [{"url": "bridge.opus", "mime_type": "audio/ogg"}],
    } for number, title in enumerate(titles)]
    return json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "..", "items": items[::-1]})


class Desktop(Journey):
    def setUp(self):
        super().setUp()
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)

    def call(self, name, path, interface, method, arguments=None):
        return self.bus.call_sync(name, path, interface, method, arguments, None, Gio.DBusCallFlags.NO_AUTO_START, 5000, None)

    def media(self, method, arguments=None, interface=PLAYER):
        return self.call(MEDIA, "/org/mpris/MediaPlayer2", interface, method, arguments)

    def property(self, name, interface=PLAYER):
        answer = self.media("Get", GLib.Variant("(ss)", (interface, name)), "org.freedesktop.DBus.Properties")
        return answer.unpack()[0]

    def wait_for_property(self, name, value):
        wait_for(lambda: self.property(name) == value, f"{name} is {value}")

    def command(self, *arguments):
        return subprocess.run([Program.executable(), *arguments], env=self.home.environment("en"), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=60)

    def close_window(self, program):
        program.wait_until_active()
        subprocess.run(["xdotool", "key", "alt+F4"], check=True)

    def window_is_shown(self, program):
        # This check uses the X server. GTK crashes if AT-SPI requests a window by its index and the window was hidden after the windows were counted.
        return bool(run("xdotool", "search", "--all", "--onlyvisible", "--desktop", "0", "--pid", str(program.process.pid)).split())

    def play_first(self):
        program = self.start_on_the_sample()
        program.window.find("button", f"Play {EPISODES[0]}").press()
        self.wait_for_property("PlaybackStatus", "Playing")
        return program

    def test_media_controls_show_and_control_the_player(self):
        program = self.play_first()

        # Then they show the episode
        metadata = self.property("Metadata")
        self.assertEqual(metadata["xesam:title"], EPISODES[0])
        self.assertEqual(metadata["xesam:album"], SHOW)
        self.assertTrue(metadata["mpris:artUrl"].endswith("artwork.png"), metadata)
        wait_for(lambda: self.property("Metadata").get("mpris:length", 0) > 0, "the length is known")
        wait_for(lambda: self.property("Position") > 500_000, "the position moves on")

        # And they control playback
        self.assertEqual(subprocess.run(["playerctl", "pause"], timeout=60).returncode, 0)
        self.wait_for_property("PlaybackStatus", "Paused")
        program.window.find(("button", "toggle"), "Play")
        self.media("SetPosition", GLib.Variant("(ox)", (metadata["mpris:trackid"], 3_000_000)))
        wait_for(lambda: 3_000_000 <= self.property("Position") < 4_000_000, "it is at the third second")
        program.quit()

    def test_another_program_plays_and_queues_episodes_by_address(self):
        program = self.play_first()
        self.play_slowly()
        library = os.path.join(self.home.path, "data/podcaster/library.sqlite")
        with contextlib.closing(sqlite3.connect(library)) as database:
            address = dict(database.execute("select title, enclosureURL from episode"))
        tracks = "org.mpris.MediaPlayer2.TrackList"

        # When it puts an episode into the queue by the address of its audio
        self.media("AddTrack", GLib.Variant("(sob)", (address[EPISODES[2]], "/org/mpris/MediaPlayer2/TrackList/NoTrack", False)), tracks)
        wait_for(lambda: len(self.property("Tracks", tracks)) == 2, "the episode is in the queue")

        # And when it opens the address of another one, that one plays
        self.media("OpenUri", GLib.Variant("(s)", (address[EPISODES[1]],)))
        wait_for(lambda: self.property("Metadata").get("xesam:title") == EPISODES[1], "the episode plays")
        self.media("Next")
        wait_for(lambda: self.property("Metadata").get("xesam:title") == EPISODES[2], "the next one plays")
        self.media("Pause")
        self.wait_for_property("PlaybackStatus", "Paused")
        program.quit()

    def test_the_computer_is_kept_awake_only_during_playback(self):
        # Given a desktop with a session manager that accepts suspend inhibitors
        reasons = {}

        def answer(_bus, _sender, _path, _interface, method, arguments, invocation):
            if method == "Inhibit":
                reasons[7] = arguments.unpack()
                invocation.return_value(GLib.Variant("(u)", (7,)))
            else:
                reasons.pop(arguments.unpack()[0])
                invocation.return_value(None)

        node = Gio.DBusNodeInfo.new_for_xml(SESSION_MANAGER)
        object_id = self.bus.register_object("/org/gnome/SessionManager", node.interfaces[0], answer, None, None)
        owner = Gio.bus_own_name_on_connection(self.bus, "org.gnome.SessionManager", Gio.BusNameOwnerFlags.NONE, None, None)
        self.addCleanup(lambda: (Gio.bus_unown_name(owner), self.bus.unregister_object(object_id)))

        # When an episode plays and pauses
        program = self.play_first()
        wait_for(lambda: reasons, "the program asks to stay awake")
        self.assertEqual(reasons[7][3], SUSPEND)
        self.media("Pause")
        wait_for(lambda: not reasons, "the computer may sleep again")
        program.quit()

    def play_slowly(self):
        """At half speed an episode does not end during the test. The end of the episode would quit the program."""
        half = GLib.Variant("(ssv)", (PLAYER, "Rate", GLib.Variant("d", 0.5)))
        self.media("Set", half, "org.freedesktop.DBus.Properties")

    def play_without_window(self, program, title):
        """Plays an episode, and closes the window."""
        program.window.find("button", f"Play {title}").press()
        self.wait_for_property("PlaybackStatus", "Playing")
        self.play_slowly()
        self.close_window(program)
        wait_for(lambda: not self.window_is_shown(program), "the window is closed")

    def activate(self, action, *arguments):
        """Activates an action of the program over the bus, as the desktop's launcher and notifications do."""
        path = "/" + NAME.replace(".", "/")
        self.call(NAME, path, "org.freedesktop.Application", "ActivateAction", GLib.Variant("(sava{sv})", (action, list(arguments), {})))

    @contextlib.contextmanager
    def notifications(self):
        """Shows notifications, as a desktop does, while the block runs. Yields the arguments of each."""
        shown = []
        answers = {"GetCapabilities": GLib.Variant("(as)", (["actions"],)), "GetServerInformation": GLib.Variant("(ssss)", ("t", "t", "1", "1.2"))}

        def answer(_bus, _sender, _path, _interface, method, arguments, invocation):
            if method == "Notify":
                shown.append(arguments.unpack())
                invocation.return_value(GLib.Variant("(u)", (len(shown),)))
            else:
                invocation.return_value(answers.get(method))

        node = Gio.DBusNodeInfo.new_for_xml(NOTIFICATIONS)
        object_id = self.bus.register_object("/org/freedesktop/Notifications", node.interfaces[0], answer, None, None)
        owner = Gio.bus_own_name_on_connection(self.bus, "org.freedesktop.Notifications", Gio.BusNameOwnerFlags.NONE, None, None)
        try:
            yield shown
        finally:
            Gio.bus_unown_name(owner)
            self.bus.unregister_object(object_id)

    def test_notifications_contain_odd_titles(self):
        titles = ["..", "/", "\x00", "가" * 100, "\u202eabc שלום", "<b>Tom</b> & Jerry < 3"]
        folder = os.path.dirname(self.home.file("news/feed.json", odd_feed(["Bridge 1"])))
        audio = next(name for name in sorted(os.listdir(SAMPLE)) if name.endswith(".opus"))
        shutil.copy(os.path.join(SAMPLE, audio), os.path.join(folder, "bridge.opus"))
        with self.notifications() as shown, served(folder) as server:
            # Given a program that plays an episode with its window closed
            program = self.start(f"{server}/feed.json")
            self.play_without_window(program, "Bridge 1")

            # When the feed has new episodes with odd titles, one after the other
            for number in range(1, len(titles) + 1):
                feed = self.home.file("news/feed.json", odd_feed(["Bridge 1"] + titles[:number]))
                # The server compares dates in whole seconds.
                os.utime(feed, (2_000_000_000 + number,) * 2)
                self.activate("refresh")
                wait_for(lambda: len(shown) == number, f"episode {number} is notified")

            # Then each notification has the title of its episode, or the name of its file, without markup
            bodies = [arguments[4] for arguments in shown]
            for body, title in zip(bodies, ["..", "/", "bridge", "가" * 100, "\u202eabc שלום", "Tom & Jerry < 3"]):
                self.assertIn(title, body)
            self.media("Quit", interface="org.mpris.MediaPlayer2")
            wait_for(lambda: program.process.poll() is not None, "the program ends")

    def test_a_new_episode_is_notified_and_the_buttons_play_and_queue_it(self):
        folder = os.path.dirname(self.home.file("news/feed.xml", NEWS.format(NEWS_ITEM.format(1))))
        audio = next(name for name in sorted(os.listdir(SAMPLE)) if name.endswith(".opus"))
        shutil.copy(os.path.join(SAMPLE, audio), os.path.join(folder, "bridge.opus"))
        with self.notifications() as shown, served(folder) as server:
            # Given a program that plays an episode with its window closed
            program = self.start(f"{server}/feed.xml")
            self.play_without_window(program, "Bridge 1")

            # When the feed has two new episodes, one after the other
            for number in (2, 3):
                feed = self.home.file("news/feed.xml", NEWS.format("".join(NEWS_ITEM.format(n) for n in range(number, 0, -1))))
                # The server compares dates in whole seconds.
                os.utime(feed, (number * 1_000_000_000,) * 2)
                self.activate("refresh")
                wait_for(lambda: len(shown) == number - 1, f"episode {number} is notified")

            # Then the notifications name the show and the episode, and have both buttons
            buttons = []
            for number, arguments in zip((2, 3), shown):
                self.assertIn("Two Bridges", arguments[3])
                self.assertIn(f"Bridge {number}", arguments[4])
                keys = dict(zip(arguments[5][1::2], arguments[5][::2]))
                self.assertLessEqual({"Play", "Queue"}, set(keys))
                buttons.append(keys)

            # And the buttons play one episode and put the other one into the queue
            def press(number, label):
                self.bus.emit_signal(None, "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "ActionInvoked",
                                     GLib.Variant("(us)", (number, buttons[number - 1][label])))

            press(1, "Play")
            wait_for(lambda: self.property("Metadata").get("xesam:title") == "Bridge 2", "the episode plays")
            press(2, "Queue")
            wait_for(lambda: self.property("CanGoNext"), "the other one is in the queue")
            self.media("Next")
            wait_for(lambda: self.property("Metadata").get("xesam:title") == "Bridge 3", "it is played next")
            self.media("Quit", interface="org.mpris.MediaPlayer2")
            wait_for(lambda: program.process.poll() is not None, "the program ends")

    def test_a_seek_in_a_stream_uses_the_received_audio(self):
        folder = os.path.dirname(self.home.file("news/feed.xml", NEWS.format(NEWS_ITEM.format(1))))
        audio = next(name for name in sorted(os.listdir(SAMPLE)) if name.endswith(".opus"))
        shutil.copy(os.path.join(SAMPLE, audio), os.path.join(folder, "bridge.opus"))
        requests = []

        class Noted(Ranges):
            def do_GET(self):
                # Requests with an end are for the tags and the chapters.
                if self.path == "/bridge.opus" and not re.fullmatch(r"bytes=\d+-\d+", self.headers.get("Range", "")):
                    requests.append((self.headers.get("Range"), self.headers.get("Icy-MetaData")))
                super().do_GET()

        with served(folder, Noted) as server:
            # Given an episode that plays from the web
            program = self.start(f"{server}/feed.xml")
            program.window.find("button", "Play Bridge 1").press()
            self.wait_for_property("PlaybackStatus", "Playing")
            self.media("Pause")
            wait_for(lambda: self.property("Metadata").get("mpris:length", 0) > 0, "the length is known")
            track = self.property("Metadata")["mpris:trackid"]

            # When the user seeks forward and back
            for place in (20_000_000, 2_000_000, 15_000_000):
                self.media("SetPosition", GLib.Variant("(ox)", (track, place)))
                wait_for(lambda: place - 100_000 <= self.property("Position") <= place + 1_000_000, "the place is reached")
            self.media("Play")
            self.wait_for_property("PlaybackStatus", "Playing")
            wait_for(lambda: self.property("Position") > 15_300_000, "the sound goes on from there")

            # Then the server has sent the audio once, and not to GStreamer, which asks for the titles of radio stations
            self.assertEqual(requests, [("bytes=0-", None)])
            self.media("Pause")
            program.quit()

    def test_the_launcher_plays_and_pauses(self):
        program = self.play_first()
        self.activate("play-pause")
        self.wait_for_property("PlaybackStatus", "Paused")
        self.activate("play-pause")
        self.wait_for_property("PlaybackStatus", "Playing")
        self.media("Pause")
        self.wait_for_property("PlaybackStatus", "Paused")
        program.quit()

    def test_playback_continues_after_the_window_is_closed(self):
        program = self.play_first()
        self.play_slowly()

        # When its window is closed
        self.close_window(program)
        wait_for(lambda: not self.window_is_shown(program), "the window is closed")

        # Then playback continues, and the media controls and another start show the window again
        before = self.property("Position")
        wait_for(lambda: self.property("Position") > before, "it plays on")
        self.media("Raise", interface="org.mpris.MediaPlayer2")
        wait_for(lambda: self.window_is_shown(program), "the window is back")
        self.close_window(program)
        wait_for(lambda: not self.window_is_shown(program), "the window is closed again")
        self.assertEqual(self.command().returncode, 0)
        wait_for(lambda: self.window_is_shown(program), "the window is back again")

        # And the program quits when the window is closed during a pause
        self.media("Pause")
        self.wait_for_property("PlaybackStatus", "Paused")
        program.quit()

    def test_a_failure_while_the_window_is_closed_is_notified(self):
        folder = os.path.dirname(self.home.file("news/feed.xml", NEWS.format(NEWS_ITEM.format(1))))
        self.home.file("news/feed.xml", NEWS.format(NEWS_ITEM.format(1) + NEWS_ITEM.format(2).replace("bridge.opus", "none.opus")))
        shutil.copy(os.path.join(SAMPLE, next(name for name in sorted(os.listdir(SAMPLE)) if name.endswith(".opus"))), os.path.join(folder, "bridge.opus"))
        with self.notifications() as shown, served(folder) as server:
            # Given a program that plays an episode with its window closed
            program = self.start(f"{server}/feed.xml")
            self.play_without_window(program, "Bridge 1")

            # When another episode is to be played that is not there
            library = os.path.join(self.home.path, "data/podcaster/library.sqlite")
            with contextlib.closing(sqlite3.connect(library)) as database:
                episode = database.execute("select id from episode where title = 'Bridge 2'").fetchone()[0]
            self.activate("play-episode", GLib.Variant("x", episode))

            # Then a notification has the title and the reason, and the program stays
            wait_for(lambda: shown, "the failure is notified")
            self.assertIn("Bridge 2", shown[0][3])
            self.assertIn("Was Not Found", shown[0][4])
            self.assertIsNone(program.process.poll())

            # And its button shows the window
            keys = dict(zip(shown[0][5][1::2], shown[0][5][::2]))
            self.bus.emit_signal(None, "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "ActionInvoked",
                                 GLib.Variant("(us)", (1, keys["Show Podcaster"])))
            wait_for(lambda: self.window_is_shown(program), "the window is back")
            program.quit()

    def test_a_program_without_a_window_and_playback_ends_after_a_time(self):
        self.home.variables["PODCASTER_CLOSED_WINDOW_LIMIT"] = "3"
        program = self.play_first()
        self.play_slowly()
        self.close_window(program)
        wait_for(lambda: not self.window_is_shown(program), "the window is closed")
        self.media("Pause")
        wait_for(lambda: program.process.poll() is not None, "the program ends", 30)
        self.assertEqual(program.process.returncode, 0)

    def test_closing_the_window_ends_the_program_if_the_setting_is_on(self):
        self.home.file("config/podcaster/settings.json", json.dumps({"keepsPlayingWhenClosed": False}))
        self.play_first().quit()

    def test_a_start_while_the_program_ends_opens_a_window(self):
        program = self.play_first()
        library = os.path.join(self.home.path, "data/podcaster/library.sqlite")
        with contextlib.closing(sqlite3.connect(library, isolation_level=None)) as other:
            # Given a program that cannot quit yet, because another program writes to its library
            other.execute("begin immediate")
            self.media("Seek", GLib.Variant("(x)", (20_000_000,)))
            program.process.terminate()
            wait_for(lambda: self.ending(), "the sound stops")

            # When the program is started again
            self.assertEqual(self.command().returncode, 0)
            self.assertIsNone(program.process.poll())
            other.execute("rollback")

        # Then the same process shows its window again
        wait_for(lambda: self.started_again(program), "the window is there", 30)
        wait_for(lambda: self.window_is_shown(program), "the window is shown", describe=program.application.outline)
        program.quit()

    def test_an_action_while_the_program_ends_is_performed_by_the_next_start(self):
        program = self.play_first()
        library = os.path.join(self.home.path, "data/podcaster/library.sqlite")
        with contextlib.closing(sqlite3.connect(library, isolation_level=None)) as other:
            episode = other.execute("select id from episode where title = ?", (EPISODES[1],)).fetchone()[0]
            # Given a program that cannot quit yet, because another program writes to its library
            other.execute("begin immediate")
            self.media("Seek", GLib.Variant("(x)", (20_000_000,)))
            program.process.terminate()
            wait_for(lambda: self.ending(), "the sound stops")

            # When a button of a notification asks for another episode
            self.activate("play-episode", GLib.Variant("x", episode))
            other.execute("rollback")

        # Then the same process starts again and plays it
        wait_for(lambda: self.started_again(program), "the window is there", 30)
        wait_for(lambda: self.property("Metadata").get("xesam:title") == EPISODES[1], "the episode is in the player")
        self.wait_for_property("PlaybackStatus", "Playing")
        self.media("Pause")
        self.wait_for_property("PlaybackStatus", "Paused")
        program.quit()

    def ending(self):
        """Whether the program has stopped its sound."""
        return self.property("PlaybackStatus") != "Playing"

    def started_again(self, program):
        application = program._application()
        if application is None or application.accessible == program.application.accessible:
            return False
        program.application = application
        program.window = application.first(("frame", "window"))
        return program.window is not None

    def test_commands_control_the_running_program(self):
        # Given no running program
        missing = self.command("pause")
        self.assertEqual(missing.returncode, 69)
        self.assertIn("not running", missing.stderr)
        self.assertEqual(json.loads(self.command("status", "--json").stdout), {"isRunning": False})

        # When an episode plays
        program = self.play_first()
        status = json.loads(self.command("status", "--json").stdout)
        self.assertEqual((status["status"], status["episode"]["title"]), ("playing", EPISODES[0]))
        self.assertEqual(self.command("toggle").returncode, 0)
        self.wait_for_property("PlaybackStatus", "Paused")
        self.assertEqual(self.command("seek", "0:02").returncode, 0)
        wait_for(lambda: 2_000_000 <= self.property("Position") < 3_000_000, "it is at the second second")
        self.assertEqual(self.command("play").returncode, 0)
        self.wait_for_property("PlaybackStatus", "Playing")
        self.assertEqual(self.command("pause").returncode, 0)
        self.wait_for_property("PlaybackStatus", "Paused")
        program.quit()

    def test_the_play_command_starts_the_program(self):
        # Given an episode that was played before
        program = self.play_first()
        wait_for(lambda: self.property("Position") > 1_000_000, "a second is played")
        self.media("Pause")
        self.wait_for_property("PlaybackStatus", "Paused")
        program.quit()

        # When the play command runs while the program is not running
        self.assertEqual(self.command("play").returncode, 0)

        # Then the program starts and continues playback
        self.wait_for_property("PlaybackStatus", "Playing")
        self.assertEqual(self.property("Metadata")["xesam:title"], EPISODES[0])
        self.media("Quit", interface="org.mpris.MediaPlayer2")
        wait_for(lambda: self.command("status").returncode == 69, "the program ends")

    def test_the_message_bus_starts_the_program_for_an_action(self):
        # When the bus starts the program without a window and activates an action
        service = subprocess.Popen([Program.executable(), "--gapplication-service"], env=self.home.environment("en"),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(service.kill)
        path = "/" + NAME.replace(".", "/")

        def activated():
            self.call(NAME, path, "org.freedesktop.Application", "ActivateAction", GLib.Variant("(sava{sv})", ("refresh", [], {})))
            return True

        wait_for(activated, "the program is on the bus")

        # Then its window opens, and the program is available on the bus as a media player
        wait_for(lambda: self.property("Identity", "org.mpris.MediaPlayer2") == "Podcaster", "the player is on the bus")
        self.media("Quit", interface="org.mpris.MediaPlayer2")
        wait_for(lambda: service.poll() is not None, "it ends")
        self.assertEqual(service.returncode, 0)
