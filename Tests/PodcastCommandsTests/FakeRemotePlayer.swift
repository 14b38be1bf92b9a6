import AppTestSupport
import Podcasts

/// A fake of the program with the window, which the command line controls. It is in memory instead of another process.
final class FakeRemotePlayer: Sendable {
  struct Program: Sendable {
    /// The state of the player, or `nil` if the program is not running.
    var state: MediaState?
    /// Whether the program can be started.
    var canStart = true
    /// The requests that the program has received.
    var commands: [MediaCommand] = []
    var startCount = 0
  }

  let program = Recorded(Program())

  var commands: [MediaCommand] { program.current.commands }

  /// Makes the program run, with an episode in the player: number 11, at 62 of 600 seconds, with speed 1.5. `change`
  /// can change this state of the player.
  func simulateRunning(_ change: (inout MediaState) -> Void = { _ in }) {
    var state = MediaState()
    state.track = .init(id: Episode.ID(rawValue: 11), title: "Episode 11", showTitle: "Birds", length: .seconds(600))
    state.status = .playing
    state.position = .seconds(62)
    state.rate = 1.5
    state.canSeek = true
    change(&state)
    program.change { [state] in $0.state = state }
  }

  var client: RemotePlayerClient {
    RemotePlayerClient(
      state: { [program] () throws(RemotePlayerError) in
        guard let state = program.current.state else { throw .notRunning }
        return state
      },
      send: { [program] command throws(RemotePlayerError) in
        if program.current.state == nil { throw .notRunning }
        program.change { $0.commands.append(command) }
      },
      start: { [program] () throws(RemotePlayerError) in
        guard program.current.canStart else { throw .notStarted }
        program.change {
          $0.startCount += 1
          if $0.state == nil { $0.state = MediaState() }
        }
      })
  }
}

/// A fake of the queue of episodes, in memory. The command line changes the queue itself if the program with the window
/// is not running. No command moves or restores entries, so `move` and `restore` throw an error, and the results of
/// `remove` and `clear`, which `restore` would need, are empty.
final class FakeEpisodeQueue: Sendable {
  let entries = Recorded<[Episode.ID]>([])

  var client: QueueClient {
    QueueClient(
      entries: { [entries] in
        AsyncStream {
          $0.yield(.success(entries.current.map { QueueEntry(id: $0) }))
          $0.finish()
        }
      },
      playNext: { [entries] ids throws(LibraryError) in entries.change { $0 = ids + $0 } },
      playLast: { [entries] ids throws(LibraryError) in entries.change { $0 += ids } },
      move: { _, _ throws(LibraryError) in throw .notFound },
      remove: { [entries] ids throws(LibraryError) in
        entries.change { $0.removeAll { ids.contains($0) } }
        return QueueRemoval(removed: [])
      },
      clear: { [entries] () throws(LibraryError) in
        entries.change { $0 = [] }
        return QueueRemoval(removed: [])
      },
      restore: { _ throws(LibraryError) in throw .notFound })
  }
}
