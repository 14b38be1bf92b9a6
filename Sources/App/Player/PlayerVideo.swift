import Podcasts
import ReducerStore

extension PlayerFeature {
  /// Opens and closes the window of the video. The window asks the player for the pictures.
  func videoChosen(_ action: Action, in state: inout State) -> Effect<Action> {
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
  /// Another episode comes into the player. Its audio reports its own video.
  mutating func forgetVideo() {
    hasVideo = false
    videoPackage = nil
    video = nil
  }
}
