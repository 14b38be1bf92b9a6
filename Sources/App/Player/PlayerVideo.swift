import Podcasts
import ReducerStore

extension PlayerFeature {
  /// Handles the actions that open and close the window of the video. The window reads the frames from the player
  /// client.
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
  /// Removes the video of the previous episode and closes its window, because another episode is loaded. The player
  /// reports whether the new episode has a video.
  mutating func forgetVideo() {
    hasVideo = false
    videoPackage = nil
    video = nil
  }
}
