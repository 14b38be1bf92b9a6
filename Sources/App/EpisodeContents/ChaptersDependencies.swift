package import Podcasts
package import ReducerStore

extension DependencyValues {
  /// Reads the chapters of episodes.
  package var chapters: ChaptersClient {
    get { self[ChaptersKey.self] }
    set { self[ChaptersKey.self] = newValue }
  }

  /// Parses show notes.
  package var notes: NotesClient {
    get { self[NotesKey.self] }
    set { self[NotesKey.self] = newValue }
  }

  /// Fetches transcripts.
  package var transcripts: TranscriptClient {
    get { self[TranscriptsKey.self] }
    set { self[TranscriptsKey.self] = newValue }
  }

  /// Reads, writes and searches the transcripts in the library.
  package var savedTranscripts: SavedTranscriptsClient {
    get { self[SavedTranscriptsKey.self] }
    set { self[SavedTranscriptsKey.self] = newValue }
  }
}

private enum ChaptersKey: TestDependencyKey {
  static var testValue: ChaptersClient {
    ChaptersClient { _ in reportMissing("chapters", returning: EpisodeChapters()) }
  }
}

private enum NotesKey: TestDependencyKey {
  static var testValue: NotesClient { NotesClient { _ in reportMissing("notes", returning: ShowNotes()) } }
}

/// In a test without this dependency, the library has no transcripts, and saving does nothing. Unlike the other clients
/// in this file, this client does not fail the test.
private enum SavedTranscriptsKey: TestDependencyKey {
  static var testValue: SavedTranscriptsClient {
    SavedTranscriptsClient(transcript: { _ in nil }, missing: { $0 }, save: { _, _ in }, search: { _, _ in [] })
  }
}

private enum TranscriptsKey: TestDependencyKey {
  static var testValue: TranscriptClient {
    TranscriptClient { _, _, _ throws(TranscriptError) in
      throw reportMissing("transcripts", returning: .unavailable(reason: "unexpected"))
    }
  }
}
