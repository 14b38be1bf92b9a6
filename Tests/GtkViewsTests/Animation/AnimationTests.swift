import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The views that move, the start of their movement, and their places at a given time.
  @MainActor @Suite struct AnimationTests {
    @Observable @MainActor final class Model {
      var isLarge = false
      var count = 0
      var other = 0
    }

    struct Scaled: View {
      let model: Model

      var body: some View { square("square").scaleEffect(model.isLarge ? 1.5 : 1) }
    }

    @Test(arguments: [
      (Animation.linear(duration: 1), [1.125, 1.25, 1.375, 1.5]),
      (.easeIn(duration: 1), [1.0467, 1.1577, 1.3109, 1.5]),
      (.easeOut(duration: 1), [1.1891, 1.3423, 1.4533, 1.5]), (.easeInOut(duration: 1), [1.0646, 1.25, 1.4354, 1.5]),
      (.linear(duration: 0.5).delay(0.5), [1, 1, 1.25, 1.5]),
      (.linear(duration: 2).speed(2), [1.125, 1.25, 1.375, 1.5]),
      (.linear(duration: 0.5).repeatCount(2), [1.25, 1.5, 1.25, 1.5]),
      (.spring(response: 0.5, dampingFraction: 1), [1.4105, 1.4936, 1.4996, 1.5]),
    ])
    func `a scale goes from 1 to 1,5 along its curve`(animation: Animation, scales: [Double]) async {
      // Given a square of 40 pixels, at rest
      let model = Model()
      let stage = await MovingStage { Scaled(model: model) }
      let room = stage.bounds("square")
      #expect(!stage.frames.isTicking)

      // When it is scaled within withAnimation
      await stage.perform { withAnimation(animation) { model.isLarge = true } }

      // Then it begins at its old scale, and then follows the curve, around its centre
      #expect(isClose(stage.bounds("square").width, 40))
      for scale in scales {
        #expect(stage.frames.isTicking)
        await stage.advance(by: 0.25)
        let bounds = stage.bounds("square")
        #expect(isClose(bounds.width / 40, scale, by: 0.001), "\(bounds)")
        #expect(isClose(bounds.x + bounds.width / 2, room.x + 20))
      }
      // And no frame callbacks are left, and the layout was never changed
      await stage.advance(by: 0.25)
      #expect(!stage.frames.isTicking)
      #expect(stage.named("square").map { gtk_widget_get_width($0) } == 40)
      stage.close()
    }

    @Test func `a change outside of withAnimation does not move`() async {
      let model = Model()
      let stage = await MovingStage { Scaled(model: model) }
      await stage.perform { model.isLarge = true }
      #expect(isClose(stage.bounds("square").width, 60))
      #expect(!stage.frames.isTicking)
      await stage.perform { withAnimation(nil) { model.isLarge = false } }
      #expect(isClose(stage.bounds("square").width, 40))

      // And it ends a movement that is under way
      await stage.perform { withAnimation(.linear(duration: 1)) { model.isLarge = true } }
      await stage.advance(by: 0.5)
      await stage.perform { model.isLarge = false }
      #expect(isClose(stage.bounds("square").width, 40))
      #expect(!stage.frames.isTicking)
      stage.close()
    }

    @Test func `an interruption starts from where things are`() async {
      // Given a movement halfway
      let model = Model()
      let stage = await MovingStage { Scaled(model: model) }
      await stage.perform { withAnimation(.linear(duration: 1)) { model.isLarge = true } }
      await stage.advance(by: 0.5)
      #expect(isClose(stage.bounds("square").width, 50))

      // When it is sent back
      await stage.perform { withAnimation(.linear(duration: 1)) { model.isLarge = false } }

      // Then it stays where it is at first, and goes back from there
      #expect(isClose(stage.bounds("square").width, 50))
      await stage.advance(by: 0.5)
      #expect(isClose(stage.bounds("square").width, 45))

      // When a spring takes over, the square first continues at the same speed: 10 pixels a second down
      await stage.perform { withAnimation(.spring(response: 1, dampingFraction: 1)) { model.isLarge = true } }
      await stage.advance(by: 0.01)
      #expect(stage.bounds("square").width < 45)
      await stage.advance(by: 3)
      #expect(isClose(stage.bounds("square").width, 60))
      stage.close()
    }

    struct Turned: View {
      @State var isMoved = false

      var body: some View {
        VStack {
          square("turned").rotationEffect(.degrees(isMoved ? 90 : 0), anchor: .topLeading)
          square("moved").offset(x: isMoved ? 100 : 0, y: isMoved ? -20 : 0)
          square("faint").opacity(isMoved ? 0 : 1)
          Button("Move") { withAnimation(.linear(duration: 1)) { isMoved.toggle() } }
        }
      }
    }

    @Test func `rotation, offset and opacity move, and the pointer finds a view where it is drawn`() async throws {
      let stage = await MovingStage { Turned() }
      let (turned, moved) = (stage.bounds("turned"), stage.bounds("moved"))
      await stage.window.click("Move")
      await stage.draw()
      await stage.advance(by: 0.5)

      // Then the view that is turned by 45 degrees about its corner is as wide as its diagonal, and the others are
      // halfway
      #expect(isClose(stage.bounds("turned").width, 40 * 2.0.squareRoot()))
      #expect(isClose(stage.bounds("turned").y, turned.y))
      #expect(isClose(stage.bounds("moved").x, moved.x + 50))
      #expect(isClose(stage.bounds("moved").y, moved.y - 10))
      #expect(stage.named("faint").map { isClose(gtk_widget_get_opacity($0), 0.5, by: 0.005) } == true)
      let window = try #require(stage.window.window?.widget)
      let found = gtk_widget_pick(window, moved.x + 85, moved.y + 25, GTK_PICK_DEFAULT)
      #expect(found == stage.named("moved"))
      stage.close()
    }

    struct Scoped: View {
      let model: Model

      var body: some View {
        VStack {
          square("inside").offset(x: model.isLarge ? 100 : 0).animation(.linear(duration: 1), value: model.isLarge)
          square("outside").offset(x: model.isLarge ? 100 : 0)
          Reader(model: model).animation(.linear(duration: 1), value: model.isLarge)
          square("unrelated").offset(x: Double(model.other)).animation(.linear(duration: 1), value: model.count)
          square("never").offset(x: model.isLarge ? 100 : 0).animation(nil, value: model.isLarge)
          square("transacted").offset(x: model.isLarge ? 100 : 0).transaction { $0.animation = .linear(duration: 1) }
        }
      }
    }

    /// A view that reads the model itself.
    struct Reader: View {
      let model: Model

      var body: some View { square("reader").offset(x: model.isLarge ? 100 : 0) }
    }

    @Test func `animation with a value moves only its own subtree, and only when its value changes`() async {
      let model = Model()
      let stage = await MovingStage { Scoped(model: model) }
      let start = stage.bounds("inside").x

      // When the value changes, outside of withAnimation
      await stage.perform { model.isLarge = true }
      await stage.advance(by: 0.25)

      // Then the views within move, including the one that reads the model itself, and no others
      #expect(isClose(stage.bounds("inside").x, start + 25))
      #expect(isClose(stage.bounds("reader").x, start + 25))
      #expect(isClose(stage.bounds("transacted").x, start + 25))
      #expect(isClose(stage.bounds("outside").x, start + 100))
      #expect(isClose(stage.bounds("never").x, start + 100))

      // When another value changes, nothing moves. When it changes together with the animation's value, it moves
      await stage.advance(by: 1)
      await stage.perform { model.other = 40 }
      #expect(isClose(stage.bounds("unrelated").x, start + 40))
      await stage.perform { (model.other, model.count) = (80, 1) }
      await stage.advance(by: 0.5)
      #expect(isClose(stage.bounds("unrelated").x, start + 60))

      // And a view without an animation does not move within withAnimation either
      await stage.perform { withAnimation(.linear(duration: 1)) { model.isLarge = false } }
      #expect(isClose(stage.bounds("never").x, start))
      #expect(isClose(stage.bounds("outside").x, start + 100))
      await stage.advance(by: 1)

      // And a transaction may disable the views' own animations
      var transaction = Transaction()
      transaction.disablesAnimations = true
      await stage.perform { [transaction] in withTransaction(transaction) { model.isLarge = true } }
      #expect(isClose(stage.bounds("inside").x, start + 100))
      stage.close()
    }

    struct Bound: View {
      @State var isOn = false

      var body: some View {
        VStack {
          square("square").offset(x: isOn ? 100 : 0)
          Toggle("Animated", isOn: $isOn.animation(.linear(duration: 1)))
        }
      }
    }

    @Test func `a binding with an animation animates what it writes`() async throws {
      let stage = await MovingStage { Bound() }
      let start = stage.bounds("square").x
      let window = try #require(stage.window.window)
      let control = try #require(widgets(ofType: gtk_switch_get_type(), in: window).first)
      await stage.perform { gtk_switch_set_active(control.opaque, 1) }
      await stage.advance(by: 0.5)
      #expect(isClose(stage.bounds("square").x, start + 50))
      stage.close()
    }

    struct Mixed: View {
      @State var first = 0.0
      @State var second = 0.0
      let change: @MainActor (Binding<Double>, Binding<Double>) -> Void

      var body: some View {
        VStack {
          First(x: $first)
          First(x: $second)
          Button("Change") { change($first, $second) }
        }
      }
    }

    struct First: View {
      @Binding var x: Double
      var body: some View { square("square").offset(x: x) }
    }

    @Test func `writes of one turn have each their own animation, and of two to one value the last that asks`() async {
      // Given two views that read one state each, and an action that writes one with an animation and one without
      let stage = await MovingStage {
        Mixed { first, second in
          second.wrappedValue = 20
          withAnimation(.linear(duration: 1)) { first.wrappedValue = 100 }
          second.wrappedValue = 40
        }
      }
      let squares = {
        widgets(in: stage.window.window!.widget).filter { String(cString: gtk_widget_get_name($0)) == "square" }
      }
      let places = {
        squares().map { square in
          var rectangle = graphene_rect_t()
          _ = gtk_widget_compute_bounds(square, stage.window.window?.widget, &rectangle)
          return Double(rectangle.origin.x)
        }
      }
      let start = places()[0]

      // When both are written in one turn
      await stage.window.click("Change")
      await stage.draw()
      await stage.advance(by: 0.5)

      // Then one moves, and the other arrives at once
      #expect(isClose(places()[0], start + 50))
      #expect(isClose(places()[1], start + 40))
      stage.close()
    }

    @Test func `an animated write after another of the same state in one turn is animated`() async {
      let stage = await MovingStage {
        Mixed { first, _ in
          first.wrappedValue = 20
          withAnimation(.linear(duration: 1)) { first.wrappedValue = 100 }
        }
      }
      let start = stage.bounds("square").x
      await stage.window.click("Change")
      await stage.draw()
      await stage.advance(by: 0.5)
      #expect(isClose(stage.bounds("square").x, start + 50))
      stage.close()
    }

    @Test func `reduced motion is obeyed, also in the midst of a movement`() async {
      defer { allowAnimations(true) }
      // Given a desktop that does not want animations
      allowAnimations(false)
      let model = Model()
      let stage = await MovingStage { Scaled(model: model) }
      var completions = 0
      await stage.perform {
        withAnimation {
          model.isLarge = true
        } completion: {
          completions += 1
        }
      }

      // Then the change is complete at once
      #expect(isClose(stage.bounds("square").width, 60))
      #expect(!stage.frames.isTicking)
      #expect(completions == 1)

      // When it allows animations, and disallows them during one
      allowAnimations(true)
      await stage.perform { withAnimation(.linear(duration: 1).repeatForever()) { model.isLarge = false } }
      await stage.advance(by: 0.5)
      #expect(isClose(stage.bounds("square").width, 50))
      allowAnimations(false)
      await stage.draw()

      // Then the animation is complete
      #expect(isClose(stage.bounds("square").width, 40))
      #expect(!stage.frames.isTicking)
      stage.close()
    }

    @Test func `a completion is done when what was begun has arrived`() async {
      let model = Model()
      let stage = await MovingStage { Scaled(model: model) }
      var story: [String] = []
      await stage.perform {
        withAnimation(.linear(duration: 1)) {
          model.isLarge = true
        } completion: {
          story.append("large")
        }
      }
      await stage.advance(by: 0.9)
      #expect(story == [])

      // When it is interrupted, then the first is complete. The second is complete when it arrives
      await stage.perform {
        withAnimation(.linear(duration: 1)) {
          model.isLarge = false
        } completion: {
          story.append("small")
        }
      }
      #expect(story == ["large"])
      await stage.advance(by: 1)
      #expect(story == ["large", "small"])

      // And an animation that moves nothing is complete at once
      await stage.perform {
        withAnimation {
          model.other += 1
        } completion: {
          story.append("nothing")
        }
      }
      #expect(story.last == "nothing")
      stage.close()
    }

    @Test func `on a window's own frame clock it moves by itself, and then there is no work`() async {
      // Given a window with GTK's own frames
      let model = Model()
      let window = await show { Scaled(model: model) }
      var isOver = false
      withAnimation(.easeInOut(duration: 0.15)) {
        model.isLarge = true
      } completion: {
        isOver = true
      }

      // Then it arrives, and no more frames are requested
      await waitUntil("the movement is over") { isOver }
      #expect(!AnimationClock.frames.isMoving)
      window.close()
    }

    @Test func `a window that closes in the midst of a movement leaves nothing behind`() async {
      let model = Model()
      let deaths = DeathWatch()
      do {
        let stage = await MovingStage { Scaled(model: model) }
        await stage.perform { withAnimation(.linear(duration: 1).repeatForever()) { model.isLarge = true } }
        await stage.advance(by: 0.5)
        if let square = stage.named("square") { deaths.watch(square, "the square") }
        deaths.watch(stage.frames.clock, "the clock")
        stage.close()
        await mainLoopSettles()
        #expect(!stage.frames.isTicking)
        #expect(!stage.frames.clock.isMoving)
      }
      await deaths.expectAll()
    }
  }
}
