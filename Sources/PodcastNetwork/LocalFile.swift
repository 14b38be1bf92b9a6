import FeedParsing
import Foundation
import Podcasts

/// Reads feeds, subscription lists, pictures and audio from files on this machine.
enum LocalFile {
  /// How many bytes are read at once.
  private static let pieceSize = 65_536

  /// Passes the bytes of a file to a reader, off the main actor, and returns the content from the reader.
  /// Throws `.cancelled` if the calling task is cancelled.
  @concurrent
  static func read<Reading: BodyReading>(_ file: URL, by reading: Reading) async throws(FeedError) -> Reading.Content {
    let descriptor = try open(file)
    defer { close(descriptor) }
    while true {
      guard !Task.isCancelled else { throw .cancelled }
      let piece = try readPiece(from: descriptor, of: file)
      if piece.isEmpty { return try await reading.finish(isCut: false) }
      try await reading.read(piece)
    }
  }

  /// Opens a file for reading. Throws an error for a folder, a pipe or another special file.
  private static func open(_ file: URL) throws(FeedError) -> Int32 {
    // Without `O_NONBLOCK`, opening a named pipe would wait for a writer.
    let descriptor = Glibc.open(file.path(percentEncoded: false), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(errno, of: file) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notAFeed(reason: "It is not an ordinary file.")
    }
    return descriptor
  }

  /// Returns the next piece of an open file. The piece is empty at the end of the file.
  private static func readPiece(from descriptor: Int32, of file: URL) throws(FeedError) -> Data {
    var piece = Data(count: pieceSize)
    let count = piece.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    guard count >= 0 else { throw failure(errno, of: file) }
    return piece.prefix(count)
  }

  /// Returns the error for an `errno` after an access to a file or a folder.
  static func failure(_ errorNumber: Int32, of file: URL) -> FeedError {
    switch errorNumber {
    case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: .notFound(file)
    case EACCES, EPERM: .permissionDenied(file)
    default: .notAFeed(reason: String(cString: strerror(errorNumber)))
    }
  }
}
