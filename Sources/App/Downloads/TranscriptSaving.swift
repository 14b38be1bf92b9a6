import Foundation
import Podcasts
import ReducerStore

/// Saves the transcripts of downloaded episodes in the library, so that the user can search these transcripts, and can
/// read them without a connection.
extension DownloadsFeature {
  /// Fetches and saves the transcripts of episodes whose transcript is not in the library, or is outdated. If a
  /// transcript cannot be fetched or saved, the error is only logged. The next attempt is made when the user opens the
  /// transcript, or at the next start of the program, at which all complete downloads count as newly complete.
  func saveTranscripts(of ids: [Episode.ID]) -> Effect<Action> {
    guard !ids.isEmpty else { return .none }
    return .run { [episodes, locale, log, savedTranscripts, transcripts] _ in
      for id in await savedTranscripts.missing(of: ids, log: log) where !Task.isCancelled {
        guard let notes = await Self.notes(of: id, episodes, log), !notes.details.transcripts.isEmpty else { continue }
        do throws(TranscriptError) {
          let language = locale.language.languageCode?.identifier
          let transcript = try await transcripts.transcript(notes.details.transcripts, language, notes.feed)
          await savedTranscripts.save(transcript, of: id, log: log)
        } catch {
          if error != .cancelled { log("The transcript of a downloaded episode could not be fetched: \(error)") }
        }
      }
    }
  }

  /// Returns the notes of an episode, which contain the addresses of its transcripts and of its feed. `nil` if the
  /// notes cannot be read.
  private static func notes(
    of id: Episode.ID, _ episodes: EpisodesClient, _ log: @Sendable (String) -> Void
  ) async -> EpisodeNotes? {
    do throws(LibraryError) {
      return try await episodes.notes(id)
    } catch {
      log("The notes of a downloaded episode could not be read: \(error)")
      return nil
    }
  }
}

extension DownloadsFeature.State {
  /// Returns the episodes whose downloads are complete in `downloads`, but not in the current state.
  func newlyComplete(_ downloads: [Download]) -> [Episode.ID] {
    downloads.filter { $0.isComplete && items[id: $0.id]?.download.isComplete != true }.map(\.id)
  }
}
