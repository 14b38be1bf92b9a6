import Foundation
import PodcastNetwork
import PodcastPlayback
import Podcasts
import Synchronization

/// The cases of the benchmark. Each prints its results, one on each line: a name, a tab and a number.
@MainActor
enum PlaybackCost {
  /// The arguments do not name a case, or do not fit the named case.
  struct InvalidArguments: Error {}

  static func run(_ arguments: [String]) async throws {
    guard let name = arguments.first else { throw InvalidArguments() }
    // How many arguments each case needs, including its name.
    let requiredCount = ["play": 4, "change": 3, "download": 3][name] ?? 5
    guard arguments.count >= requiredCount, let address = URL(string: arguments[1]) else { throw InvalidArguments() }
    let rest = Array(arguments.dropFirst(2))
    switch name {
    case "sound": try await sound(address, startsAt: rest[0], runCount: rest[1], pipe: rest[2])
    case "stream": try await stream(address, into: rest[0], runCount: rest[1], pipe: rest[2])
    case "seek": try await seek(address, to: rest[0], runCount: rest[1], pipe: rest[2])
    case "gap": try await gap(address, and: rest[0], changeCount: rest[1], pipe: rest[2])
    case "play": try await play(address, rate: rest[0], seconds: rest[1])
    case "change": try await change(address, startCount: rest[0])
    case "download": try await download(address, into: rest[0])
    default: throw InvalidArguments()
    }
  }

  private static func number(_ text: String) throws -> Double {
    guard let number = Double(text) else { throw InvalidArguments() }
    return number
  }

  /// The GStreamer elements that write the samples into a pipe at the speed of playback.
  private static func sink(_ pipe: String) -> String {
    "audioconvert ! audio/x-raw,format=S16LE,channels=1 ! filesink sync=true buffer-mode=unbuffered location=\(pipe)"
  }

  /// Prints the times from the call of `play` to the first loud sample in the pipe, in milliseconds. `start` is the
  /// position at which playback begins, in seconds.
  private static func sound(_ audio: URL, startsAt start: String, runCount: String, pipe: String) async throws {
    let pipe = SoundPipe(pipe)
    let player = PlayerClient.live(sink: sink(pipe.path))
    for _ in 0..<Int(try number(runCount)) {
      let begin = ContinuousClock.now
      async let soundTime = pipe.next(isLoud: true, after: begin)
      player.play(audio, .seconds(try number(start)))
      print("milliseconds\t\((await soundTime - begin) / .milliseconds(1))")
      player.stop()
      // The remaining samples of this run arrive before the next run begins.
      try await Task.sleep(for: .milliseconds(300))
    }
  }

  /// Prints the times from the request of a stream to the first loud sample in the pipe, in milliseconds. The stream is
  /// kept in a temporary file, as in the program. Each run begins with an empty cache of its own.
  private static func stream(_ audio: URL, into folder: String, runCount: String, pipe: String) async throws {
    let pipe = SoundPipe(pipe)
    let player = PlayerClient.live(sink: sink(pipe.path))
    for run in 0..<Int(try number(runCount)) {
      let streams = StreamsClient.live(folder: URL(filePath: folder).appending(path: "\(run)"), version: "0")
      let begin = ContinuousClock.now
      async let soundTime = pipe.next(isLoud: true, after: begin)
      guard let source = await streams.source(audio) else { throw InvalidArguments() }
      player.play(source, .zero)
      print("milliseconds\t\((await soundTime - begin) / .milliseconds(1))")
      player.stop()
      // The remaining samples of this run arrive before the next run begins.
      try await Task.sleep(for: .milliseconds(300))
    }
  }

  /// Prints the times from a seek to the first loud sample in the pipe, in milliseconds. The audio begins with silence,
  /// and `target` is a position in the tone after the silence, in seconds.
  private static func seek(_ audio: URL, to target: String, runCount: String, pipe: String) async throws {
    let pipe = SoundPipe(pipe)
    let player = PlayerClient.live(sink: sink(pipe.path))
    player.play(audio, .zero)
    for _ in 0..<Int(try number(runCount)) {
      // The seek follows half a second after the beginning of the silence.
      _ = await pipe.next(isLoud: false, after: .now)
      try await Task.sleep(for: .milliseconds(500))
      let begin = ContinuousClock.now
      async let soundTime = pipe.next(isLoud: true, after: begin)
      player.seek(.seconds(try number(target)))
      print("milliseconds\t\((await soundTime - begin) / .milliseconds(1))")
      // The next run begins in the silence.
      player.seek(.seconds(1))
      try await Task.sleep(for: .milliseconds(500))
    }
  }

  /// Plays two files of a few seconds alternately. Each is prepared while the other plays, like the next episode of the
  /// queue. Prints the times from the last loud sample of one file to the first loud sample of the other, in
  /// milliseconds.
  private static func gap(_ first: URL, and second: String, changeCount: String, pipe: String) async throws {
    guard let second = URL(string: second) else { throw InvalidArguments() }
    let pipe = SoundPipe(pipe)
    let player = PlayerClient.live(sink: sink(pipe.path))
    var events = player.events().makeAsyncIterator()
    player.play(first, .zero)
    for index in 1...Int(try number(changeCount)) {
      let audio = index.isMultiple(of: 2) ? first : second
      while let event = await events.next() { if case .playing = event { break } }
      player.prepare(audio) { PlaybackSource(audio) }
      while let event = await events.next() { if case .ended = event { break } }
      let end = pipe.lastLoudTime
      async let soundTime = pipe.next(isLoud: true, after: .now)
      player.playFromSource(audio, .zero) { PlaybackSource(audio) }
      print("milliseconds\t\((await soundTime - end) / .milliseconds(1))")
    }
  }

  /// Plays for some seconds. Prints the processor time of this process in this period, in seconds.
  private static func play(_ audio: URL, rate: String, seconds: String) async throws {
    // The program reports places at the same interval.
    let player = PlayerClient.live(sink: "fakesink sync=true", positionsEveryMilliseconds: 1000)
    player.adjust(.rate(try number(rate)))
    player.play(audio, .zero)
    for await event in player.events() { if case .playing = event { break } }
    let before = processorTime
    try await Task.sleep(for: .seconds(try number(seconds)))
    print("processor\t\(processorTime - before)")
  }

  /// Starts a file `startCount` times, and each time waits until it plays. Prints the memory after a tenth of the
  /// starts and at the end, in megabytes.
  private static func change(_ audio: URL, startCount: String) async throws {
    let player = PlayerClient.live(sink: "fakesink sync=true")
    var events = player.events().makeAsyncIterator()
    let startCount = Int(try number(startCount))
    for index in 1...startCount {
      player.play(audio, .zero)
      while let event = await events.next() { if case .playing = event { break } }
      if index == startCount / 10 || index == startCount {
        print("\(index == startCount ? "end" : "begin")\t\(memory)")
      }
    }
  }

  /// Downloads a file. Prints the processor time of this process since its start, in seconds.
  private static func download(_ audio: URL, into folder: String) async throws {
    let id = Episode.ID(rawValue: 1)
    // The library of this case: one download record in memory.
    let record = Mutex(
      DownloadRecord(
        id: id, showID: Show.ID(rawValue: 1), enclosure: Enclosure(url: audio, mimeType: "audio/mpeg"), state: .waiting)
    )
    let records = DownloadRecordsClient(
      records: { AsyncStream { _ in } }, all: { () throws(LibraryError) in [] },
      request: { _, _, _ throws(LibraryError) in [record.withLock { $0 }] },
      update: { records throws(LibraryError) in if let new = records.first { record.withLock { $0 = new } } },
      plan: { _ throws(LibraryError) in DownloadPlan() })
    let downloads = DownloadsClient.live(records: records, folder: URL(filePath: folder), version: "0")
    let isAutomatic = false
    try await downloads.start([id], isAutomatic)
    for await states in downloads.states() {
      guard let state = states.first?.state else { continue }
      if case .failed(let error, _) = state { throw error }
      if case .complete = state { break }
    }
    print("processor\t\(processorTime)")
  }

  /// The processor time of this process since its start, in seconds.
  private static var processorTime: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
  }

  /// The resident memory of this process, in megabytes.
  private static var memory: Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS") } ?? ""
    return (line.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
  }
}

/// Reads the samples that a player writes into a named pipe, and records the times at which they arrive.
final class SoundPipe: Sendable {
  private struct State {
    /// The call of `next` that waits for samples.
    var waiting:
      (isLoud: Bool, after: ContinuousClock.Instant, continuation: CheckedContinuation<ContinuousClock.Instant, Never>)?
    var lastLoudTime = ContinuousClock.now
  }

  let path: String
  private let state = Mutex(State())

  init(_ path: String) {
    self.path = path
    mkfifo(path, 0o600)
    // Opened for reading and writing, so that the pipe stays open between two runs.
    let descriptor = open(path, O_RDWR)
    Thread.detachNewThread { [self] in
      var samples = [Int16](repeating: 0, count: 512)
      while case let count = read(descriptor, &samples, samples.count * 2), count > 0 {
        // The samples of one read are loud if the absolute value of one exceeds about a tenth of the maximum, 32,767.
        received(isLoud: samples.prefix(count / 2).contains { abs(Int32($0)) > 3000 })
      }
    }
  }

  /// The time at which the last loud samples arrived.
  var lastLoudTime: ContinuousClock.Instant { state.withLock { $0.lastLoudTime } }

  /// Waits for the first loud or silent samples after a time, and returns the time at which they arrive.
  func next(isLoud: Bool, after time: ContinuousClock.Instant) async -> ContinuousClock.Instant {
    await withCheckedContinuation { continuation in state.withLock { $0.waiting = (isLoud, time, continuation) } }
  }

  private func received(isLoud: Bool) {
    let now = ContinuousClock.now
    state.withLock { state in
      if isLoud { state.lastLoudTime = now }
      guard let waiting = state.waiting, waiting.isLoud == isLoud, now >= waiting.after else { return }
      state.waiting = nil
      waiting.continuation.resume(returning: now)
    }
  }
}
