@preconcurrency import Dispatch
import Foundation
import Glibc
import Observation
import Presentation
import ReducerStore
import ReducerStoreFoundation
import ReducerStoreTesting
import Synchronization
import Testing

/// Shared values in JSON files and in settings.
@MainActor
@Suite struct FileStorageTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "shared-\(UUID())")
  private var file: URL { folder.appending(path: "count.json") }

  /// Runs work as in a program that has just started: no shared value is loaded yet.
  private func inNewProgram<Result>(
    with settings: InMemorySettings = InMemorySettings(), _ work: () throws -> Result
  ) rethrows -> Result {
    try withDependencies {
      $0.sharedStorage = SharedStorage(isPersistent: true)
      $0.defaultAppStorage = settings
    } operation: {
      try work()
    }
  }

  private func sharedCount() -> Shared<Int> { Shared(wrappedValue: 0, .fileStorage(file)) }

  @Test func `a changed value is written to its file and loaded from it`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    inNewProgram { sharedCount().withLock { $0 = 7 } }
    #expect(try String(contentsOf: file, encoding: .utf8) == "7")
    #expect(inNewProgram { sharedCount() }.wrappedValue == 7)
  }

  @Test func `a test without persistence writes no file`() {
    // The storage of a test is persistent only in `inNewProgram`.
    sharedCount().withLock { $0 = 7 }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func `alternating changes of two programs are all kept`() {
    defer { try? FileManager.default.removeItem(at: folder) }
    let countInFirstProgram = inNewProgram { sharedCount() }
    let countInSecondProgram = inNewProgram { sharedCount() }
    for _ in 0..<50 {
      countInFirstProgram.withLock { $0 += 1 }
      countInSecondProgram.withLock { $0 += 1 }
    }
    #expect(countInSecondProgram.wrappedValue == 100)
  }

  @Test func `simultaneous changes of another process are kept`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let count = inNewProgram { sharedCount() }
    // The script of the other process requires that the file exists.
    count.withLock { $0 = 0 }
    let otherProcess = Process()
    otherProcess.executableURL = URL(filePath: "/usr/bin/python3")
    otherProcess.arguments = ["-c", Self.incrementScript, file.path]
    async let otherProcessEnd: Void = withCheckedThrowingContinuation { continuation in
      otherProcess.terminationHandler = { _ in continuation.resume() }
      do { try otherProcess.run() } catch { continuation.resume(throwing: error) }
    }
    for _ in 0..<300 {
      count.withLock { $0 += 1 }
      await Task.yield()
    }
    try await otherProcessEnd
    #expect(otherProcess.terminationStatus == 0)
    // A change begins with loading the file, so a closure that changes nothing loads the number of the other process.
    count.withLock { _ in }
    #expect(count.wrappedValue == 600)
  }

  /// A Python program that increments the number in the file 300 times. During each increment, the program locks the
  /// lock file that a shared value with `fileStorage` also locks.
  private static let incrementScript = """
    import fcntl, os, sys
    path = sys.argv[1]
    folder, name = os.path.split(path)
    for _ in range(300):
        with open(os.path.join(folder, "." + name + ".lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            with open(path) as file: number = int(file.read())
            with open(path + ".new", "w") as file: file.write(str(number + 1))
            os.rename(path + ".new", path)
    """

  @Test func `an observer is notified of a change by another program`() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Given an observed value, and a stream that emits an element after a file is replaced
    let count = inNewProgram { sharedCount() }
    let isNotified = Mutex(false)
    withObservationTracking {
      _ = count.wrappedValue
    } onChange: {
      isNotified.withLock { $0 = true }
    }
    var replacements = Self.fileReplacements(in: folder).makeAsyncIterator()

    // When another program writes the file until the observer is notified. After each write, the test waits for an
    // element of the stream. The kernel informs the stream and the shared value of a write at about the same time, so
    // 100 writes must be enough
    var writeCount = 0
    while !isNotified.withLock({ $0 }), writeCount < 100 {
      writeCount += 1
      inNewProgram { sharedCount().withLock { $0 = writeCount } }
      await replacements.next()
    }

    // Then the observer was notified
    #expect(isNotified.withLock { $0 })
    #expect(count.wrappedValue > 0)
  }

  /// Returns a stream that emits an element after files in a folder are replaced. Replacements in quick succession may
  /// share an element.
  nonisolated private static func fileReplacements(in folder: URL) -> AsyncStream<Void> {
    AsyncStream { continuation in
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      #expect(inotify_add_watch(descriptor, folder.path, UInt32(IN_MOVED_TO)) >= 0)
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
      source.setEventHandler {
        // The content of the events is not needed. Reading removes the events, so that the handler is not called again.
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
          while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
        }
        Task { @MainActor in continuation.yield() }
      }
      source.setCancelHandler { close(descriptor) }
      continuation.onTermination = { _ in source.cancel() }
      source.activate()
    }
  }

  @Test func `a file that cannot be decoded is kept, and the value has a problem`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try "no number".write(to: file, atomically: true, encoding: .utf8)
    let count = inNewProgram { sharedCount() }
    #expect(count.wrappedValue == 0)
    #expect(count.problem is DecodingError)
    #expect(try String(contentsOf: file, encoding: .utf8) == "no number")
  }

  @Test func `a change renames a file that cannot be decoded`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try "no number".write(to: file, atomically: true, encoding: .utf8)
    let count = inNewProgram { sharedCount() }
    count.withLock { $0 = 2 }
    #expect(try String(contentsOf: file, encoding: .utf8) == "2")
    #expect(try String(contentsOf: folder.appending(path: "count.json.damaged"), encoding: .utf8) == "no number")
    // The next change has no problem either, because the new file can be decoded.
    count.withLock { $0 = 3 }
    #expect(count.problem == nil)
  }

  /// Makes a change, and waits until the observers of a value are notified.
  private func waitForNotification(of count: Shared<Int>, after change: () throws -> Void) async throws {
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    withObservationTracking {
      _ = count.wrappedValue
    } onChange: {
      continuation.finish()
    }
    try change()
    // The stream has no elements. The loop ends when the observers are notified.
    for await _ in changes {}
  }

  @Test(.timeLimit(.minutes(1))) func `a value returns to its default when another program removes the file`()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    inNewProgram { sharedCount() }.withLock { $0 = 7 }
    let count = inNewProgram { sharedCount() }
    try await waitForNotification(of: count) { try FileManager.default.removeItem(at: file) }
    #expect(count.wrappedValue == 0)
    // The next change writes the file again.
    count.withLock { $0 += 1 }
    #expect(try String(contentsOf: file, encoding: .utf8) == "1")
  }

  @Test(.timeLimit(.minutes(1)))
  func `a value stays and has a problem when another program writes an undecodable file`()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    inNewProgram { sharedCount() }.withLock { $0 = 7 }
    let count = inNewProgram { sharedCount() }
    try await waitForNotification(of: count) { try "no number".write(to: file, atomically: true, encoding: .utf8) }
    #expect(count.wrappedValue == 7)
    #expect(count.problem is DecodingError)
    // The next change keeps the text of the other program in a renamed file.
    count.withLock { $0 += 1 }
    #expect(try String(contentsOf: file, encoding: .utf8) == "8")
    #expect(try String(contentsOf: folder.appending(path: "count.json.damaged"), encoding: .utf8) == "no number")
    #expect(count.problem == nil)
  }

  /// Runs work on a new thread. A task is not enough, because tasks of a test may run on the main actor's thread even
  /// after they leave the main actor.
  private func runOnAnotherThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: work()) }.start()
    }
  }

  /// Runs work on a new thread, and blocks the main actor until the work is done.
  private func runOnAnotherThreadAndWait(_ work: @escaping @Sendable () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Thread {
      work()
      isDone.signal()
    }.start()
    isDone.wait()
  }

  @Test(.timeLimit(.minutes(1)))
  func `a setting changed outside of the main actor is written later, and the latest change stays`()
    async
  {
    let settings = InMemorySettings()
    let speed = inNewProgram(with: settings) { Shared(wrappedValue: 1, .appStorage("speed")) }
    await runOnAnotherThread { speed.withLock { $0 = 2 } }
    #expect(speed.wrappedValue == 2)
    // The setting is written in a later turn of the main actor.
    while settings.text(forKey: "speed") == nil { await Task.yield() }
    #expect(settings.text(forKey: "speed") == "2")
    // Given a change on another thread, and a change on the main actor before the first change is written
    runOnAnotherThreadAndWait { speed.withLock { $0 = 3 } }
    speed.withLock { $0 = 4 }
    // Each yield lets delayed writes run. 20 yields are more than the write of the first change needs.
    for _ in 0..<20 { await Task.yield() }
    #expect(settings.text(forKey: "speed") == "4")
    #expect(speed.wrappedValue == 4)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a setting first read outside of the main actor is reported and loaded in a later turn`() async {
    let settings = InMemorySettings()
    settings.setText("2", forKey: "speed")
    let messages = Mutex<[String]>([])
    let reporter = MisuseReporter { misuse in messages.withLock { $0.append(misuse.message) } }
    let storage = SharedStorage(isPersistent: true)
    let speed = await runOnAnotherThread {
      MisuseReporter.$current.withValue(reporter) {
        withDependencies {
          $0.sharedStorage = storage
          $0.defaultAppStorage = settings
        } operation: {
          Shared(wrappedValue: 1, .appStorage("speed"))
        }
      }
    }
    #expect(messages.withLock { $0.count } == 1)
    while speed.wrappedValue != 2 { await Task.yield() }
    // From then on, the value follows the setting.
    settings.setText("3", forKey: "speed")
    #expect(speed.wrappedValue == 3)
  }

  @Test(.timeLimit(.minutes(1))) func `simultaneous changes of a setting by two threads are all kept`() async {
    let settings = InMemorySettings()
    let count = inNewProgram(with: settings) { Shared(wrappedValue: 0, .appStorage("count")) }
    async let otherChanges: Void = runOnAnotherThread { for _ in 0..<1_000 { count.withLock { $0 += 1 } } }
    for _ in 0..<1_000 {
      count.withLock { $0 += 1 }
      await Task.yield()
    }
    await otherChanges
    #expect(count.wrappedValue == 2_000)
    while settings.text(forKey: "count") != "2000" { await Task.yield() }
  }

  @Test(.timeLimit(.minutes(1)))
  func `simultaneous changes of a file by a thread and another program are all kept`() async {
    defer { try? FileManager.default.removeItem(at: folder) }
    let count = inNewProgram { sharedCount() }
    let countInOtherProgram = inNewProgram { sharedCount() }
    async let otherChanges: Void = runOnAnotherThread { for _ in 0..<200 { count.withLock { $0 += 1 } } }
    for _ in 0..<200 {
      countInOtherProgram.withLock { $0 += 1 }
      await Task.yield()
    }
    await otherChanges
    #expect(inNewProgram { sharedCount() }.wrappedValue == 400)
  }

  @Test func `an optional setting with an enum value can be set and removed`() {
    enum Order: String, Sendable { case newest, oldest }
    let settings = InMemorySettings()
    let order = inNewProgram(with: settings) { Shared<Order?>(.appStorage("order")) }
    #expect(order.wrappedValue == nil)
    order.withLock { $0 = .oldest }
    #expect(settings.text(forKey: "order") == "oldest")
    order.withLock { $0 = nil }
    #expect(settings.text(forKey: "order") == nil)
  }

  @Test func `a setting is written and loaded again`() {
    let settings = InMemorySettings()
    inNewProgram(with: settings) { Shared(wrappedValue: 1.5, .appStorage("speed")).withLock { $0 = 2 } }
    #expect(settings.text(forKey: "speed") == "2.0")
    inNewProgram(with: settings) { #expect(Shared(wrappedValue: 1.5, .appStorage("speed")).wrappedValue == 2) }
  }

  @Test func `a shared setting follows writes by another part of the program`() {
    let settings = InMemorySettings()
    let name = inNewProgram(with: settings) { Shared<String?>(.appStorage("name")) }
    #expect(name.wrappedValue == nil)
    settings.setText("Ada", forKey: "name")
    #expect(name.wrappedValue == "Ada")
    name.withLock { $0 = nil }
    #expect(settings.text(forKey: "name") == nil)
  }
}
