import Podcasts

/// A kind of requests. The kinds take turns, so that no kind has to wait for all requests of another kind.
enum RequestKind: Hashable, Sendable, CaseIterable {
  /// Feeds, and the pages that link to them.
  case feed
  /// Pictures.
  case artwork
  /// The answers of podcast directories.
  case directory
  /// Files of chapters, and the beginnings of audio files that may contain chapters.
  case chapters
  /// Transcripts.
  case transcript
  /// The audio of episodes.
  case audio
}

/// Decides which requests may run: a few to each host, and a limited number in total. One silent host does not delay
/// the requests to other hosts.
///
/// If requests of several kinds can start, the kinds take turns: the next request is of the kind whose last request
/// started the longest time ago. Within this kind, the request that was added first starts. No kind may occupy the
/// whole total if a part is kept for the other kinds (``ConnectionLimits/keptForOthers``). Then the other kinds can
/// start while the servers of one kind are silent.
///
/// A queue opens no connections. It receives events and returns the requests to start, so it can be tested without a
/// network.
struct RequestQueue<ID: Hashable & Sendable>: Sendable {
  /// A request that waits.
  private struct Request {
    var id: ID
    var host: String
    var kind: RequestKind
  }

  private(set) var limits: ConnectionLimits
  /// The number of running requests to each host.
  private var runningOfHost: [String: Int] = [:]
  /// The number of running requests of each kind.
  private var runningOfKind: [RequestKind: Int] = [:]
  private var runningCount = 0
  private var waiting: [Request] = []
  /// The sequence number of each kind's last start. Starts are numbered from 1 on.
  private var lastStarts: [RequestKind: Int] = [:]
  private var startCount = 0

  init(limits: ConnectionLimits) { self.limits = limits }

  /// Adds a request. Returns whether the request starts at once.
  mutating func add(_ id: ID, to host: String, of kind: RequestKind = .feed) -> Bool {
    if start(host, kind) { return true }
    waiting.append(Request(id: id, host: host, kind: kind))
    return false
  }

  /// Records that a running request has ended. Returns the waiting requests that start now.
  mutating func finish(_ host: String, of kind: RequestKind = .feed) -> [ID] {
    let count = runningOfHost[host, default: 1] - 1
    runningOfHost[host] = count > 0 ? count : nil
    runningOfKind[kind, default: 1] -= 1
    runningCount -= 1
    return startWaiting()
  }

  /// Changes the limits. Running requests continue. Returns the requests that start now.
  mutating func changeLimits(_ limits: ConnectionLimits) -> [ID] {
    self.limits = limits
    return startWaiting()
  }

  private mutating func startWaiting() -> [ID] {
    var started: [ID] = []
    while let index = nextIndex() {
      let request = waiting.remove(at: index)
      _ = start(request.host, request.kind)
      started.append(request.id)
    }
    return started
  }

  /// Returns the index of the waiting request that starts next, or `nil` if none can start. ``RequestQueue`` describes
  /// the order.
  private func nextIndex() -> Int? {
    guard runningCount < limits.total else { return nil }
    var next: (index: Int, lastStart: Int)?
    for (index, request) in waiting.enumerated() where canStart(request.host, request.kind) {
      let lastStart = lastStarts[request.kind, default: 0]
      if lastStart < next?.lastStart ?? .max { next = (index, lastStart) }
    }
    return next?.index
  }

  /// Removes a waiting request. Returns `false` if the request does not wait, because it has started or ended.
  mutating func abandon(_ id: ID) -> Bool {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return false }
    waiting.remove(at: index)
    return true
  }

  private func canStart(_ host: String, _ kind: RequestKind) -> Bool {
    runningCount < limits.total && runningOfHost[host, default: 0] < limits.perHost
      && runningOfKind[kind, default: 0] < limits.total - limits.keptForOthers
  }

  /// Counts a request as running, if the limits allow that. Returns whether they do.
  private mutating func start(_ host: String, _ kind: RequestKind) -> Bool {
    guard canStart(host, kind) else { return false }
    runningOfHost[host, default: 0] += 1
    runningOfKind[kind, default: 0] += 1
    runningCount += 1
    startCount += 1
    lastStarts[kind] = startCount
    return true
  }
}

/// How many requests may run at the same time.
struct ConnectionLimits: Hashable, Sendable {
  var perHost = 2
  var total = 32
  /// How many of the `total` requests one kind must leave to the other kinds.
  var keptForOthers = 0
}

/// The queue of all short transfers of a program: feeds, pictures, the answers of directories, chapters and
/// transcripts. Audio streams and downloads have limits of their own, because they last for minutes.
///
/// At most two requests to each host and 32 in total run at the same time. At most 28 of them are of the same kind,
/// because four are kept for the other kinds.
package struct TransferQueue: Sendable {
  let slots: RequestSlots

  /// Creates a queue. The clients of a program share one.
  package init() { self.init(ConnectionLimits(keptForOthers: 4)) }

  init(_ limits: ConnectionLimits) { slots = RequestSlots(limits: limits) }
}

/// The slots for the requests of one or several clients. A request waits for a slot, and occupies it while it runs.
@NetworkActor
final class RequestSlots {
  private var queue: RequestQueue<Int>
  /// The continuations of the waiting requests, by id. `true` means that the request may start, and `false` that it was
  /// cancelled.
  private var continuations: [Int: CheckedContinuation<Bool, Never>] = [:]
  private var lastID = 0

  nonisolated init(limits: ConnectionLimits) { queue = RequestQueue(limits: limits) }

  /// The number of requests that wait.
  var waitingCount: Int { continuations.count }

  /// Waits until a request to a host may start. Throws `.cancelled` if the calling task is cancelled during the wait.
  /// Otherwise, the caller must call ``leave(_:of:)`` at the end of the request. `host` may include a port.
  func enter(_ host: String, of kind: RequestKind) async throws(FeedError) {
    lastID += 1
    let id = lastID
    let hasSlot = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(returning: false)
        } else if queue.add(id, to: host, of: kind) {
          continuation.resume(returning: true)
        } else {
          continuations[id] = continuation
        }
      }
    } onCancel: {
      Task { @NetworkActor in abandon(id) }
    }
    guard hasSlot else { throw .cancelled }
  }

  /// Releases a slot, and resumes the requests that can start now.
  func leave(_ host: String, of kind: RequestKind) {
    for id in queue.finish(host, of: kind) { continuations.removeValue(forKey: id)?.resume(returning: true) }
  }

  private func abandon(_ id: Int) {
    if queue.abandon(id) { continuations.removeValue(forKey: id)?.resume(returning: false) }
  }
}
