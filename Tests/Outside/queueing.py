"""The queue of the built program. The program plays queued episodes in order and keeps the queue across restarts."""
import contextlib
import http.server
import math
import os
import struct
import threading
import wave

from driver import wait_for
from journey import Journey

TITLES = ["Alder", "Birch", "Cedar", "Dogwood"]
SECONDS = 6
# These do not end by themselves during the test, even on a busy machine.
LONG = {"Alder": 120, "Birch": 40}


def sound(path, seconds=SECONDS):
    """Writes a tone."""
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(b"".join(struct.pack("<h", int(8000 * math.sin(n / 4))) for n in range(8000)) * seconds)


class SlowServer:
    """A server of a show with one long episode. It sends the first third of the audio, a byte a second, and the rest after `release`."""

    def __init__(self, audio):
        self.requests, self.release = [], threading.Event()
        slow = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                if self.path == "/feed.xml":
                    feed = (f'<?xml version="1.0"?><rss version="2.0"><channel><title>Slow</title><description>Slow.</description><item><title>Long Talk</title>'
                            f'<guid>1</guid><enclosure url="{slow.address}/talk.wav" length="{len(audio)}" type="audio/wav"/></item></channel></rss>').encode()
                    self.send_header("Content-Length", str(len(feed)))
                    self.end_headers()
                    self.wfile.write(feed)
                    return
                slow.requests.append(self.headers.get("Range"))
                self.send_header("Content-Length", str(len(audio)))
                self.send_header("ETag", '"1"')
                self.end_headers()
                with contextlib.suppress(OSError):
                    sent = len(audio) // 3
                    self.wfile.write(audio[:sent])
                    self.wfile.flush()
                    # A silent server would be requested again.
                    while sent < len(audio) // 2 and not slow.release.wait(1):
                        self.wfile.write(audio[sent:sent + 1])
                        self.wfile.flush()
                        sent += 1
                    self.wfile.write(audio[sent:])

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self):
        self.release.set()
        self.server.shutdown()
        self.server.server_close()


class Queueing(Journey):
    def test_an_episode_plays_while_it_is_downloaded(self):
        # Given an episode that is being downloaded, and of which a third has arrived
        path = os.path.join(self.home.path, "talk.wav")
        sound(path, seconds=120)
        with open(path, "rb") as file:
            server = SlowServer(file.read())
        self.addCleanup(server.end)
        program = self.start(f"{server.address}/feed.xml")
        program.window.find("button", "Play Long Talk")
        program.choose("More about Long Talk", "Download")
        program.window.find("label", "33%")

        # When it is played, then it plays from the download: the server gets no other request, also not for the chapters
        program.window.find("button", "Play Long Talk").press()
        position = program.window.find("slider", "Position")
        wait_for(lambda: position.value > 1, "it plays", describe=program.application.outline)
        self.assertEqual(server.requests[1:], [])

        # And it plays on with the complete file
        server.release.set()
        program.wait_until_gone(lambda: program.window.first("button", "Stop the Download of Long Talk"), "the running download")
        place = position.value
        wait_for(lambda: position.value > place + 1, "it plays on", describe=program.application.outline)
        program.window.find("button", "Pause").press()
        self.assertEqual(server.requests[1:], [])

    def start_on_trees(self):
        """Starts the program with a show whose episodes have short, real audio files."""
        items = ""
        for number, title in enumerate(TITLES):
            path = os.path.join(self.home.path, f"{title}.wav")
            if not os.path.exists(path):
                sound(path, LONG.get(title, SECONDS))
            items += (f'<item><title>{title}</title><guid>{title}</guid><pubDate>0{9 - number} Jun 2025 08:00:00 GMT</pubDate><itunes:duration>{LONG.get(title, SECONDS)}</itunes:duration>'
                      f'<enclosure url="file://{path}" length="1" type="audio/wav"/></item>')
        feed = (f'<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">'
                f'<channel><title>Trees</title><description>Trees.</description>{items}</channel></rss>')
        program = self.start(self.home.file("trees.xml", feed))
        program.window.find("button", f"Play {TITLES[0]}")
        return program

    def queued(self, program):
        """Returns the episodes on the Queue page, in order. The button of an episode that starts or plays is “Pause”. Such an episode is removed from
        the queue only when its sound starts."""
        rows = program.window.first("list", "Queue")
        names = [button.name for button in rows.all("button")] if rows else []
        return [name.split(" ", 1)[1] for name in names if name.startswith(("Play ", "Pause "))]

    def wait_for_queue(self, program, *titles):
        wait_for(lambda: self.queued(program) == list(titles), f"the queue is {titles}", describe=program.application.outline)

    def test_the_queue_is_reordered_kept_and_played(self):
        # Given a queue with three episodes: one added with Play Last, one with Play Next, and one with the keyboard
        program = self.start_on_trees()
        program.choose("More about Alder", "Play Last")
        program.window.find(name="Added to the Queue")
        program.choose("More about Birch", "Play Next")
        program.window.find(name="Plays Next")
        program.move_focus_to(program.window.find("button", "Play Cedar"))
        program.key("q")
        self.go_to_page(program, "Queue")
        self.wait_for_queue(program, "Birch", "Alder", "Cedar")
        program.screenshot("queue")

        # When the user moves the last entry up by keyboard
        program.move_focus_to(program.window.find("button", "Play Cedar"))
        program.key("alt+Up")
        self.wait_for_queue(program, "Birch", "Cedar", "Alder")

        # And removes an entry in its menu and undoes the removal
        program.choose("More about Cedar", "Remove from Queue (Position 2)")
        self.wait_for_queue(program, "Birch", "Alder")
        program.window.find("button", "Undo").press()
        self.wait_for_queue(program, "Birch", "Cedar", "Alder")

        # Then the queue is the same after a restart
        program.quit()
        program = self.start()
        self.wait_for_queue(program, "Birch", "Cedar", "Alder")

        # When the user plays the last entry
        # Then it is removed from the queue
        program.window.find("button", "Play Alder").press()
        program.window.find("slider", "Position")
        self.wait_for_queue(program, "Birch", "Cedar")

        # And when the user presses N, the next entry plays, and is removed from the queue
        program.key("n")
        self.wait_for_queue(program, "Cedar")

        # And after a skip, at its end, the last entry plays automatically and is removed from the queue too
        program.key("Right")
        self.wait_for_queue(program)
        program.window.find(name="The Queue Is Empty")

        # And the finished episodes are marked as played
        program.wait_until_gone(lambda: program.window.first("button", "Pause"), "the sound")
        self.go_to_page(program, "History")
        wait_for(lambda: all(program.window.first(name=lambda name, t=title: name.startswith(f"{t}, ") and "Played" in name) for title in TITLES[1:3]),
                 "both are played", describe=program.application.outline)
        program.quit()
        self.assertNotIn("error:", program.output())

    def test_the_player_is_restored_after_a_restart(self):
        # Given an episode that was played for a moment
        program = self.start_on_trees()
        program.window.find("button", "Play Dogwood").press()
        position = program.window.find("slider", "Position")
        wait_for(lambda: position.value > 0.5, "the position moves", describe=program.application.outline)
        program.window.find("button", "Pause").press()
        program.wait_until_gone(lambda: program.window.first("button", "Pause"), "the pause button")
        place = position.value

        # When the program restarts
        # Then the bar shows the episode at its position, without playing it
        program.quit()
        program = self.start()
        position = program.window.find("slider", "Position")
        self.assertAlmostEqual(position.value, place, delta=0.3)
        self.assertIsNone(program.window.first("button", "Pause"))
        program.screenshot("restored")

        # And its button continues playback from there
        program.window.find("button", "Play").press()
        wait_for(lambda: position.value > place, "the position moves", describe=program.application.outline)
