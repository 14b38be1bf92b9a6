import Foundation
import GRDB
import Testing

@testable import PodcastStore

/// The content of a library: its shows, its episodes, the ETags of its feeds, and the listener's places and marks.
///
/// Each entry of `values` is a fact. Its key consists of the kind of the fact, the show's key and, except for shows and
/// ETags, the episode's guid, such as `place //a.example/feed 12`. The value of a place is in milliseconds. The value
/// of a show, an episode or a set mark is `1`. A place at the start and a mark that is not set have no entry. The
/// places and marks of removed shows are part of the content.
struct LibraryFacts: Equatable {
  private(set) var values: [String: String] = [:]

  subscript(key: String) -> String? {
    get { values[key] }
    set { values[key] = newValue }
  }

  var count: Int { values.count }

  /// The facts in a library of the current version.
  static func read(_ database: Database) throws -> LibraryFacts {
    var facts = LibraryFacts()
    for row in try Row.fetchAll(database, sql: "SELECT feedKey, etag FROM show LEFT JOIN feed ON showID = show.id") {
      let (key, etag): (String, String?) = (row[0], row[1])
      facts["show \(key)"] = "1"
      facts["etag \(key)"] = etag
    }
    let episodes = "SELECT feedKey, guid FROM episode JOIN show ON showID = show.id"
    for row in try Row.fetchAll(database, sql: episodes) {
      facts["episode \(row[0] as String) \(row[1] as String)"] = "1"
    }
    let states = """
      SELECT feedKey, guid, position, isPlayed, isFavorite FROM episodeState JOIN episode ON episodeID = episode.id JOIN show ON showID = show.id
      UNION ALL SELECT feedKey, guid, position, isPlayed, isFavorite FROM removedState
      """
    for row in try Row.fetchAll(database, sql: states) {
      facts.addState(row, episode: "\(row[0] as String) \(row[1] as String)")
    }
    return facts
  }

  /// The facts in a library of the first version. Its only show has this key.
  static func readFirstVersion(_ database: Database, showKey: String) throws -> LibraryFacts {
    var facts = LibraryFacts()
    facts["show \(showKey)"] = "1"
    // The empty column gives the other columns the positions that `addState` reads.
    for row in try Row.fetchAll(database, sql: "SELECT '', guid, playPosition, isPlayed, isFavorite FROM episode") {
      let episode = "\(showKey) \(row[1] as String)"
      facts["episode \(episode)"] = "1"
      facts.addState(row, episode: episode)
    }
    return facts
  }

  /// Adds the place and the marks of an episode. The columns 2 to 4 of the row are the place, `isPlayed` and
  /// `isFavorite`.
  private mutating func addState(_ row: Row, episode: String) {
    let (position, isPlayed, isFavorite): (Int64, Bool, Bool) = (row[2], row[3], row[4])
    if position > 0 { values["place \(episode)"] = "\(position)" }
    if isPlayed { values["played \(episode)"] = "1" }
    if isFavorite { values["favorite \(episode)"] = "1" }
  }

  /// Applies a change: sets the values of the keys. An empty value removes the fact.
  mutating func apply(_ change: [String: String]) {
    for (key, value) in change { values[key] = value.isEmpty ? nil : value }
  }

  /// Returns up to five facts that differ, and the number of all facts that differ, for a message.
  func difference(from other: LibraryFacts) -> String {
    let keys = Set(values.keys).union(other.values.keys).filter { values[$0] != other.values[$0] }.sorted()
    return keys.prefix(5).map { "\($0): \(values[$0] ?? "-") instead of \(other.values[$0] ?? "-")" }.joined(
      separator: ", ") + " (\(keys.count))"
  }
}

/// Reports the steps and backups of a child process, which the test kills.
///
/// A step is usually one change of the library. The child reports the change before it begins and when it is completed.
struct KillReporter {
  /// Writes a line to the output of the child.
  let write: (String) -> Void

  /// Reports a change, makes it, and reports that it is completed.
  func step(_ change: [String: String], _ body: () async throws -> Void) async throws {
    write("will " + change.map { "\($0)=\($1)" }.joined(separator: "\t"))
    try await body()
    write("done")
  }

  /// Reports that a step without a reported change is completed. Its beginning is not reported.
  func stepWithoutChange() { write("done") }

  /// Reports a backup that was made.
  func backup(_ file: URL) { write("backup \(file.lastPathComponent)") }
}

/// The expected content of a library, according to the reports of the child processes that wrote to it: the
/// acknowledged facts, and the change that a killed child may or may not have made.
struct KillRecord {
  /// The facts after all changes that were reported as completed, or that were found in the file after a kill.
  var acknowledged = LibraryFacts()
  /// The value of ``acknowledged`` before the latest call of ``expectContent(_:)``.
  private(set) var acknowledgedBeforeKill = LibraryFacts()
  /// The change whose beginning is reported, but not its completion.
  private(set) var begun: [String: String]?
  /// The reported backups, the oldest first, with the content of the library when each was made.
  private(set) var backups: [(name: String, facts: LibraryFacts)] = []
  /// The number of completed steps.
  private(set) var completedSteps = 0

  /// Reads the reports in the output of a child. A last line without a line feed may be incomplete and is ignored.
  mutating func add(_ output: String) {
    for line in output.components(separatedBy: "\n").dropLast() {
      if line.hasPrefix("will ") {
        begun = Dictionary(
          line.dropFirst(5).components(separatedBy: "\t").compactMap { entry in
            entry.lastIndex(of: "=").map { (String(entry[..<$0]), String(entry[entry.index(after: $0)...])) }
          }, uniquingKeysWith: { _, last in last })
      } else if line == "done" {
        acknowledged.apply(begun ?? [:])
        begun = nil
        completedSteps += 1
      } else if line.hasPrefix("backup ") {
        backups.append((String(line.dropFirst(7)), acknowledged))
        // The library keeps fewer than ten backups and deletes older ones, so older reports are not needed.
        backups = backups.suffix(10)
      }
    }
  }

  /// Expects that a library contains exactly the acknowledged facts, with either all or nothing of the begun change.
  mutating func expectContent(_ facts: LibraryFacts) {
    var factsWithBegunChange = acknowledged
    factsWithBegunChange.apply(begun ?? [:])
    #expect(
      facts == acknowledged || facts == factsWithBegunChange,
      "\(facts.difference(from: acknowledged)); begun: \(begun?.count ?? 0)")
    acknowledgedBeforeKill = acknowledged
    acknowledged = facts
    begun = nil
  }

  /// Expects that each file with the name of a backup is complete and has the content that the library had when the
  /// backup was made, and that the two newest reported backups exist.
  ///
  /// - Parameters:
  ///   - showKey: The key of the only show in a backup of the first version, which is made before a migration.
  ///   - checked: The names of the files that earlier calls have checked. These files are not checked again.
  func expectBackups(in folder: URL, showKey: String, checked: inout Set<String>) throws {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    // Names of incomplete and temporary copies begin with a dot.
    let names = all.filter { !$0.hasPrefix(".") }
    for name in names where checked.insert(name).inserted {
      let file = folder.appending(path: name)
      #expect(throws: Never.self) { try BackupFolder.verified(file) }
      var configuration = Configuration()
      configuration.readonly = true
      let queue = try DatabaseQueue(path: ReadOnlyLibrary.immutableAddress(of: file), configuration: configuration)
      let facts = try queue.read { database in
        try name.contains("-migration")
          ? LibraryFacts.readFirstVersion(database, showKey: showKey) : LibraryFacts.read(database)
      }
      try queue.close()
      // A backup before a migration is not reported, and a kill may prevent the report of the last backup. Such a
      // backup has the content before or after the change that the kill interrupted.
      let expected = backups.first { $0.name == name }.map { [$0.facts] } ?? [acknowledgedBeforeKill, acknowledged]
      #expect(expected.contains(facts), "\(name): \(facts.difference(from: expected[0]))")
    }
    for backup in backups.suffix(2) { #expect(names.contains(backup.name), "A reported backup is gone") }
  }
}
