"""Odd titles of shows and episodes: in the library, in file names, in lists of subscriptions, on the desktop and in the window."""
import json
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree

from gi.repository import Gio, GLib

from driver import Program, wait_for
from journey import SAMPLE, Journey, Ranges, served

MEDIA = "org.mpris.MediaPlayer2.io.github.podcaster.Podcaster"
TITLES = {
    "dots": "..",
    "slash": "/",
    "path": "../../etc/passwd",
    "empty": "",
    "spaces": " \t ",
    "long": "가" * 100,
    "nul": "before\x00after",
    "nul-alone": "\x00",
    "right-to-left": "\u202eabc\u2066 שלום \u200f",
    "markup": "<b>&amp;</b> %s \\u0000 \x1b[31m",
    "lines": "one\r\ntwo",
}


def feed(name, title):
    items = [
        {"id": f"{name}-{other}", "title": text, "attachments": [{"url": "hello.opus", "mime_type": "audio/ogg"}]} for other, text in TITLES.items()]
    return json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": title, "items": items})


class Oddities(Journey):
    def command(self, *words, code=0):
        """Runs a command of the program and returns its output."""
        done = subprocess.run([Program.executable(), *words], env=self.home.environment("en"), capture_output=True, timeout=60)
        self.assertEqual(done.returncode, code, (words, done.stdout, done.stderr))
        return done.stdout.decode()

    def serve(self):
        """Writes a feed of each title into a folder, with its audio."""
        for name, title in TITLES.items():
            folder = os.path.dirname(self.home.file(f"server/{name}.json", feed(name, title)))
        audio = next(os.path.join(SAMPLE, name) for name in sorted(os.listdir(SAMPLE)) if name.endswith(".opus"))
        shutil.copy(audio, os.path.join(folder, "hello.opus"))
        return folder

    def assert_shown(self, title):
        """Expects a title that a screen can show on one line: it has a visible character, and none that ends a C string."""
        self.assertNotIn("\x00", title)
        self.assertTrue(title.strip(), repr(title))

    def test_odd_titles_do_not_affect_files_and_markup(self):
        with served(self.serve(), Ranges) as address:
            # Given a show of each title, with an episode of each title
            self.command("subscribe", *[f"{address}/{name}.json" for name in TITLES])
            shows = json.loads(self.command("list", "--json"))
            self.assertEqual({show["feed"] for show in shows}, {f"{address}/{name}.json" for name in TITLES})
            titles = {show["feed"].rsplit("/", 1)[1][:-5]: show["title"] for show in shows}
            for title in titles.values():
                self.assert_shown(title)
            self.assertEqual(titles["dots"], "..")
            self.assertEqual(titles["slash"], "/")
            self.assertIn("שלום", titles["right-to-left"])

            # When the library is exported
            # Then the list is well-formed and complete, and another library imports all of it
            file = os.path.join(self.home.path, "export.opml")
            self.command("export", file)
            outlines = [o for o in xml.etree.ElementTree.parse(file).iter("outline") if o.get("xmlUrl")]
            self.assertEqual({o.get("xmlUrl") for o in outlines}, {show["feed"] for show in shows})
            for outline in outlines:
                self.assert_shown(outline.get("text"))

            # When episodes are downloaded
            # Then the files are in their folder, named by numbers
            episodes = json.loads(self.command("show", str(shows[0]["id"]), "--json"))["episodes"]
            self.assertEqual(len(episodes), len(TITLES))
            self.command("download", *[str(episode["id"]) for episode in episodes])
            names = os.listdir(os.path.join(self.home.path, "data/podcaster/downloads"))
            self.assertEqual(len([name for name in names if re.fullmatch(r"\d+\.(opus|ogg|oga)", name)]), len(TITLES), names)

            # When the window shows them
            # Then each row has a name, each episode plays, and the desktop is told its title
            program = self.start()
            self.play_each(program, titles)
            program.screenshot("odd-titles")
            program.quit()
            self.assertNotIn("error:", program.output())
            self.assertNotIn("WARNING", program.output())

    def play_each(self, program, titles):
        self.see_each(program, {" ".join(title.split()) for title in titles.values()})
        self.go_to_page(program, "Home")
        rows = wait_for(lambda: program.window.all("button", lambda name: name.startswith("Play ")), "episodes", describe=program.application.outline)
        for row in rows:
            self.assert_shown(row.name[5:])
        row = rows[0]
        title = row.name[5:]
        row.press()
        wait_for(lambda: self.metadata().get("xesam:title"), "the desktop is told the title", describe=program.application.outline)
        self.assertTrue(self.is_same(self.metadata()["xesam:title"], title), (self.metadata(), title))
        self.assert_shown(self.metadata()["xesam:album"])
        program.window.find("button", "Pause").press()
        program.window.find("button", "Play")

    def see_each(self, program, titles):
        """Waits until each of the titles was in the list of shows. On GTK 4.18 a row that is not visible is not in the list, so it is scrolled."""
        seen = set()

        def read():
            program.window.find("list", "Shows").all("label", lambda name: seen.add(" ".join(name.split())))
            return seen

        wait_for(lambda: titles & read(), "the first shows", describe=program.application.outline)
        place = program.window.find("list", "Shows").place
        program.pointer(place[0] + place[2] // 2, 600, *[5] * 20)
        wait_for(lambda: titles <= read(), "all shows", describe=lambda: f"missing: {titles - seen}")
        program.pointer(place[0] + place[2] // 2, 600, *[4] * 20)

    def is_same(self, shown, title):
        """Whether a shown text is a title, apart from white space."""
        return " ".join(shown.split()) == " ".join(title.split())

    def metadata(self):
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        answer = bus.call_sync(
            MEDIA, "/org/mpris/MediaPlayer2", "org.freedesktop.DBus.Properties", "Get",
            GLib.Variant("(ss)", ("org.mpris.MediaPlayer2.Player", "Metadata")), None, Gio.DBusCallFlags.NO_AUTO_START, 5000, None)
        return answer.unpack()[0]
