import Podcasts
import ReducerStore

extension PlayerFeature {
  /// Updates the state for the actions that open and close the window of the video. The state contains no frames. The
  /// window reads them from the player client.
  func reduceVideo(_ action: Action, in state: inout State) -> Effect<Action> {
    switch action {
    case .videoButtonClicked:
      guard state.hasVideo, let episode = state.item?.episode else { return .none }
      state.video = ShownVideo(id: episode.id, title: episode.title)
    case .videoChanged(let video): state.video = video
    default: break
    }
    return .none
  }
}

extension PlayerFeature.State {
  /// Resets the state of the video and closes its window, before another episode is loaded. The player reports later
  /// whether that episode has a video.
  mutating func forgetVideo() {
    hasVideo = false
    videoDecoderPackage = nil
    video = nil
  }
}
