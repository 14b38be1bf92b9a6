#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Synchronization

/// Something that the program's author did wrong, said aloud with the remedy, while the program goes on.
///
/// It is not for what the world does wrong: that is a typed error.
public struct Misuse: Hashable, Sendable, CustomStringConvertible {
  /// What happened, what was done about it, and what to do instead: one line.
  public let message: String
  /// The module and the file of the line that is to be changed, such as `AppViews/LibraryView.swift`.
  public let fileID: String
  /// The number of that line.
  public let line: UInt

  /// Describes a misuse. Line breaks in the message become spaces, so that one misuse is one line of a log.
  public init(_ message: String, fileID: StaticString, line: UInt) {
    self.message = String(message.map { $0.isNewline ? " " : $0 })
    self.fileID = fileID.description
    self.line = line
  }

  /// The whole of it in one line, as it is written to a log.
  public var description: String { "\(fileID):\(line): error: \(message)" }

  /// Tells the reporter that is in force: the task's own if it has one, else the process's.
  public func report() {
    if let reporter = MisuseReporter.current {
      reporter.report(self)
    } else {
      MisuseReporter.processWide.report(self)
    }
  }
}

/// Where a ``Misuse`` is told: standard error, unless a test or a program says otherwise.
public struct MisuseReporter: Sendable {
  /// Takes a misuse. It may be called on any thread.
  public let report: @Sendable (Misuse) -> Void

  /// Makes a reporter out of a closure, which may be called on any thread.
  public init(report: @escaping @Sendable (Misuse) -> Void) {
    self.report = report
  }

  /// The reporter of the running task, or `nil` when it has none of its own.
  ///
  /// A test sets it around what it does: `MisuseReporter.$current.withValue(reporter) { … }`. A callback of the main loop does not run
  /// in the test's task: ``processWide`` is what it sees.
  @TaskLocal public static var current: MisuseReporter?

  /// The reporter of the whole process, where a task has none of its own: at first ``standardError``.
  public static var processWide: MisuseReporter {
    get { installed.withLock { $0 } }
    set { installed.withLock { $0 = newValue } }
  }

  /// Writes one line for each misuse to standard error.
  public static let standardError = MisuseReporter { misuse in
    var line = Array("\(misuse)\n".utf8)[...]
    while !line.isEmpty {
      let written = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard written > 0 else { return }
      line = line.dropFirst(written)
    }
  }

  private static let installed = Mutex(MisuseReporter.standardError)
}
