/// Reads and writes the user's settings for each show.
///
/// `PodcastStore` makes the live client.
package struct ShowSettingsClient: Sendable {
  /// Returns a stream of the settings of a show. It emits at once and after each change, until the consumer stops. It
  /// emits `nil` when the show was removed. For damaged settings, it emits the defaults. The stream ends after a
  /// failure.
  package var settings: @Sendable (_ show: Show.ID) -> AsyncStream<Result<ShowSettings?, LibraryError>>
  /// Writes the settings of a show. Throws ``LibraryError/notFound`` if the show was removed.
  package var save: @Sendable (_ show: Show.ID, _ settings: ShowSettings) async throws(LibraryError) -> Void

  package init(
    settings: @escaping @Sendable (_ show: Show.ID) -> AsyncStream<Result<ShowSettings?, LibraryError>>,
    save: @escaping @Sendable (_ show: Show.ID, _ settings: ShowSettings) async throws(LibraryError) -> Void
  ) {
    self.settings = settings
    self.save = save
  }
}
