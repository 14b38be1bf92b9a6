import Foundation
import Podcasts
import Synchronization

/// The audio of one stream in a temporary file, and the transfer that fills it.
///
/// The file has no name, so the system removes it when the program ends. One transfer runs at a time. It restarts at an
/// offset that the player needs and that has not been received, and then continues to the end of the file.
final class StreamedFile: Sendable {
  /// How many bytes a needed offset may be ahead of the transfer. A transfer receives that many within seconds.
  private static let lead: Int64 = 1_000_000
  /// How many bytes a connection must have received to be opened again at once. After other failures, the player
  /// repeats its request.
  private static let progress: Int64 = 100_000
  /// How long a transfer may take to receive its first bytes. After that, another answer to the player may restart it
  /// at another offset.
  private static let firstBytesLimit = Duration.seconds(2)

  private struct State {
    var content: StreamTransfer.Content?
    var received = ReceivedRanges()
    /// Whether the file is in Ogg, by its first bytes.
    var isOgg = false
    /// The offset at which the running transfer writes next. `nil` if no transfer runs.
    var offset: Int64?
    /// The offset and the time at which the running transfer began.
    var start: (offset: Int64, time: ContinuousClock.Instant)?
    /// The number of the running transfer. Calls of earlier transfers are ignored.
    var number = 0
    var task: Task<Void, Never>?
    /// Whether a transfer broke. The next request of the stream's address tries again.
    var isBroken = false
    /// Whether a later answer had other content, or the disk is full.
    var isRefused = false
    var isEnded = false
  }

  private let transfer: StreamTransfer
  private let descriptor: Int32
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

  /// Starts to receive a stream. Returns `nil` if the stream cannot be kept: see `StreamsClient.source`.
  static func open(_ transfer: StreamTransfer, in folder: URL, reserve: Int64) async -> StreamedFile? {
    let path = folder.path(percentEncoded: false)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let descriptor = temporaryFile(in: path)
    guard descriptor >= 0 else { return nil }
    let file = StreamedFile(transfer, descriptor: descriptor, reserve: reserve)
    let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
    file.start(at: 0) { answer.yield($0) }
    for await isAccepted in answers { return isAccepted ? file : nil }
    file.end()
    return nil
  }

  /// Creates a file without a name. Returns its descriptor, or -1 after an error.
  private static func temporaryFile(in folder: String) -> Int32 {
    // O_TMPFILE, which Glibc's module does not have.
    let anonymous: Int32 = 0o20200000
    let descriptor = Glibc.open(folder, O_RDWR | O_CLOEXEC | anonymous, 0o600)
    if descriptor >= 0 { return descriptor }
    var template = Array("\(folder)/stream-XXXXXX".utf8CString)
    let named = mkstemp(&template)
    guard named >= 0 else { return -1 }
    unlink(template)
    _ = fcntl(named, F_SETFD, FD_CLOEXEC)
    return named
  }

  /// Whether more bytes can come.
  private var isValid: Bool { state.withLock { !$0.isBroken && !$0.isRefused && !$0.isEnded } }

  /// Allows a new transfer after one broke. The received bytes are kept.
  func tryAgain() { state.withLock { $0.isBroken = false } }

  /// Whether the audio is in Ogg. Known after ``open(_:in:reserve:)``.
  var isOgg: Bool { state.withLock { $0.isOgg } }

  /// How many bytes from the start were received without a gap, and the size of the file.
  var progress: (received: Int64, total: Int64) {
    state.withLock { ($0.received.count(from: 0), $0.content?.total ?? 0) }
  }

  /// The address of the file, if all its bytes were received. It can be opened as long as this object lives.
  var completeFile: URL? {
    let isComplete = state.withLock { state in state.content.map { state.received.ranges == [0..<$0.total] } ?? false }
    return isComplete ? URL(filePath: "/proc/self/fd/\(descriptor)") : nil
  }

  /// Whether a later answer had other content, or the disk is full. Then the stream plays from its own address.
  var isRefused: Bool { state.withLock { $0.isRefused } }

  /// The address of the audio after all redirects.
  var source: URL? { state.withLock { $0.content?.address } }

  /// Returns received bytes, fewer at the end of the file. `nil` if one of them was not received.
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
  /// - Parameter answered: Called after each piece, with `true`, and at the end, with `false`.
  private func start(at offset: Int64, answered: @escaping @Sendable (Bool) -> Void = { _ in }) {
    state.withLock { state in
      state.task?.cancel()
      state.number += 1
      state.offset = offset
      state.start = (offset, .now)
      let (number, content) = (state.number, state.content)
      let writer = Writer(file: self, number: number, answered: answered)
      state.task = Task { [transfer] in
        let result: Result<Void, FeedError>
        do throws(FeedError) {
          result = .success(try await transfer.fetch(from: offset, of: content, into: writer))
        } catch {
          result = .failure(error)
        }
        answered(false)
        writer.file?.ended(number, at: offset, with: result)
      }
    }
  }

  /// Decides what follows a transfer: the next missing part, another attempt, or nothing.
  private func ended(_ number: Int, at start: Int64, with result: Result<Void, FeedError>) {
    let next = state.withLock { state -> Int64? in
      guard state.number == number, !state.isEnded, !state.isRefused else { return nil }
      let reached = state.offset ?? start
      let missing = state.content.flatMap { state.received.firstMissing(from: reached, to: $0.total) }
      var next: Int64?
      switch result {
      case .success where missing == nil: break
      // The transfer reached bytes that were received before.
      case .success where missing != reached: next = missing
      // Open the broken connection again.
      case .success where reached - start >= Self.progress, .failure(.truncated) where reached - start >= Self.progress,
        .failure(.unreachable) where reached - start >= Self.progress:
        next = state.content == nil ? nil : reached
        state.isBroken = next == nil
      case .failure(.serverError(let status)) where (200..<300).contains(status) || status == 416:
        state.isRefused = state.content != nil
      case .success, .failure:
        state.isBroken = true
        // The address after the redirects may expire.
        state.content?.address = transfer.address
      }
      // Keep the offset of the following transfer here, so that ``prepare(_:)`` does not start one too.
      state.offset = next
      return next
    }
    if let next { self.start(at: next) }
  }

  private func accept(_ content: StreamTransfer.Content, _ number: Int) -> Bool {
    guard state.withLock({ $0.number == number && !$0.isEnded }) else { return false }
    if state.withLock({ $0.content != nil }) { return true }
    var space = statvfs()
    guard fstatvfs(descriptor, &space) == 0, Int64(space.f_bavail) * Int64(space.f_frsize) > content.total + reserve
    else { return false }
    guard ftruncate(descriptor, off_t(content.total)) == 0 else { return false }
    state.withLock { $0.content = content }
    return true
  }

  private func receive(_ bytes: Data, at offset: Int64, _ number: Int) -> Bool {
    guard state.withLock({ $0.number == number && !$0.isEnded }) else { return false }
    guard write(bytes, at: offset) else {
      // The disk is full. Another attempt would end in the same way.
      state.withLock { $0.isRefused = true }
      return false
    }
    return state.withLock { state in
      let end = offset + Int64(bytes.count)
      let hadNext = state.received.contains(end)
      if offset == 0 { state.isOgg = bytes.starts(with: Data("OggS".utf8)) }
      state.received.insert(offset..<end)
      state.offset = end
      return !hadNext
    }
  }

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

  /// Writes for one transfer. The reference to the file is weak, so that the transfer is cancelled with the file.
  private struct Writer: StreamReceiver {
    weak var file: StreamedFile?
    let number: Int
    let answered: @Sendable (Bool) -> Void

    func accept(_ content: StreamTransfer.Content) -> Bool { file?.accept(content, number) ?? false }

    func receive(_ bytes: Data, at offset: Int64) -> Bool {
      let needsMore = file?.receive(bytes, at: offset, number) ?? false
      answered(file != nil)
      return needsMore
    }
  }
}

extension StreamedFile: ServedFile {
  var total: Int64 { state.withLock { $0.content?.total ?? 0 } }

  func open() -> Int32 { dup(descriptor) }

  func prepare(_ offset: Int64) -> Bool {
    if state.withLock({ $0.received.contains(offset) }) { return true }
    guard isValid else { return false }
    let isNeeded = state.withLock { state in
      guard let reached = state.offset, let start = state.start else { return true }
      if reached <= offset, offset - reached <= Self.lead { return false }
      // Two answers to the player may need different offsets. Neither of them may restart the other's transfer at once.
      return reached > start.offset || start.time.duration(to: .now) > Self.firstBytesLimit
    }
    if isNeeded { start(at: offset) }
    return true
  }

  func available(from offset: Int64) -> ServedBytes {
    let count = state.withLock { $0.received.count(from: offset) }
    return count > 0 ? .bytes(count) : isValid ? .later : .never
  }
}

/// The received ranges of a file, in order. Ranges that overlap or touch are merged.
struct ReceivedRanges: Equatable, Sendable {
  private(set) var ranges: [Range<Int64>] = []

  func contains(_ offset: Int64) -> Bool { ranges.contains { $0.contains(offset) } }

  /// Returns how many bytes were received from an offset on without a gap.
  func count(from offset: Int64) -> Int64 { ranges.first { $0.contains(offset) }.map { $0.upperBound - offset } ?? 0 }

  /// Returns the first offset from `offset` on that was not received, or `nil` if there is none before `end`.
  func firstMissing(from offset: Int64, to end: Int64) -> Int64? {
    let next = offset + count(from: offset)
    return next < end ? next : nil
  }

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
