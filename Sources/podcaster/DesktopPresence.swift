import AppFeatures
import DesktopServices
import Foundation
import GtkBridge
import PodcastNetwork
import Podcasts
import Presentation

/// The program's integration with the desktop: media controls, notifications, and the prevention of suspension during
/// playback.
@MainActor
final class DesktopPresence {
  /// The id of the notification about an episode that could not be played.
  private static let failureNotificationID = "playback-failure"

  private let application: Application
  /// Allows the suspension of the computer again. `nil` if suspension is not prevented.
  private var allowSuspension: (@MainActor () -> Void)?

  init(application: Application) { self.application = application }

  /// Returns a client for the media controls on the session bus. While an episode plays in the latest state that the
  /// client has received, the suspension of the computer is prevented.
  ///
  /// - Parameters:
  ///   - pictures: Stores the pictures of episodes as files, for the desktop.
  ///   - raise: Brings the window to the front.
  ///   - quit: Ends the program.
  ///   - log: Writes a message to the log.
  ///   - changed: Called with each state of playback that is passed to the media controls.
  func mediaControls(
    pictures: PictureFiles, raise: @escaping @MainActor @Sendable () -> Void,
    quit: @escaping @MainActor @Sendable () -> Void,
    log: @escaping @Sendable (_ message: String) -> Void, changed: @escaping @MainActor @Sendable (MediaState) -> Void
  ) -> MediaControlsClient {
    let busControls = MediaControlsClient.live(
      findPicture: { await pictures.file(of: $0, in: $1) }, raise: { Task { @MainActor in raise() } },
      quit: { Task { @MainActor in quit() } },
      onFailure: { log("There are no media controls: \($0)") })
    return MediaControlsClient(
      update: { [weak self] state in
        busControls.update(state)
        Task { @MainActor in
          self?.updateSuspension(isPlaying: state.status == .playing)
          changed(state)
        }
      },
      commands: busControls.commands)
  }

  /// Prevents the suspension of the computer if an episode plays. Otherwise allows the suspension again.
  private func updateSuspension(isPlaying: Bool) {
    if isPlaying, allowSuspension == nil {
      allowSuspension = application.preventSuspension(reason: translated(MediaState.suspensionReason))
    } else if !isPlaying, let allow = allowSuspension {
      allowSuspension = nil
      allow()
    }
  }

  /// Shows a notification about new episodes of a show. Its buttons play the newest episode or add that episode to the
  /// queue. A click on the notification shows the show.
  func post(_ notification: EpisodeNotification) {
    guard let newestID = notification.episodes.first?.rawValue else { return }
    application.send(
      DesktopNotification(
        id: "new-episodes-\(notification.show.rawValue)", title: notification.showTitle,
        body: translated(notification.text),
        buttons: [
          .init(translated(EpisodeNotification.playTitle), action: "play-episode", number: newestID),
          .init(translated(EpisodeNotification.queueTitle), action: "queue-episode", number: newestID),
        ],
        click: .init("", action: "show-show", number: notification.show.rawValue)))
  }

  /// Shows a notification about an episode that could not be played. Its button and a click on the notification open
  /// the window, which displays the failure.
  func post(_ notification: FailureNotification) {
    let (action, number) = ("show-failure", notification.episode.rawValue)
    application.send(
      DesktopNotification(
        id: Self.failureNotificationID, title: notification.title, body: translated(notification.text),
        buttons: [.init(translated(FailureNotification.openTitle), action: action, number: number)],
        click: .init("", action: action, number: number)))
  }

  /// Removes the notification about an episode that could not be played.
  func withdrawFailureNotification() { application.withdrawNotification(Self.failureNotificationID) }

  private func translated(_ text: TextState) -> String { text.resolved { Localization.translate($0) } }
}
