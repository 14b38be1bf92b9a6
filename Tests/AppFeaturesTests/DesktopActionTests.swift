import AppFeatures
import AppTestSupport
import Podcasts
import Testing

/// Tests of the actions that notifications and other processes send to the program.
struct DesktopActionTests {
  @Test(arguments: [
    (DesktopAction.playPause, "play-pause"), (.refresh, "refresh"), (.playEpisode(.sample(7)), "play-episode 7"),
    (.queueEpisode(.sample(8)), "queue-episode 8"), (.showShow(.sample(2)), "show-show 2"),
    (.showFailure(.sample(9)), "show-failure 9"),
  ])
  func `an action is converted to text and back`(action: DesktopAction, text: String) {
    #expect(action.text == text)
    #expect(DesktopAction(text: text) == action)
  }

  @Test(arguments: ["", "quit", "play-episode", "play-episode x", "play-pause 3", "refresh now"])
  func `an unknown or malformed text is not an action`(text: String) {
    #expect(DesktopAction(text: text) == nil)
  }

  @Test func `each action name creates an action`() {
    #expect(DesktopAction.names.allSatisfy { DesktopAction($0) != nil })
    #expect(DesktopAction.numberedNames.allSatisfy { DesktopAction($0, number: 1) != nil })
  }
}
