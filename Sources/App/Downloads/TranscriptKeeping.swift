import Foundation
import Podcasts
import ReducerStore

/// Fetches the transcripts of downloaded episodes, so that they can be searched, and read without a connection.
extension DownloadsFeature {
  /// Fetches the transcripts of episodes whose download has just been completed. A transcript that cannot be fetched is only reported to the log:
  /// the episode's page fetches it again.
  func keepTranscripts(of ids: [Episode.ID]) -> Effect<Action> {
    guard !ids.isEmpty else { return .none }
    return .run { [episodes, locale, log, savedTranscripts, transcripts] _ in
      for id in ids where !Task.isCancelled {
        guard let links = await Self.transcriptLinks(of: id, episodes, log), !links.isEmpty else { continue }
        guard await savedTranscripts.transcript(of: id, log: log) == nil else { continue }
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
  /// The downloads that are complete now, and were not when they were received before.
  func justCompleted(_ downloads: [Download]) -> [Episode.ID] {
    downloads.filter { download in download.isComplete && items[id: download.id].map { !$0.download.isComplete } ?? false }.map(\.id)
  }
}
