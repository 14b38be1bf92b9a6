#if Macros

  import Foundation
  import Testing

  /// Compiles sources in a separate process. If the compiler crashes or does not end, a test fails instead of the
  /// build.
  @Suite struct CompilationTests {
    @Test func `features in two namespaces of one file compile within ten seconds`() async throws {
      try await expectCompiles(namespaces(2))
    }

    @Test func `features in thirty namespaces of one file compile within ten seconds`() async throws {
      try await expectCompiles(namespaces(30))
    }

    @Test func `features nested in features and in extensions compile within ten seconds`() async throws {
      let features = (0..<10).map { number in
        """
        struct Screen\(number) {}
        extension Screen\(number) {
          @Reducer struct List {
            @ObservableState struct State: Equatable { @Presents var destination: Destination.State? }
            enum Action { case destination(PresentationAction<Destination.Action>) }
            @Reducer(state: .equatable) enum Destination { case detail(Detail); @ReducerCaseIgnored case help(page: Int, String); case none }
            @Reducer struct Detail {}
            var body: some ReducerOf<Self> { EmptyReducer().ifLet(\\.$destination, action: \\.destination) }
          }
          @Reducer enum Path { case list(List); case detail(List.Detail) }
        }
        """
      }
      try await expectCompiles(features.joined(separator: "\n"))
    }

    /// The compiler's time grows exponentially with the levels of types that stand inside each other in the source.
    /// Levels that are added by extensions do not have this effect: docs/library/macros.md.
    @Test func `features nested twelve levels deep compile within ten seconds`() async throws {
      let levels = 12
      let source = (0..<levels).reversed().reduce("") { inner, level in
        feature(level, isInnermost: level == levels - 1, members: inner)
      }
      try await expectCompiles(source)
    }

    @Test func `features nested by extensions twenty-four levels deep compile within ten seconds`()
      async throws
    {
      let levels = 24
      let sources = (0..<levels).map { level in
        let outer = (0..<level).map { "Level\($0)" }.joined(separator: ".")
        let feature = feature(level, isInnermost: level == levels - 1)
        return outer.isEmpty ? feature : "extension \(outer) {\n\(feature)}\n"
      }
      try await expectCompiles(sources.joined())
    }

    /// Returns the source of the feature of a level. Each feature except the innermost one presents the feature of the
    /// next level.
    private func feature(_ level: Int, isInnermost: Bool, members: String = "") -> String {
      let next = "Level\(level + 1)"
      return """
        @Reducer struct Level\(level) {
          @ObservableState struct State: Equatable { \(isInnermost ? "var number = 0" : "@Presents var child: \(next).State?") }
          enum Action { \(isInnermost ? "case clicked" : "case child(PresentationAction<\(next).Action>)") }
          var body: some ReducerOf<Self> { EmptyReducer()\(isInnermost ? "" : ".ifLet(\\.$child, action: \\.child) { \(next)() }") }
          \(members)
        }

        """
    }

    /// Returns the source of namespaces with macros on two types each. If these macros added extensions to the file,
    /// the compiler could crash or not end: docs/library/macros.md.
    private func namespaces(_ count: Int) -> String {
      (0..<count).map { number in
        """
        enum Namespace\(number) {
          @Reducer struct Child {}
          @Reducer enum Destination { case child(Child) }
        }
        """
      }
      .joined(separator: "\n")
    }

    /// Expects that a file with this source compiles. The source may use `ReducerStore`. Each process of the compiler
    /// may use ten seconds of processor time.
    private func expectCompiles(_ source: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "compilation-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appending(path: "Features.swift")
      try "import ReducerStore\n\(source)\n".write(to: file, atomically: true, encoding: .utf8)
      let compiler = Process()
      compiler.executableURL = URL(filePath: "/bin/sh")
      compiler.arguments =
        ["-c", "ulimit -t 10 && exec swiftc \"$@\"", "swiftc"] + options + [
          "-c", file.path, "-o", folder.appending(path: "Features.o").path,
        ]
      let log = folder.appending(path: "log")
      try Data().write(to: log)
      let output = try FileHandle(forWritingTo: log)
      compiler.standardOutput = output
      compiler.standardError = output
      let status = try await withCheckedThrowingContinuation { continuation in
        compiler.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
        do { try compiler.run() } catch { continuation.resume(throwing: error) }
      }
      let text = try String(contentsOf: log, encoding: .utf8)
      #expect(status == 0, "\(text.prefix(2_000))", sourceLocation: sourceLocation)
    }

    /// The compiler options for a file that uses the modules and the macros of this test program. `PODCASTER_MACROS` is
    /// the path of the library of macros, if the macros are not built as a program.
    private var options: [String] {
      let buildFolder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      let macros =
        ProcessInfo.processInfo.environment["PODCASTER_MACROS"].map { ["-load-plugin-library", $0] }
        ?? ["-load-plugin-executable", buildFolder.appending(path: "ReducerMacros-tool").path + "#ReducerMacros"]
      return [
        "-swift-version", "6", "-parse-as-library", "-module-name", "Features", "-I",
        buildFolder.appending(path: "Modules").path,
      ] + macros
    }
  }

#endif
