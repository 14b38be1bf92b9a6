import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  @MainActor @Suite struct AnimationClockTests {
    /// A clock whose time passes at each read, as the time of a frame clock passes during a long update.
    @MainActor final class PassingTime {
      var seconds = 0.0
      var tick: (@MainActor (Double) -> Void)?
      private(set) lazy var clock = AnimationClock(
        now: { [unowned self] _ in
          seconds += 0.25
          return seconds
        },
        ticks: { [unowned self] _, tick in
          self.tick = tick
          return self
        })
    }

    @Observable @MainActor final class Model {
      var offset = 0.0
    }

    struct Squares: View {
      let model: Model

      var body: some View {
        VStack {
          square("first").offset(x: model.offset)
          square("second").offset(x: model.offset)
        }
      }
    }

    @Test func `movements that begin in one update stay in step, even if time passes during the update`() async throws {
      // Given two views with the same offset
      let time = PassingTime()
      let model = Model()
      var environment = EnvironmentValues()
      environment.animationClock = time.clock
      let viewWindow = ViewWindow(gtk_window_new().window, environment: environment) { Squares(model: model) }
      viewWindow.present()
      let window = try #require(viewWindow.window)
      await drawFrame(of: window)
      let squares = ["first", "second"].compactMap { name in
        widgets(in: window.widget).first { String(cString: gtk_widget_get_name($0)) == name }
      }
      let start = try #require(squares.first.map { GtkTestSupport.bounds(of: $0, in: window).x })

      // When the offset changes with an animation of one second, and a frame is drawn half a second later
      withAnimation(.linear(duration: 1)) { model.offset = 100 }
      await waitUntil("the movement begins") { time.tick != nil }
      // `seconds` is the time of the last read. The movements began at that time.
      time.tick?(time.seconds + 0.5)
      await drawFrame(of: window)

      // Then both views have moved by half of the offset
      let distances = squares.map { GtkTestSupport.bounds(of: $0, in: window).x - start }
      #expect(distances.count == 2)
      #expect(distances.allSatisfy { isClose($0, 50) }, "\(distances)")
      // The movements end before the window is closed.
      time.tick?(time.seconds + 2)
      viewWindow.close()
    }
  }
}
