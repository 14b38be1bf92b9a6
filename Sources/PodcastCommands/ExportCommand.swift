import AppFeatures
import ArgumentParser
import Foundation
import Podcasts

struct ExportCommand: PodcastCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the podcasts of the library as OPML.",
    discussion:
      "Without a file, the list goes to the standard output. Feeds that are files on this computer are left out.")

  /// The output with `--json`.
  struct Result: Codable {
    /// The path of the written file.
    var file: String
    /// The number of exported podcasts.
    var count: Int
  }

  @Argument(help: "The file to write.", completion: .file())
  var file: String?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if output.isJSON, file == nil {
      throw ValidationError("“--json” needs a file, because the list itself is no JSON.")
    }
  }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandExit {
    let export = OPMLExport(library: context.library, opml: context.opml)
    do throws(ImportFeature.Failure) {
      guard let file else {
        context.write(String(decoding: try await export.bytes(), as: UTF8.self))
        return .success
      }
      let count = try await export.write(to: URL(filePath: file, directoryHint: .notDirectory))
      if output.isJSON {
        context.writeJSON(Result(file: file, count: count))
      } else {
        context.writeLines(["Exported: \(count)"])
      }
      return .success
    } catch {
      throw .file(error)
    }
  }
}
