import CSoup
import Foundation
import Podcasts

/// Fetches one document over HTTP: follows redirects, applies the limits, and passes the bytes to a reader.
///
/// Each request occupies a slot of the session's queue. The slots limit the number of requests that run at the same
/// time.
@NetworkActor
final class HTTPTransfer {
  private let session: HTTPSession
  private let limits: TransferLimits
  private let request: HTTPRequest
  /// Stops the running request after a time limit, or when the calling task is cancelled.
  private let control: TransferControl
  /// The redirects so far.
  private var chain: RedirectChain
  /// The running request. `nil` between two requests.
  private var exchange: HTTPExchange?
  /// The host and port for which this transfer occupies a slot of the queue. `nil` while it occupies none.
  private var slotOrigin: String?
  /// Stops the transfer after the total time limit.
  private let totalDeadline = Deadline()
  /// Stops the transfer if the lookup of a host, a connection or the next piece of the body takes too long.
  private let stepDeadline = Deadline()
  /// The part of the total time limit that the requests so far have not used. Changes when the transfer leaves a slot.
  private var remainingTime: Duration
  /// The time at which the transfer entered its latest slot.
  private var slotEnteredAt = ContinuousClock.now

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
  /// - Parameter makeReading: Creates the reader of the document. `source` contains the address of the document after
  ///   all redirects. The closure is not called if the document has not changed (304).
  static func fetch<Reading: BodyReading>(
    _ request: HTTPRequest, session: HTTPSession, limits: TransferLimits,
    by makeReading: @Sendable (_ source: HTTPSource) -> Reading
  ) async throws(FeedError) -> HTTPAnswer<Reading.Content> {
    let control = TransferControl()
    let transfer = HTTPTransfer(request, session: session, limits: limits, control: control)
    let result: Result<HTTPAnswer<Reading.Content>, FeedError> = await withTaskCancellationHandler {
      do throws(FeedError) {
        return .success(try await transfer.run(makeReading))
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
    defer { leaveSlot() }
    guard !Task.isCancelled else { throw .cancelled }
    let head = try await openDocument()
    var answer = HTTPAnswer<Reading.Content>(content: nil, head: head, permanentURL: chain.permanentURL)
    if head.status == 304 { return answer }
    let reading = makeReading(
      HTTPSource(url: chain.current, charset: head.charset, gzipCount: head.gzipCount, head: head))
    let failure = try await read(by: reading)
    // The reader no longer needs the connection.
    leaveSlot()
    do throws(FeedError) {
      answer.content = try await reading.finish(isCut: failure != nil)
    } catch {
      // The reader cannot use the received part. If the connection broke, throw the connection's error as the reason.
      throw error == .truncated ? failure ?? error : error
    }
    answer.isCut = failure != nil
    return answer
  }

  /// Passes the body to the reader. Returns `nil` at the end of the body, or when the reader needs no more bytes. If
  /// the body is truncated, or if the transfer is interrupted and the reader keeps the received part, returns the error
  /// instead of throwing it.
  private func read(by reading: some BodyReading) async throws(FeedError) -> FeedError? {
    while await !reading.isSatisfied {
      let piece: Data?
      do throws(FeedError) {
        piece = try await nextPiece()
      } catch {
        guard error == .truncated || (reading.keepsPart && error.isInterruption) else { throw error }
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
  /// Sends requests until an answer is not a redirect, and returns the head of that answer. Throws an error if the
  /// status is a failure.
  private func openDocument() async throws(FeedError) -> HTTPHead {
    if request.referrer != nil { try await checkPrivateNetwork() }
    while true {
      let head = try await sendWithStoredCredentials()
      guard let location = head.location, head.isRedirect else { return try requireSuccess(head) }
      leaveSlot()
      try chain.follow(location, isPermanent: head.isPermanentRedirect)
      try await checkPrivateNetwork()
    }
  }

  /// Throws `.redirectsToPrivateNetwork` if the first address is on the web and the current address is in a private
  /// network. The first address is the address of the document that names the request's address, or else the request's
  /// address. If the first address is in a private network, or if the request allows private networks, all addresses
  /// are allowed.
  private func checkPrivateNetwork() async throws(FeedError) {
    let firstHost = (request.referrer ?? chain.first).host(percentEncoded: false)
    guard !request.allowsPrivateNetwork, let firstHost, firstHost != host else { return }
    // The lookup of a name has the same time limit as making a connection.
    let cancellation = control.beginOperation()
    stepDeadline.start(limits.connect, timeOutAction())
    defer { stepDeadline.stop() }
    let isPrivate = await session.lookUpNetwork(host, cancellation) == .privateNetwork
    let leavesWeb = isPrivate ? await session.lookUpNetwork(firstHost, cancellation) == .web : false
    if let stopReason = control.stopReason { throw stopReason }
    if leavesWeb { throw .redirectsToPrivateNetwork(host: host) }
  }

  /// Sends the request. After an answer of 401 to a request without credentials, sends the request again with the
  /// stored credentials.
  private func sendWithStoredCredentials() async throws(FeedError) -> HTTPHead {
    let head = try await sendInSlot(chain.credentials)
    guard head.status == 401, chain.credentials == nil else { return head }
    leaveSlot()
    guard let stored = await storedCredentials() else { return head }
    return try await sendInSlot(stored)
  }

  /// Returns the user's stored credentials for the current address, or `nil` if there are none or if reading fails.
  private func storedCredentials() async -> Credentials? {
    do throws(CredentialsError) {
      return try await session.credentials.credentials(for: chain.current)
    } catch {
      // The transfer then fails with the answer of 401, and the program asks the user for the password.
      return nil
    }
  }

  private func sendInSlot(_ credentials: Credentials?) async throws(FeedError) -> HTTPHead {
    try await enterSlot()
    return try await withTimeLimit(limits.connect) { () async throws(HTTPFailure) in
      do throws(HTTPFailure) {
        return try await send(credentials)
      } catch {
        // A server may close an idle connection just when libsoup uses it again. A GET may be sent once more (RFC 9110,
        // section 9.2.2).
        guard case .hungUp = error, control.stopReason == nil else { throw error }
        return try await send(credentials)
      }
    }
  }

  private func send(_ credentials: Credentials?) async throws(HTTPFailure) -> HTTPHead {
    let request = HTTPExchange.Request(
      url: chain.current, fields: request.fields(for: chain.current), credentials: credentials,
      informationalLimit: limits.informationalAnswers,
      pieceSize: self.request.pieceSize)
    let exchange = HTTPExchange(request, session: session, cancellation: control.beginOperation()) { [weak self] in
      self?.startIdleLimit()
    }
    self.exchange = exchange
    return try await exchange.send()
  }

  /// Returns the next piece of the body, or `nil` at the end.
  private func nextPiece() async throws(FeedError) -> Data? {
    guard let exchange else { return nil }
    return try await withTimeLimit(limits.idle) { () async throws(HTTPFailure) in try await exchange.read() }
  }

  /// Returns the head if its status is a success, or if it is 304 after a request with validators. Throws an error for
  /// any other status.
  private func requireSuccess(_ head: HTTPHead) throws(FeedError) -> HTTPHead {
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
  /// Waits for a slot of the queue, and then starts the total time limit. The time limits do not include this wait.
  private func enterSlot() async throws(FeedError) {
    if let stopReason = control.stopReason { throw stopReason }
    let origin = "\(host):\(chain.current.port ?? 0)"
    try await session.slots.enter(origin, of: session.kind)
    slotOrigin = origin
    slotEnteredAt = .now
    totalDeadline.start(remainingTime, timeOutAction())
  }

  /// Ends the running request, and releases the slot. A second call has no effect.
  private func leaveSlot() {
    stepDeadline.stop()
    totalDeadline.stop()
    exchange?.close()
    exchange = nil
    guard let slotOrigin else { return }
    remainingTime -= .now - slotEnteredAt
    self.slotOrigin = nil
    session.slots.leave(slotOrigin, of: session.kind)
  }

  /// Called when a connection has been made. The time limit for making the connection ends, and the time limit for a
  /// silent server begins.
  private func startIdleLimit() { stepDeadline.start(limits.idle, timeOutAction()) }

  /// Performs an operation with a time limit. If the transfer was stopped, throws the reason of the stop.
  private func withTimeLimit<Value: Sendable>(
    _ limit: Duration, _ operation: () async throws(HTTPFailure) -> Value
  ) async throws(FeedError) -> Value {
    stepDeadline.start(limit, timeOutAction())
    defer { stepDeadline.stop() }
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
    case .invalidAddress: .notAnAddress
    case .untrustedCertificate: .untrusted(host: host)
    case .timedOut: .timedOut(host: host)
    case .truncated: .truncated
    // 100 stands for the status of any informational answer.
    case .tooManyInformationalAnswers: .serverError(status: 100)
    case .damagedEncoding(let reason): .notAFeed(reason: reason)
    case .hungUp(let reason), .other(let reason): .unreachable(host: host, reason: reason)
    }
  }
}

extension FeedError {
  /// Whether the transfer was interrupted: the connection failed or broke, or the server was silent for too long. A
  /// part of the body may have arrived before.
  fileprivate var isInterruption: Bool {
    switch self {
    case .timedOut, .unreachable: true
    default: false
    }
  }
}
