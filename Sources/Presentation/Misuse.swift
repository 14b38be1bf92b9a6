#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Synchronization

/// A programming error that is reported together with its remedy. The program continues.
///
/// Errors with external causes are not misuses. They are typed errors.
public struct Misuse: Hashable, Sendable, CustomStringConvertible {
  /// One line with the error, the way in which it was handled, and the remedy.
  public let message: String
  /// The module and the file of the line that has the error, such as `AppViews/LibraryView.swift`.
  public let fileID: String
  /// The number of that line.
  public let line: UInt

  /// Creates a misuse. Line breaks in the message become spaces, so that one misuse is one line of a log.
  public init(_ message: String, fileID: StaticString, line: UInt) {
    self.message = String(message.map { $0.isNewline ? " " : $0 })
    self.fileID = fileID.description
    self.line = line
  }

  /// The misuse as one line of a log.
  public var description: String { "\(fileID):\(line): error: \(message)" }

  /// Reports the misuse to the task's own reporter, or to the reporter of the process if the task has none.
  public func report() {
    if let reporter = MisuseReporter.current {
      reporter.report(self)
    } else {
      MisuseReporter.processWide.report(self)
    }
  }
}

/// The destination of a ``Misuse``: standard error, unless a test or a program sets another reporter.
public struct MisuseReporter: Sendable {
  /// Receives a misuse. It may be called on any thread.
  public let report: @Sendable (Misuse) -> Void

  /// Creates a reporter from a closure, which may be called on any thread.
  public init(report: @escaping @Sendable (Misuse) -> Void) {
    self.report = report
  }

  /// The reporter of the running task, or `nil` if the task has none of its own.
  ///
  /// A test sets it around its code: `MisuseReporter.$current.withValue(reporter) { … }`. A callback of the main loop
  /// does not run in the test's task, so it uses ``processWide``.
  @TaskLocal public static var current: MisuseReporter?

  /// The reporter of the whole process, for tasks without a reporter of their own. Initially ``standardError``.
  public static var processWide: MisuseReporter {
    get { processWideReporter.withLock { $0 } }
    set { processWideReporter.withLock { $0 = newValue } }
  }

  /// Writes one line for each misuse to standard error. If a write fails, the rest of the line is lost.
  public static let standardError = MisuseReporter { misuse in
    var line = Array("\(misuse)\n".utf8)[...]
    while !line.isEmpty {
      let written = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard written > 0 else { return }
      line = line.dropFirst(written)
    }
  }

  /// The value of ``processWide``.
  private static let processWideReporter = Mutex(MisuseReporter.standardError)
}
