import Foundation
import Podcasts
import ReducerStore

/// Fetches the transcripts of downloaded episodes, so that they can be searched, and read without a connection.
extension DownloadsFeature {
  /// Fetches the transcripts of downloaded episodes that the library does not have, or has only outdated. A transcript that cannot be fetched is only reported to the
  /// log: the episode's page fetches it again, and so does the next start of the program.
  func keepTranscripts(of ids: [Episode.ID]) -> Effect<Action> {
    guard !ids.isEmpty else { return .none }
    return .run { [episodes, locale, log, savedTranscripts, transcripts] _ in
      for id in await savedTranscripts.missing(of: ids, log: log) where !Task.isCancelled {
        guard let links = await Self.transcriptLinks(of: id, episodes, log), !links.isEmpty else { continue }
        do throws(TranscriptError) {
          let transcript = try await transcripts.transcript(links, locale.language.languageCode?.identifier)
          await savedTranscripts.keep(transcript, of: id, log: log)
        } catch {
          if error != .cancelled { log("The transcript of a downloaded episode could not be fetched: \(error)") }
        }
      }
    }
  }

  private static func transcriptLinks(of id: Episode.ID, _ episodes: EpisodesClient, _ log: @Sendable (String) -> Void) async -> [TranscriptLink]? {
    do throws(LibraryError) {
      return try await episodes.notes(id).details.transcripts
    } catch {
      log("The notes of a downloaded episode could not be read: \(error)")
      return nil
    }
  }
}

extension DownloadsFeature.State {
  /// The complete downloads that were not complete, or not known, when the downloads were received before.
  func newlyComplete(_ downloads: [Download]) -> [Episode.ID] {
    downloads.filter { $0.isComplete && items[id: $0.id]?.download.isComplete != true }.map(\.id)
  }
}
