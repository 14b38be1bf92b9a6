import Foundation
import GRDB
import Podcasts
import Synchronization

/// Reads a value of the library, and reads it again after changes, on a queue of the database.
///
/// If the last read started at least one interval ago, a change starts a read at once. During a burst of changes, such
/// as a refresh of many feeds, the value is read at most once per interval. GRDB's `ValueObservation` is not used,
/// because its reads inside the write transactions would delay the writer.
final class ThrottledObservation<Value: Equatable & Sendable>: Sendable {
  private struct State {
    /// When the last read started.
    var readAt: ContinuousClock.Instant?
    /// Whether a read is scheduled or running.
    var isBusy = false
    /// Whether the library has changed while a read was scheduled or running.
    var isChanged = false
    /// The last reported value.
    var value: Value?
    /// The observation of the database, which ends when this cancellable is deallocated. `nil` before the start and
    /// after ``cancel()``.
    var cancellable: AnyDatabaseCancellable?
    /// Whether ``cancel()`` was called, or an error has ended the observation.
    var isEnded = false
  }

  private let database: any DatabaseWriter
  private let interval: Duration
  private let fetch: @Sendable (Database) throws -> Value
  private let report: @Sendable (Result<Value, any Error>) -> Void
  private let timerQueue = DispatchQueue(label: "Library observation")
  private let state = Mutex(State())

  /// - Parameters:
  ///   - database: The library.
  ///   - interval: The shortest time between the starts of two reads.
  ///   - fetch: Reads the value.
  ///   - report: Receives each new value, and the error that ends the observation. It is called on a queue of the
  ///     database, for one value at a time.
  init(
    of database: any DatabaseWriter, interval: Duration, fetch: @escaping @Sendable (Database) throws -> Value,
    report: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    self.database = database
    self.interval = interval
    self.fetch = fetch
    self.report = report
  }

  /// Schedules the first read, and starts to observe a region of the database. Does not wait for a running write.
  func start(tracking region: @escaping @Sendable (Database) throws -> DatabaseRegion) {
    scheduleRead()
    // An observation can only start between writes. On the queue of the writes, it starts without blocking a thread.
    database.asyncWriteWithoutTransaction { [weak self] _ in self?.observe(region) }
  }

  private func observe(_ region: @escaping @Sendable (Database) throws -> DatabaseRegion) {
    if state.withLock({ $0.isEnded }) { return }
    let cancellable = DatabaseRegionObservation(tracking: RegionClosure(region: region)).start(
      in: database, onError: { [weak self] error in self?.end(error) },
      onChange: { [weak self] _ in self?.scheduleRead() })
    let isEnded = state.withLock { state in
      state.cancellable = state.isEnded ? nil : cancellable
      return state.isEnded
    }
    if isEnded { return cancellable.cancel() }
    // Reads again, because the library may have changed between the first read and the start of the observation.
    scheduleRead()
  }

  /// Ends the observation. No later value is reported, except one whose report has already begun on another thread.
  func cancel() {
    let cancellable = state.withLock { state in
      state.isEnded = true
      defer { state.cancellable = nil }
      return state.cancellable
    }
    cancellable?.cancel()
  }

  /// Schedules a read. If a read is running, another one follows it. If a read is scheduled, nothing changes.
  private func scheduleRead() {
    let delay: Duration? = state.withLock { state in
      if state.isBusy || state.isEnded {
        state.isChanged = true
        return nil
      }
      state.isBusy = true
      return state.readAt.map { max(.zero, interval - $0.duration(to: .now)) } ?? .zero
    }
    guard let delay else { return }
    if delay == .zero { return read() }
    let (seconds, attoseconds) = delay.components
    timerQueue.asyncAfter(deadline: .now() + Double(seconds) + Double(attoseconds) / 1e18) { [weak self] in
      self?.read()
    }
  }

  private func read() {
    state.withLock { state in
      state.readAt = .now
      state.isChanged = false
    }
    database.asyncRead { [weak self] access in
      guard let self else { return }
      deliver(access.flatMap { database in Result { try self.fetch(database) } })
    }
  }

  /// Reports a value that differs from the last one, and schedules another read if the library changed during the read.
  /// An error ends the observation.
  private func deliver(_ result: Result<Value, any Error>) {
    switch result {
    case .failure(let error): return end(error)
    case .success(let value):
      let isNew = state.withLock { state in
        guard !state.isEnded, state.value != value else { return false }
        state.value = value
        return true
      }
      if isNew { report(.success(value)) }
    }
    let isChanged = state.withLock { state in
      state.isBusy = false
      return state.isChanged
    }
    if isChanged { scheduleRead() }
  }

  private func end(_ error: any Error) {
    let wasEnded = state.withLock { state in
      defer { state.isEnded = true }
      return state.isEnded
    }
    if !wasEnded { report(.failure(error)) }
  }

  /// A closure that returns a region, as GRDB's `DatabaseRegionConvertible`.
  private struct RegionClosure: DatabaseRegionConvertible {
    let region: @Sendable (Database) throws -> DatabaseRegion

    func databaseRegion(_ database: Database) throws -> DatabaseRegion { try region(database) }
  }
}
