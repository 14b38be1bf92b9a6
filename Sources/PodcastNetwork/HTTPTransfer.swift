import CSoup
import FeedParsing
import Foundation
import Podcasts

/// Fetches one feed or picture over HTTP: follows redirects, keeps the limits, and hands the bytes to whoever reads them.
@MainActor
final class HTTPTransfer {
  private let session: HTTPSession
  private let limits: TransferLimits
  private var url: URL
  private var exchange: HTTPExchange?
  /// Why the transfer is being stopped, once it is: the first reason counts.
  private var stopped: FeedError?
  private let totalTimer = GLibTimer()
  private let idleTimer = GLibTimer()

  private init(_ url: URL, session: HTTPSession, limits: TransferLimits) {
    self.url = url
    self.session = session
    self.limits = limits
  }

  /// What is at an address. When the calling task is cancelled, the connection is ended and `.cancelled` thrown.
  ///
  /// - Parameter reading: makes what reads it, given the address that it comes from in the end.
  static func fetch<Reading: BodyReading>(
    _ address: URL, session: HTTPSession, limits: TransferLimits, by reading: @Sendable (_ source: URL) -> Reading
  ) async throws(FeedError) -> Reading.Content {
    let transfer = HTTPTransfer(address, session: session, limits: limits)
    let result: Result<Reading.Content, FeedError> = await withTaskCancellationHandler {
      do throws(FeedError) {
        return .success(try await transfer.run(reading))
      } catch {
        return .failure(error)
      }
    } onCancel: {
      Task { @MainActor in transfer.stop(.cancelled) }
    }
    return try result.get()
  }

  private func run<Reading: BodyReading>(_ makeReading: (URL) -> Reading) async throws(FeedError) -> Reading.Content {
    totalTimer.start(limits.total) { [weak self] in self?.timeOut() }
    defer {
      totalTimer.stop()
      idleTimer.stop()
      exchange?.close()
    }
    guard !Task.isCancelled else { throw .cancelled }
    try await open()
    let reading = makeReading(url)
    while let piece = try await next() { try await reading.read(piece) }
    return try await reading.finish()
  }

  /// Ends what is under way. What waits for it fails, and finds the reason here.
  private func stop(_ reason: FeedError) {
    guard stopped == nil else { return }
    stopped = reason
    exchange?.cancel()
  }

  private func timeOut() { stop(.timedOut(host: host)) }

  private var host: String { url.host(percentEncoded: false) ?? "" }
}

extension HTTPTransfer {
  /// Asks until the answer is no redirect, and is not an error.
  private func open() async throws(FeedError) {
    var visited: Set<URL> = []
    while true {
      // Without cookies, the same question has the same answer.
      guard visited.insert(url).inserted, visited.count <= limits.redirects + 1 else { throw .tooManyRedirects }
      let head = try await ask()
      guard let location = head.location, (300..<400).contains(head.status) else { return try check(head.status) }
      // Neither to a file of ours nor to anything else that is not the web.
      guard let target = WebAddress.url(location, relativeTo: url) else { throw .redirectsNowhere }
      exchange?.close()
      url = target
    }
  }

  private func ask() async throws(FeedError) -> HTTPExchange.Head {
    if let stopped { throw stopped }
    return try await keepingTime { () async throws(HTTPFailure) in
      do throws(HTTPFailure) {
        return try await send()
      } catch {
        // A connection that was kept may end just as it is used again. Who only asks may ask once more (RFC 9110, section 9.2.2).
        guard case .hungUp = error, stopped == nil else { throw error }
        return try await send()
      }
    }
  }

  private func send() async throws(HTTPFailure) -> HTTPExchange.Head {
    let exchange = HTTPExchange(url, session: session)
    self.exchange = exchange
    return try await exchange.send()
  }

  private func next() async throws(FeedError) -> Data? {
    guard let exchange else { return nil }
    return try await keepingTime { () async throws(HTTPFailure) in try await exchange.read() }
  }

  /// Waits for the server, but not longer than it may be silent.
  private func keepingTime<Value: Sendable>(
    _ operation: () async throws(HTTPFailure) -> Value
  ) async throws(FeedError) -> Value {
    idleTimer.start(limits.idle) { [weak self] in self?.timeOut() }
    defer { idleTimer.stop() }
    do throws(HTTPFailure) {
      let value = try await operation()
      if stopped == nil { return value }
    } catch {
      throw stopped ?? feedError(error)
    }
    throw stopped ?? .cancelled
  }

  private func check(_ status: Int) throws(FeedError) {
    switch status {
    case 200..<300: return
    case 404, 410: throw .notFound(url)
    default: throw .serverError(status: status)
    }
  }

  private func feedError(_ failure: HTTPFailure) -> FeedError {
    switch failure {
    case .address: .notAnAddress
    case .certificate: .untrusted(host: host)
    case .timedOut: .timedOut(host: host)
    case .truncated: .truncated
    case .encoding(let reason): .notAFeed(reason: reason)
    case .hungUp(let reason), .connection(let reason): .unreachable(host: host, reason: reason)
    }
  }
}
