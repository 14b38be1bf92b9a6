import Foundation
import Podcasts
import Synchronization

/// The audio of one stream in a temporary file, and the transfer that fills it.
///
/// The file has no name, so the system removes it when the program ends. One transfer runs at a time. If the player
/// needs bytes that the running transfer will not receive soon, a new transfer starts at the offset of these bytes.
/// Further transfers then receive the missing parts after that offset.
final class StreamedFile: Sendable {
  /// If a needed offset is at most this many bytes ahead of the running transfer, no new transfer starts. A transfer
  /// receives this many bytes within seconds.
  private static let lookahead: Int64 = 1_000_000
  /// If a transfer breaks after at least this many bytes, the next transfer starts at once. Otherwise, it starts after
  /// the player has requested the stream again.
  private static let requiredProgress: Int64 = 100_000
  /// How long a transfer may wait for its first bytes before a transfer from another offset may replace it.
  private static let firstBytesLimit = Duration.seconds(2)

  private struct State {
    /// The version of the audio in the first accepted answer.
    var version: StreamTransfer.AudioVersion?
    var received = ReceivedRanges()
    /// Whether the audio is in Ogg, according to its first bytes.
    var isOgg = false
    /// The offset at which the running transfer writes next. `nil` if no transfer runs.
    var writeOffset: Int64?
    /// The offset and the time at which the running transfer began.
    var transferStart: (offset: Int64, time: ContinuousClock.Instant)?
    /// The number of the last transfer. Calls from earlier transfers are ignored.
    var transferNumber = 0
    var task: Task<Void, Never>?
    /// Whether a transfer has failed, so that no new one may start. The next call of `StreamsClient.source` for the
    /// stream sets this property to `false`.
    var isBroken = false
    /// Whether a later answer had another version of the audio, or the disk is full.
    var isRefused = false
    /// Whether ``end()`` was called.
    var isEnded = false
  }

  private let transfer: StreamTransfer
  /// The descriptor of the open file, which `deinit` closes.
  private let descriptor: Int32
  /// How many bytes must stay free on the disk.
  private let reserve: Int64
  private let state = Mutex(State())

  private init(_ transfer: StreamTransfer, descriptor: Int32, reserve: Int64) {
    self.transfer = transfer
    self.descriptor = descriptor
    self.reserve = reserve
  }

  deinit {
    state.withLock { $0.task?.cancel() }
    close(descriptor)
  }

  /// Starts to receive a stream, and waits for its first bytes. Returns `nil` if the stream cannot be kept, for example
  /// because its server does not support byte ranges.
  static func open(_ transfer: StreamTransfer, in folder: URL, reserve: Int64) async -> StreamedFile? {
    let path = folder.path(percentEncoded: false)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let descriptor = temporaryFile(in: path)
    guard descriptor >= 0 else { return nil }
    let file = StreamedFile(transfer, descriptor: descriptor, reserve: reserve)
    let (arrivals, continuation) = AsyncStream.makeStream(of: Bool.self)
    file.startTransfer(at: 0) { continuation.yield($0) }
    for await hasArrived in arrivals { return hasArrived ? file : nil }
    // The loop ended without a value, because this task was cancelled.
    file.end()
    return nil
  }

  /// Creates a file without a name. Returns its descriptor, or -1 after an error.
  private static func temporaryFile(in folder: String) -> Int32 {
    // The value of `O_TMPFILE`, which Swift's Glibc module does not contain.
    let anonymous: Int32 = 0o20200000
    let descriptor = Glibc.open(folder, O_RDWR | O_CLOEXEC | anonymous, 0o600)
    if descriptor >= 0 { return descriptor }
    // Some file systems do not support files without a name.
    var template = Array("\(folder)/stream-XXXXXX".utf8CString)
    let named = mkstemp(&template)
    guard named >= 0 else { return -1 }
    unlink(template)
    _ = fcntl(named, F_SETFD, FD_CLOEXEC)
    return named
  }

  /// Whether further bytes can be received.
  private var canReceive: Bool { state.withLock { !$0.isBroken && !$0.isRefused && !$0.isEnded } }

  /// Allows a new transfer after one has failed. The received bytes are kept.
  func allowNewTransfer() { state.withLock { $0.isBroken = false } }

  /// Whether the audio is in Ogg. ``StreamCache/source(_:)`` waits a short time for a complete file in this format. The
  /// format is known after ``open(_:in:reserve:)`` has returned.
  var isOgg: Bool { state.withLock { $0.isOgg } }

  /// How many bytes from the start were received without a gap, and the size of the complete audio in bytes. Both are
  /// 0 before the first answer.
  var progress: (received: Int64, total: Int64) {
    state.withLock { ($0.received.count(from: 0), $0.version?.total ?? 0) }
  }

  /// An address of the file if all its bytes were received, and otherwise `nil`. The file can be opened until this
  /// object is deallocated.
  var completeFile: URL? {
    let isComplete = state.withLock { state in state.version.map { state.received.ranges == [0..<$0.total] } ?? false }
    return isComplete ? URL(filePath: "/proc/self/fd/\(descriptor)") : nil
  }

  /// Whether a later answer had another version of the audio, or the disk is full. Then the stream plays from its own
  /// server.
  var isRefused: Bool { state.withLock { $0.isRefused } }

  /// The address of the audio after all redirects, or `nil` before the first answer.
  var finalAddress: URL? { state.withLock { $0.version?.address } }

  /// Returns `count` received bytes, or fewer at the end of the audio. Returns `nil` if one of these bytes was not
  /// received, if the size of the audio is not known yet, or if `offset` is negative.
  func bytes(from offset: Int, count: Int) -> [UInt8]? {
    let total = Int(clamping: total)
    guard offset >= 0, count > 0, offset < total else { return offset >= 0 && total > 0 ? [] : nil }
    let count = min(count, total - offset)
    guard state.withLock({ $0.received.count(from: Int64(offset)) }) >= Int64(count) else { return nil }
    var received = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      received = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
      filled = received
    }
    return received == count ? bytes : nil
  }

  /// Ends the transfer, and frees the space on the disk.
  func end() {
    state.withLock { state in
      state.isEnded = true
      state.received = ReceivedRanges()
      state.task?.cancel()
    }
    _ = ftruncate(descriptor, 0)
  }
}

extension StreamedFile {
  /// Starts a transfer, and cancels the running one.
  ///
  /// - Parameter reportArrival: Called with `true` after each piece, and with `false` after the end of the transfer.
  private func startTransfer(at offset: Int64, reportArrival: @escaping @Sendable (Bool) -> Void = { _ in }) {
    state.withLock { state in
      state.task?.cancel()
      state.transferNumber += 1
      state.writeOffset = offset
      state.transferStart = (offset, .now)
      let (number, version) = (state.transferNumber, state.version)
      let writer = Writer(file: self, number: number, reportArrival: reportArrival)
      state.task = Task { [transfer] in
        let result: Result<Void, FeedError>
        do throws(FeedError) {
          result = .success(try await transfer.fetch(from: offset, of: version, into: writer))
        } catch {
          result = .failure(error)
        }
        reportArrival(false)
        writer.file?.transferEnded(number, at: offset, with: result)
      }
    }
  }

  /// Called when a transfer has ended. Starts the next transfer if the result allows it and a part is missing after the
  /// transfer's last byte.
  private func transferEnded(_ number: Int, at start: Int64, with result: Result<Void, FeedError>) {
    let next = state.withLock { state -> Int64? in
      guard state.transferNumber == number, !state.isEnded, !state.isRefused else { return nil }
      let end = state.writeOffset ?? start
      let firstMissing = state.version.flatMap { state.received.firstMissing(from: end, to: $0.total) }
      var next: Int64?
      switch result {
      case .success where firstMissing == nil: break
      // The transfer ended at bytes that were received before.
      case .success where firstMissing != end: next = firstMissing
      // The transfer broke or ended early, but made enough progress, so a new transfer continues at once.
      case .success where end - start >= Self.requiredProgress,
        .failure(.truncated) where end - start >= Self.requiredProgress,
        .failure(.unreachable) where end - start >= Self.requiredProgress:
        next = state.version == nil ? nil : end
        state.isBroken = next == nil
      // If there was an earlier answer, the server no longer sends the same audio.
      case .failure(.serverError(let status)) where (200..<300).contains(status) || status == 416:
        state.isRefused = state.version != nil
      case .success, .failure:
        state.isBroken = true
        // The address after the redirects may have expired, so the next transfer uses the first address.
        state.version?.address = transfer.address
      }
      // Set the offset of the next transfer here, so that ``prepare(_:)`` does not start a second one.
      state.writeOffset = next
      return next
    }
    if let next { startTransfer(at: next) }
  }

  /// Keeps the version of the first answer. Returns `false` if the transfer with this number is not the last one, if
  /// ``end()`` was called, or if the disk has too little space.
  private func accept(_ version: StreamTransfer.AudioVersion, ofTransfer number: Int) -> Bool {
    guard state.withLock({ $0.transferNumber == number && !$0.isEnded }) else { return false }
    if state.withLock({ $0.version != nil }) { return true }
    var space = statvfs()
    guard fstatvfs(descriptor, &space) == 0, Int64(space.f_bavail) * Int64(space.f_frsize) > version.total + reserve
    else { return false }
    guard ftruncate(descriptor, off_t(version.total)) == 0 else { return false }
    state.withLock { $0.version = version }
    return true
  }

  /// Writes bytes of the transfer with this number. Returns whether the transfer should continue.
  private func receive(_ bytes: Data, at offset: Int64, ofTransfer number: Int) -> Bool {
    guard state.withLock({ $0.transferNumber == number && !$0.isEnded }) else { return false }
    guard write(bytes, at: offset) else {
      // The disk is full, so another attempt would fail, too.
      state.withLock { $0.isRefused = true }
      return false
    }
    return state.withLock { state in
      let end = offset + Int64(bytes.count)
      let isNextByteReceived = state.received.contains(end)
      if offset == 0 { state.isOgg = bytes.starts(with: Data("OggS".utf8)) }
      state.received.insert(offset..<end)
      state.writeOffset = end
      return !isNextByteReceived
    }
  }

  /// Writes bytes to the file. Returns whether all bytes were written.
  private func write(_ bytes: Data, at offset: Int64) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress! + written, $0.count - written, off_t(offset + Int64(written)))
      }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  /// Passes the bytes of one transfer to the file. The reference is weak, so that the transfer does not keep the file
  /// alive. The file cancels the transfer in its `deinit`.
  private struct Writer: StreamReceiver {
    weak var file: StreamedFile?
    let number: Int
    let reportArrival: @Sendable (Bool) -> Void

    func accept(_ version: StreamTransfer.AudioVersion) -> Bool { file?.accept(version, ofTransfer: number) ?? false }

    func receive(_ bytes: Data, at offset: Int64) -> Bool {
      let needsMore = file?.receive(bytes, at: offset, ofTransfer: number) ?? false
      reportArrival(file != nil)
      return needsMore
    }
  }
}

extension StreamedFile: ServedFile {
  var total: Int64 { state.withLock { $0.version?.total ?? 0 } }

  func open() -> Int32 { dup(descriptor) }

  func prepare(_ offset: Int64) -> Bool {
    if state.withLock({ $0.received.contains(offset) }) { return true }
    guard canReceive else { return false }
    let needsNewTransfer = state.withLock { state in
      guard let next = state.writeOffset, let start = state.transferStart else { return true }
      if next <= offset, offset - next <= Self.lookahead { return false }
      // The player may read the file at two offsets at the same time. A transfer for one of them must receive bytes
      // before a transfer for the other may replace it.
      return next > start.offset || start.time.duration(to: .now) > Self.firstBytesLimit
    }
    if needsNewTransfer { startTransfer(at: offset) }
    return true
  }

  func availability(from offset: Int64) -> ByteAvailability {
    let count = state.withLock { $0.received.count(from: offset) }
    return count > 0 ? .now(count: count) : canReceive ? .later : .never
  }
}

/// The received ranges of a file, in order. Ranges that overlap or touch are merged.
struct ReceivedRanges: Equatable, Sendable {
  private(set) var ranges: [Range<Int64>] = []

  func contains(_ offset: Int64) -> Bool { ranges.contains { $0.contains(offset) } }

  /// Returns how many bytes were received from an offset on without a gap.
  func count(from offset: Int64) -> Int64 { ranges.first { $0.contains(offset) }.map { $0.upperBound - offset } ?? 0 }

  /// Returns the first offset from `offset` on whose byte was not received, or `nil` if there is none before `end`.
  func firstMissing(from offset: Int64, to end: Int64) -> Int64? {
    let next = offset + count(from: offset)
    return next < end ? next : nil
  }

  /// Adds a range, and merges it with the ranges that it overlaps or touches.
  mutating func insert(_ range: Range<Int64>) {
    guard !range.isEmpty else { return }
    var merged = range
    ranges.removeAll { other in
      guard other.lowerBound <= merged.upperBound, merged.lowerBound <= other.upperBound else { return false }
      merged = min(other.lowerBound, merged.lowerBound)..<max(other.upperBound, merged.upperBound)
      return true
    }
    ranges.insert(merged, at: ranges.firstIndex { $0.lowerBound > merged.lowerBound } ?? ranges.endIndex)
  }
}
