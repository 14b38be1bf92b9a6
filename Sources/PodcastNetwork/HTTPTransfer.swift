import CSoup
import Foundation
import Podcasts

/// Fetches one document over HTTP: follows redirects, applies the limits, and passes the bytes to a reader.
@NetworkActor
final class HTTPTransfer {
  private let session: HTTPSession
  private let limits: TransferLimits
  private let request: HTTPRequest
  private let control: TransferControl
  /// The redirects so far.
  private var chain: RedirectChain
  /// The running request. `nil` between two requests.
  private var exchange: HTTPExchange?
  /// The host and port whose slot in the queue this transfer occupies. `nil` while it occupies none.
  private var slot: String?
  private let totalDeadline = Deadline()
  private let idleDeadline = Deadline()
  /// The rest of the total time limit when the present slot was entered.
  private var remainingTime: Duration
  /// When the present slot was entered.
  private var startedAt = ContinuousClock.now

  private init(_ request: HTTPRequest, session: HTTPSession, limits: TransferLimits, control: TransferControl) {
    self.request = request
    self.session = session
    self.limits = limits
    self.control = control
    chain = RedirectChain(from: request.url, limit: limits.redirects)
    remainingTime = limits.total
  }

  /// Fetches a document. If the calling task is cancelled, the connection ends and `.cancelled` is thrown.
  ///
  /// - Parameter reading: creates the reader of the document. `source` is its origin after all redirects.
  static func fetch<Reading: BodyReading>(
    _ request: HTTPRequest, session: HTTPSession, limits: TransferLimits,
    by reading: @Sendable (_ source: HTTPSource) -> Reading
  ) async throws(FeedError) -> HTTPAnswer<Reading.Content> {
    let control = TransferControl()
    let transfer = HTTPTransfer(request, session: session, limits: limits, control: control)
    let result: Result<HTTPAnswer<Reading.Content>, FeedError> = await withTaskCancellationHandler {
      do throws(FeedError) {
        return .success(try await transfer.run(reading))
      } catch {
        return .failure(error)
      }
    } onCancel: {
      control.stop(.cancelled)
    }
    return try result.get()
  }

  private func run<Reading: BodyReading>(
    _ makeReading: (HTTPSource) -> Reading
  ) async throws(FeedError) -> HTTPAnswer<Reading.Content> {
    defer { leave() }
    guard !Task.isCancelled else { throw .cancelled }
    let head = try await open()
    var answer = HTTPAnswer<Reading.Content>(content: nil, head: head, permanentURL: chain.permanentURL)
    if head.status == 304 { return answer }
    let reading = makeReading(
      HTTPSource(url: chain.current, charset: head.charset, gzipCount: head.gzipCount, head: head))
    let failure = try await read(by: reading)
    // The reader no longer needs the connection.
    leave()
    do throws(FeedError) {
      answer.content = try await reading.finish(isCut: failure != nil)
    } catch {
      // The received part cannot be used. If the connection broke, its error is the reason.
      throw error == .truncated ? failure ?? error : error
    }
    answer.isCut = failure != nil
    return answer
  }

  /// Passes the body to the reader. Returns `nil` at the end of the body. If the connection breaks and the reader may
  /// use the received part, the error is returned instead of thrown.
  private func read(by reading: some BodyReading) async throws(FeedError) -> FeedError? {
    while await !reading.isSatisfied {
      let piece: Data?
      do throws(FeedError) {
        piece = try await next()
      } catch {
        guard error == .truncated || (reading.keepsPart && error.isBreak) else { throw error }
        return error
      }
      guard let piece else { return nil }
      try await reading.read(piece)
    }
    return nil
  }

  private var host: String { chain.current.host(percentEncoded: false) ?? "" }
}

extension HTTPTransfer {
  /// Sends requests until the answer is not a redirect, and returns its head. Throws an error if the status is a
  /// failure.
  private func open() async throws(FeedError) -> HTTPHead {
    if request.referrer != nil { try await checkReach() }
    while true {
      let head = try await sendWithStoredCredentials()
      guard let location = head.location, head.isRedirect else { return try check(head) }
      leave()
      try chain.follow(location, isPermanent: head.isPermanentRedirect)
      try await checkReach()
    }
  }

  /// Throws `.redirectsToPrivateNetwork` if a document of the web names an address in a private network, or redirects
  /// to one. If the first address is in a private network, all addresses are allowed.
  private func checkReach() async throws(FeedError) {
    let firstHost = (request.referrer ?? chain.first).host(percentEncoded: false)
    guard !request.allowsPrivateNetwork, let firstHost, firstHost != host else { return }
    // The lookup of a name has the same time limit as making a connection.
    let cancellation = control.begin()
    idleDeadline.start(limits.connect, timeOutAction())
    defer { idleDeadline.stop() }
    let isPrivate = await session.reach(host, cancellation) == .privateNetwork
    let leavesWeb = isPrivate ? await session.reach(firstHost, cancellation) == .web : false
    if let stopReason = control.stopReason { throw stopReason }
    if leavesWeb { throw .redirectsToPrivateNetwork(host: host) }
  }

  /// Sends the request, and sends it again with the stored credentials after an answer of 401.
  private func sendWithStoredCredentials() async throws(FeedError) -> HTTPHead {
    let head = try await sendInSlot(chain.credentials)
    guard head.status == 401, chain.credentials == nil else { return head }
    leave()
    guard let stored = await storedCredentials() else { return head }
    return try await sendInSlot(stored)
  }

  private func storedCredentials() async -> Credentials? {
    do throws(CredentialsError) {
      return try await session.credentials.credentials(for: chain.current)
    } catch {
      // The transfer then fails with the answer of 401, and the user enters the password.
      return nil
    }
  }

  private func sendInSlot(_ credentials: Credentials?) async throws(FeedError) -> HTTPHead {
    try await enter()
    return try await withTimeLimit(limits.connect) { () async throws(HTTPFailure) in
      do throws(HTTPFailure) {
        return try await send(credentials)
      } catch {
        // A server may close an idle connection just when it is used again. A GET may be sent once more (RFC 9110,
        // section 9.2.2).
        guard case .hungUp = error, control.stopReason == nil else { throw error }
        return try await send(credentials)
      }
    }
  }

  private func send(_ credentials: Credentials?) async throws(HTTPFailure) -> HTTPHead {
    let request = HTTPExchange.Request(
      url: chain.current, fields: request.fields(for: chain.current), credentials: credentials,
      informational: limits.informational,
      pieceSize: self.request.pieceSize)
    let exchange = HTTPExchange(request, session: session, cancellation: control.begin()) { [weak self] in
      self?.connected()
    }
    self.exchange = exchange
    return try await exchange.send()
  }

  private func next() async throws(FeedError) -> Data? {
    guard let exchange else { return nil }
    return try await withTimeLimit(limits.idle) { () async throws(HTTPFailure) in try await exchange.read() }
  }

  /// Returns the head of a success. Throws an error for any other status.
  private func check(_ head: HTTPHead) throws(FeedError) -> HTTPHead {
    switch head.status {
    case 200..<300: return head
    case 304 where request.validators != FeedValidators(): return head
    case 401: throw .unauthorized(host: host, address: chain.current)
    case 404: throw .notFound(chain.current)
    case 410: throw .gone(chain.current)
    case 429: throw .busy(host: host, retryAfter: head.retryAfter)
    case 503 where head.retryAfter != nil: throw .busy(host: host, retryAfter: head.retryAfter)
    default: throw .serverError(status: head.status)
    }
  }
}

extension HTTPTransfer {
  /// Waits for a slot in the queue. The time limits do not include this wait.
  private func enter() async throws(FeedError) {
    if let stopReason = control.stopReason { throw stopReason }
    let origin = "\(host):\(chain.current.port ?? 0)"
    try await session.slots.enter(origin, of: session.kind)
    slot = origin
    startedAt = .now
    totalDeadline.start(remainingTime, timeOutAction())
  }

  /// Ends the exchange, and releases the slot. Further calls have no effect.
  private func leave() {
    idleDeadline.stop()
    totalDeadline.stop()
    exchange?.close()
    exchange = nil
    guard let slot else { return }
    remainingTime -= .now - startedAt
    self.slot = nil
    session.slots.leave(slot, of: session.kind)
  }

  /// Called when the connection has been made. Replaces the time limit of the connection by the limit of a silent
  /// server.
  private func connected() { idleDeadline.start(limits.idle, timeOutAction()) }

  /// Performs an operation with a time limit. Throws the reason if the transfer was stopped.
  private func withTimeLimit<Value: Sendable>(
    _ time: Duration, _ operation: () async throws(HTTPFailure) -> Value
  ) async throws(FeedError) -> Value {
    idleDeadline.start(time, timeOutAction())
    defer { idleDeadline.stop() }
    do throws(HTTPFailure) {
      let value = try await operation()
      if control.stopReason == nil { return value }
    } catch {
      throw control.stopReason ?? feedError(error)
    }
    throw control.stopReason ?? .cancelled
  }

  /// Returns the closure that a deadline calls. The closure does not run on this actor, because a server can block the
  /// actor's thread.
  private func timeOutAction() -> @Sendable () -> Void {
    { [control, host] in control.stop(.timedOut(host: host)) }
  }

  private func feedError(_ failure: HTTPFailure) -> FeedError {
    switch failure {
    case .address: .notAnAddress
    case .certificate: .untrusted(host: host)
    case .timedOut: .timedOut(host: host)
    case .truncated: .truncated
    case .informational: .serverError(status: 100)
    case .encoding(let reason): .notAFeed(reason: reason)
    case .hungUp(let reason), .connection(let reason): .unreachable(host: host, reason: reason)
    }
  }
}

extension FeedError {
  /// Whether the error is a broken connection or a silent server. A part of the body may have arrived before it.
  fileprivate var isBreak: Bool {
    switch self {
    case .timedOut, .unreachable: true
    default: false
    }
  }
}
