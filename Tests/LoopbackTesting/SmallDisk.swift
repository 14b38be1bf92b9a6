package import Foundation
import Synchronization

/// A real file system of some megabytes, for tests of a full disk.
///
/// ``run(_:megabytes:)`` starts the test program again as a child process, in which the file system is mounted. If
/// mounting is not permitted, the child has an ordinary folder, and ``fill(leaving:)`` limits the size of files instead
/// of the free space.
package enum SmallDisk {
  private static let folderVariable = "PODCASTER_SMALL_DISK"
  private static let mountVariable = "PODCASTER_SMALL_DISK_IS_MOUNTED"
  /// The number of files that `fill(leaving:)` has written to use up the space.
  private static let ballastCount = Mutex<Int>(0)

  /// The folder of the file system in a child, or `nil` in another process.
  package static var folder: URL? {
    ProcessInfo.processInfo.environment[folderVariable].map { URL(filePath: $0, directoryHint: .isDirectory) }
  }

  /// Whether the small file system is mounted. In an ordinary folder, writes fail because of the limit on file sizes.
  package static var isMounted: Bool { ProcessInfo.processInfo.environment[mountVariable] == "1" }

  /// Runs the tests that match a filter in a child whose file system has this size. Returns the exit status and the
  /// output of the child.
  package static func run(_ filter: String, megabytes: Int = 16) throws -> (status: Int32, output: String) {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "small-disk-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let child = Process()
    child.executableURL = URL(filePath: "/bin/sh")
    child.arguments = [
      "-c", script, "small-disk", folder.path, "\(megabytes)", program, "--testing-library", "swift-testing",
      "--filter", filter,
    ]
    child.environment = ProcessInfo.processInfo.environment.merging([folderVariable: folder.path]) { _, new in new }
    let output = Pipe()
    child.standardOutput = output
    child.standardError = output
    try child.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitUntilExit()
    return (child.terminationStatus, text)
  }

  /// The path of this test program.
  private static var program: String { URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path }

  /// Mounts the file system in a namespace of the child, and runs the test program there. The child is root, or a user
  /// with the rights of root in that namespace. The first `mount` only tests whether the child may mount.
  private static let script = """
    folder=$1 size=$2; shift 2
    for rights in "--mount" "--user --map-root-user --mount"; do
      if unshare $rights mount -t tmpfs none "$folder" 2>/dev/null; then
        export PODCASTER_SMALL_DISK_IS_MOUNTED=1
        exec unshare $rights sh -c 'mount -t tmpfs -o "size=$2m" none "$1" && shift 2 && exec "$@"' - "$folder" "$size" "$@"
      fi
    done
    exec "$@"
    """

  /// Fills the disk of the child, except for this number of bytes. Without a small file system, limits the size of each
  /// file to this number. Has no effect outside a child.
  package static func fill(leaving freeBytes: Int = 0) throws {
    guard let folder else { return }
    guard isMounted else { return limitFileSizes(to: rlim_t(freeBytes)) }
    var status = statvfs()
    guard statvfs(folder.path, &status) == 0 else { throw POSIXError(.EIO) }
    let ballastSize = max(0, Int(status.f_bavail) * Int(status.f_bsize) - freeBytes)
    let ballastNumber = ballastCount.withLock { count in
      count += 1
      return count
    }
    let file = folder.appending(path: "ballast-\(ballastNumber)")
    guard FileManager.default.createFile(atPath: file.path, contents: Data(count: ballastSize)) else {
      throw POSIXError(.ENOSPC)
    }
  }

  /// Removes the files that `fill(leaving:)` has written, or the limit on file sizes. Has no effect outside a child.
  package static func free() throws {
    guard let folder else { return }
    guard isMounted else { return limitFileSizes(to: rlim_t.max) }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasPrefix("ballast-") {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }

  private static func limitFileSizes(to size: rlim_t) {
    // Unless this signal is ignored, a write beyond the limit ends the process instead of failing.
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = min(size, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  }
}
