import Podcasts

/// Decides which requests may run: a few to each host, and a few in all. A host that is silent does not hold up the others.
///
/// It has no connections. It receives events and returns the requests to start, in the order in which they came.
struct RequestQueue<ID: Hashable & Sendable>: Sendable {
  private(set) var limits: ConnectionLimits
  private var running: [String: Int] = [:]
  private var runningCount = 0
  private var waiting: [(id: ID, host: String)] = []

  init(limits: ConnectionLimits) { self.limits = limits }

  /// Adds a request. Returns whether it starts at once.
  mutating func add(_ id: ID, to host: String) -> Bool {
    if start(host) { return true }
    waiting.append((id, host))
    return false
  }

  /// Removes a request that has ended. Returns those that start in its place.
  mutating func finish(_ host: String) -> [ID] {
    let count = running[host, default: 1] - 1
    running[host] = count > 0 ? count : nil
    runningCount -= 1
    return startWaiting()
  }

  /// Changes the limits. Running requests continue. Returns those that start.
  mutating func changeLimits(_ limits: ConnectionLimits) -> [ID] {
    self.limits = limits
    return startWaiting()
  }

  private mutating func startWaiting() -> [ID] {
    var started: [ID] = []
    var others: [(id: ID, host: String)] = []
    for request in waiting {
      if start(request.host) { started.append(request.id) } else { others.append(request) }
    }
    waiting = others
    return started
  }

  /// Removes a request that waits. Returns whether it was waiting.
  mutating func abandon(_ id: ID) -> Bool {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return false }
    waiting.remove(at: index)
    return true
  }

  private mutating func start(_ host: String) -> Bool {
    guard runningCount < limits.total, running[host, default: 0] < limits.perHost else { return false }
    running[host, default: 0] += 1
    runningCount += 1
    return true
  }
}

/// How many connections a client has at a time.
struct ConnectionLimits: Hashable, Sendable {
  var perHost = 2
  var total = 32
}

/// The places of one client's requests.
@NetworkActor
final class RequestSlots {
  private var queue: RequestQueue<Int>
  private var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
  private var lastID = 0

  nonisolated init(limits: ConnectionLimits) { queue = RequestQueue(limits: limits) }

  /// Waits until a request to a host may start. Throws `.cancelled` if the calling task is cancelled before that. Otherwise `leave` must follow.
  func enter(_ host: String) async throws(FeedError) {
    lastID += 1
    let id = lastID
    let isEntered = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(returning: false)
        } else if queue.add(id, to: host) {
          continuation.resume(returning: true)
        } else {
          waiting[id] = continuation
        }
      }
    } onCancel: {
      Task { @NetworkActor in abandon(id) }
    }
    guard isEntered else { throw .cancelled }
  }

  /// Gives a place back.
  func leave(_ host: String) {
    for id in queue.finish(host) { waiting.removeValue(forKey: id)?.resume(returning: true) }
  }

  private func abandon(_ id: Int) {
    if queue.abandon(id) { waiting.removeValue(forKey: id)?.resume(returning: false) }
  }
}
