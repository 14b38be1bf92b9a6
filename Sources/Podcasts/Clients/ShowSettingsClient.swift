/// The user's settings for each show.
///
/// `PodcastStore` makes the live client.
package struct ShowSettingsClient: Sendable {
  /// The settings of a show: once at once, and again after each change, until the consumer stops. `nil` when the show was removed. Damaged settings
  /// count as the defaults. After a failure the stream ends.
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
