import Foundation
import GRDB
import LoopbackTesting
import Podcasts
import Synchronization
import Testing

@testable import PodcastStore

/// Writes on a full disk. Each write throws an error about the full disk, and the earlier files stay unchanged.
@Suite(.serialized) struct FullDiskTests {
  /// The libraries of a child process. They stay open, because closing a library frees space on the disk.
  private static let libraries = Mutex<[Library]>([])

  /// Runs each of the other tests in a child process with a small disk. The argument is a part of that test's name.
  @Test(
    .enabled(if: SmallDisk.folder == nil, "This is the child."), .timeLimit(.minutes(2)),
    arguments: ["earlier backups stay", "cannot be migrated", "an import", "settings stay", "marks that"])
  func `no data is lost on a full disk`(name: String) throws {
    let (status, output) = try SmallDisk.run("FullDiskTests.*full disk:.*\(name)")
    #expect(status == 0, "\(output)")
    // The argument matches exactly one test.
    #expect(output.contains("Test run with 1 test in"), "\(output)")
  }

  /// Opens a library that stays open.
  private func open(_ file: URL) throws(LibraryError) -> Library {
    let library = try Library.open(at: file)
    Self.libraries.withLock { $0.append(library) }
    return library
  }

  /// A folder on the small disk, or `nil` in a process that is not a child.
  private func folder(_ name: String) throws -> URL? {
    guard let folder = SmallDisk.folder?.appending(path: name, directoryHint: .isDirectory) else { return nil }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private func names(_ folder: URL) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
  }

  /// Returns the shows, episodes, places and marks of a library.
  private func content(_ file: URL) async throws -> LibraryFacts {
    let pool = try LibraryFile.open(at: file)
    defer { try? pool.close() }
    return try await pool.read(LibraryFacts.read)
  }

  /// Expects the error of a full disk. If the child process may not mount a small disk, a limit on the size of files
  /// replaces the disk. SQLite reports this limit as another error.
  private func expectDiskFull(_ path: String, _ body: () async throws -> Void) async {
    do {
      try await body()
      Issue.record("It was written.")
    } catch let error as LibraryError {
      #expect(error == .diskFull(path: path) || !SmallDisk.isMounted)
    } catch ImportError.library(let error) {
      #expect(error == .diskFull(path: path) || !SmallDisk.isMounted)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func `full disk: the earlier backups stay, and no partial backup remains`() async throws {
    guard let folder = try folder("backup") else { return }
    defer { try? SmallDisk.free() }
    // A backup is made even if none is due.
    let ifDue = false
    // Given a library with a backup
    let file = folder.appending(path: "library.sqlite")
    let library = try open(file)
    _ = try await library.client.subscribe(.sample(guids: (0..<500).map(String.init)), feedURL)
    let backup = try #require(try await library.backups.make(ifDue))
    let formerContent = try await content(file)

    // When the disk has less free space than a backup needs
    try SmallDisk.fill(leaving: 100_000)
    await expectDiskFull(file.path) { _ = try await library.backups.make(ifDue) }
    await expectDiskFull(file.path) { try await library.backups.restore(backup) }

    // Then the backup and the library are unchanged
    #expect(try names(backup.file.deletingLastPathComponent()) == [backup.file.lastPathComponent])
    #expect(try BackupFolder.verified(backup.file).episodeCount == 500)
    #expect(try await library.client.currentShows().count == 1)
    try SmallDisk.free()
    #expect(try await content(file) == formerContent)
    #expect(try await library.backups.make(ifDue) != nil)
  }

  @Test(arguments: [0, 900_000]) func `full disk: a library that cannot be migrated is unchanged`(
    freeBytes: Int
  ) async throws {
    guard let folder = try folder("migration-\(freeBytes)") else { return }
    defer { try? SmallDisk.free() }
    // Given a library of the first version, and no free space or only space for a backup of the library
    let file = folder.appending(path: "library.sqlite")
    let original = try #require(try KillWork.migration.prepare(file))
    let bytes = try Data(contentsOf: file)
    try SmallDisk.fill(leaving: freeBytes)

    // When the library is opened
    await expectDiskFull(file.path) { _ = try Library.open(at: file) }

    // Then each backup is whole, and the content of the library is unchanged
    let backups = BackupFolder(library: file)
    for name in (try? names(backups.url)) ?? [] {
      #expect(throws: Never.self) { try BackupFolder.verified(backups.url.appending(path: name)) }
    }
    // With free space, SQLite may change the file, although the migration fails.
    if freeBytes == 0 { #expect(try Data(contentsOf: file) == bytes) }
    try SmallDisk.free()
    let library = try open(file)
    guard case .migrated = library.opening else { Issue.record("\(library.opening)"); return }
    #expect(try await content(file) == original)
  }

  /// Creates a library of gPodder with about 2,000 episodes: the few of `ImportsTests.gPodder`, whose ids are below 10,
  /// and 1,990 others.
  private func makeGPodderLibrary(_ file: URL) async throws {
    let queue = try DatabaseQueue(path: file.path)
    try await queue.write { database in
      try database.execute(sql: ImportsTests.gPodder)
      for number in 10..<2_000 {
        try database.execute(
          sql: """
            INSERT INTO episode (id, podcast_id, title, url, guid)
            VALUES (?1, 1, 'Title ' || ?1, 'https://a.example/' || ?1 || '.mp3', 'n' || ?1)
            """,
          arguments: [number])
      }
    }
    try queue.close()
  }

  @Test(arguments: [false, true]) func `full disk: an import adds everything or nothing`(copyFits: Bool) async throws {
    guard let folder = try folder("import-\(copyFits)") else { return }
    defer { try? SmallDisk.free() }
    // Given a library, and gPodder's library. An import copies gPodder's library to TMPDIR, which is on the small disk
    // if the copy must not fit.
    let file = folder.appending(path: "library.sqlite")
    let library = try open(file)
    _ = try await library.client.subscribe(.sample(), feedURL)
    let formerContent = try await content(file)
    let fileOnLargeDisk = FileManager.default.temporaryDirectory.appending(path: "gpodder-\(UUID().uuidString)")
    let gPodderFile = copyFits ? fileOnLargeDisk : folder.appending(path: "Database")
    defer { try? FileManager.default.removeItem(at: fileOnLargeDisk) }
    try await makeGPodderLibrary(gPodderFile)
    let formerTMPDIR = ProcessInfo.processInfo.environment["TMPDIR"]
    if !copyFits { setenv("TMPDIR", folder.path, 1) }
    defer { if let formerTMPDIR { setenv("TMPDIR", formerTMPDIR, 1) } else { unsetenv("TMPDIR") } }
    let imports = library.imports(home: folder, environment: [:])
    let source = try await imports.source(gPodderFile)

    let neverStops: @Sendable () -> Bool = { false }
    // When gPodder's library is imported on a full disk
    try SmallDisk.fill()
    await expectDiskFull(copyFits ? file.path : FileManager.default.temporaryDirectory.path) {
      _ = try await imports.run(source, neverStops)
    }

    // Then the library is unchanged, and the import succeeds when there is space
    try SmallDisk.free()
    #expect(try await content(file) == formerContent)
    // The copy of gPodder's library has a name with this prefix. It is in this folder if it must not fit.
    #expect(try names(folder).filter { $0.hasPrefix("podcaster-import") } == [])
    #expect(try await imports.run(source, neverStops).episodeCount > 1_900)
  }

  @Test func `full disk: the settings stay unchanged`() async throws {
    guard let folder = try folder("settings") else { return }
    defer { try? SmallDisk.free() }
    // Given settings
    let file = folder.appending(path: "settings.json")
    let client = PreferencesClient.live(file: file)
    try await client.save(Preferences())
    let bytes = try Data(contentsOf: file)

    // When other settings are saved on a full disk
    try SmallDisk.fill()
    var preferences = Preferences()
    preferences.directories = Set((0..<500).map { "directory \($0)" })
    let error = await #expect(throws: PreferencesError.self) { try await client.save(preferences) }
    #expect(error?.path == file.path)

    // Then the file is unchanged, no other file remains, and the settings can be saved when there is space
    #expect(try Data(contentsOf: file) == bytes)
    #expect(try names(folder) == ["settings.json"])
    try SmallDisk.free()
    try await client.save(preferences)
    #expect(try Data(contentsOf: file) != bytes)
  }

  @Test func `full disk: marks that cannot be saved throw an error, and change nothing`() async throws {
    guard let folder = try folder("places") else { return }
    defer { try? SmallDisk.free() }
    // Given a saved place
    let file = folder.appending(path: "library.sqlite")
    let library = try open(file)
    let show = try await library.client.subscribe(.sample(guids: (0..<500).map(String.init)), feedURL)
    let episodes = try await library.client.currentEpisodes(show)
    try await library.client.savePosition(episodes[0].id, .seconds(10))
    let formerContent = try await content(file)

    // When the disk is full, and all episodes are marked until there is no space left in SQLite's log
    try SmallDisk.fill()
    await expectDiskFull(file.path) {
      for _ in 0..<20 {
        for isPlayed in [true, false] {
          _ = try await library.episodes.setPlayed(.episodes(episodes.map(\.id)), isPlayed)
        }
      }
    }

    // Then the library has its earlier state, or the state after the last marking that succeeded
    try SmallDisk.free()
    let newContent = try await content(file)
    // Marking 500 episodes as played removes the saved place and adds 500 marks.
    let countWithoutPlace = formerContent.count - 1
    #expect(newContent == formerContent || [countWithoutPlace, countWithoutPlace + 500].contains(newContent.count))
    // And the library can be written again
    try await library.client.savePosition(episodes[0].id, .seconds(11))
  }
}
