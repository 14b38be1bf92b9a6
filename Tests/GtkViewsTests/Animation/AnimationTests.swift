import CGtk
import CGtkBridge
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Animations of state changes: the views that move, the start of their movement, and their places at a given time.
  ///
  /// A `SteppedWindow` has 300 by 300 pixels, and the test advances the time of its animations. `square` is a box of 40
  /// by 40 pixels with a name. `isTicking` means that an animation requests frames.
  @MainActor @Suite struct AnimationTests {
    @Observable @MainActor final class Model {
      var isLarge = false
      var offset = 0
      /// A change of this value animates the change of `offset`.
      var offsetAnimationValue = 0
    }

    /// A square that is drawn with 40 pixels, or with 60 pixels (40 × 1.5) if the model is large.
    struct Scaled: View {
      let model: Model

      var body: some View { square("square").scaleEffect(model.isLarge ? 1.5 : 1) }
    }

    // The expected scales after each quarter of a second, computed from the formula of the curve. The second run of
    // `repeatCount(2)` goes backwards, and at its end the scale jumps to 1.5.
    @Test(arguments: [
      (Animation.linear(duration: 1), [1.125, 1.25, 1.375, 1.5]),
      (.easeIn(duration: 1), [1.0467, 1.1577, 1.3109, 1.5]),
      (.easeOut(duration: 1), [1.1891, 1.3423, 1.4533, 1.5]), (.easeInOut(duration: 1), [1.0646, 1.25, 1.4354, 1.5]),
      (.linear(duration: 0.5).delay(0.5), [1, 1, 1.25, 1.5]),
      (.linear(duration: 2).speed(2), [1.125, 1.25, 1.375, 1.5]),
      (.linear(duration: 0.5).repeatCount(2), [1.25, 1.5, 1.25, 1.5]),
      (.spring(response: 0.5, dampingFraction: 1), [1.4105, 1.4936, 1.4996, 1.5]),
    ])
    func `an animated scale follows its curve`(animation: Animation, scales: [Double]) async {
      // Given a square of 40 pixels, at rest
      let model = Model()
      let fixture = await SteppedWindow { Scaled(model: model) }
      let initialBounds = fixture.bounds("square")
      #expect(!fixture.frames.isTicking)

      // When the square is scaled within withAnimation
      await fixture.perform { withAnimation(animation) { model.isLarge = true } }

      // Then the scale begins at its old value, and follows the curve. The centre of the square stays in place
      #expect(isClose(fixture.bounds("square").width, 40))
      for scale in scales {
        #expect(fixture.frames.isTicking)
        await fixture.advance(by: 0.25)
        let bounds = fixture.bounds("square")
        #expect(isClose(bounds.width / 40, scale, by: 0.001), "\(bounds)")
        #expect(isClose(bounds.x + bounds.width / 2, initialBounds.x + 20))
      }
      // And no frame callbacks are left, and the square has the same size in the layout
      await fixture.advance(by: 0.25)
      #expect(!fixture.frames.isTicking)
      #expect(fixture.widget(named: "square").map { gtk_widget_get_width($0) } == 40)
      fixture.close()
    }

    @Test func `a change outside of withAnimation is not animated and ends a running animation`() async {
      let model = Model()
      let fixture = await SteppedWindow { Scaled(model: model) }
      await fixture.perform { model.isLarge = true }
      #expect(isClose(fixture.bounds("square").width, 60))
      #expect(!fixture.frames.isTicking)
      await fixture.perform { withAnimation(nil) { model.isLarge = false } }
      #expect(isClose(fixture.bounds("square").width, 40))

      // And a change without an animation ends a running animation
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isLarge = true } }
      await fixture.advance(by: 0.5)
      await fixture.perform { model.isLarge = false }
      #expect(isClose(fixture.bounds("square").width, 40))
      #expect(!fixture.frames.isTicking)
      fixture.close()
    }

    @Test func `an interrupting animation starts at the current position and speed`() async {
      // Given a movement halfway
      let model = Model()
      let fixture = await SteppedWindow { Scaled(model: model) }
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isLarge = true } }
      await fixture.advance(by: 0.5)
      #expect(isClose(fixture.bounds("square").width, 50))

      // When the animation is reversed
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isLarge = false } }

      // Then the square begins at its current size, and shrinks
      #expect(isClose(fixture.bounds("square").width, 50))
      await fixture.advance(by: 0.5)
      #expect(isClose(fixture.bounds("square").width, 45))

      // When a spring replaces the animation, the square first continues to shrink, by 10 pixels a second
      await fixture.perform { withAnimation(.spring(response: 1, dampingFraction: 1)) { model.isLarge = true } }
      await fixture.advance(by: 0.01)
      #expect(fixture.bounds("square").width < 45)
      await fixture.advance(by: 3)
      #expect(isClose(fixture.bounds("square").width, 60))
      fixture.close()
    }

    struct MovableSquares: View {
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

    @Test func `rotation, offset and opacity are animated, and a view is found at its drawn position`() async throws {
      let fixture = await SteppedWindow { MovableSquares() }
      let (initialTurned, initialMoved) = (fixture.bounds("turned"), fixture.bounds("moved"))
      await fixture.window.click("Move")
      await fixture.draw()
      await fixture.advance(by: 0.5)

      // Then the view that is turned by 45 degrees about its corner is as wide as its diagonal, and the others are
      // halfway
      #expect(isClose(fixture.bounds("turned").width, 40 * 2.0.squareRoot()))
      #expect(isClose(fixture.bounds("turned").y, initialTurned.y))
      #expect(isClose(fixture.bounds("moved").x, initialMoved.x + 50))
      #expect(isClose(fixture.bounds("moved").y, initialMoved.y - 10))
      #expect(fixture.widget(named: "faint").map { isClose(gtk_widget_get_opacity($0), 0.5, by: 0.005) } == true)
      let window = try #require(fixture.window.window?.widget)
      // The point is in the square as it is drawn, and outside of its place in the layout.
      let found = gtk_widget_pick(window, initialMoved.x + 85, initialMoved.y + 25, GTK_PICK_DEFAULT)
      #expect(found == fixture.widget(named: "moved"))
      fixture.close()
    }

    struct AnimationScopes: View {
      let model: Model

      var body: some View {
        VStack {
          square("inside").offset(x: model.isLarge ? 100 : 0).animation(.linear(duration: 1), value: model.isLarge)
          square("outside").offset(x: model.isLarge ? 100 : 0)
          Reader(model: model).animation(.linear(duration: 1), value: model.isLarge)
          square("ownValue").offset(x: Double(model.offset))
            .animation(.linear(duration: 1), value: model.offsetAnimationValue)
          square("unanimated").offset(x: model.isLarge ? 100 : 0).animation(nil, value: model.isLarge)
          square("transaction").offset(x: model.isLarge ? 100 : 0).transaction { $0.animation = .linear(duration: 1) }
        }
      }
    }

    /// A view whose own body reads the model.
    struct Reader: View {
      let model: Model

      var body: some View { square("reader").offset(x: model.isLarge ? 100 : 0) }
    }

    @Test func `the animation modifier animates only its subtree, and only when its value changes`() async {
      let model = Model()
      let fixture = await SteppedWindow { AnimationScopes(model: model) }
      let start = fixture.bounds("inside").x

      // When the value changes, outside of withAnimation
      await fixture.perform { model.isLarge = true }
      await fixture.advance(by: 0.25)

      // Then the views inside of `animation` and `transaction` are animated, including `Reader`. The others arrive at
      // once
      #expect(isClose(fixture.bounds("inside").x, start + 25))
      #expect(isClose(fixture.bounds("reader").x, start + 25))
      #expect(isClose(fixture.bounds("transaction").x, start + 25))
      #expect(isClose(fixture.bounds("outside").x, start + 100))
      #expect(isClose(fixture.bounds("unanimated").x, start + 100))

      // When the offset changes alone, it is not animated. When the animation's value changes too, the offset is
      // animated
      await fixture.advance(by: 1)
      await fixture.perform { model.offset = 40 }
      #expect(isClose(fixture.bounds("ownValue").x, start + 40))
      await fixture.perform { (model.offset, model.offsetAnimationValue) = (80, 1) }
      await fixture.advance(by: 0.5)
      #expect(isClose(fixture.bounds("ownValue").x, start + 60))

      // And within withAnimation, `animation(nil)` still moves its view at once, and a view without the modifier is
      // animated
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isLarge = false } }
      #expect(isClose(fixture.bounds("unanimated").x, start))
      #expect(isClose(fixture.bounds("outside").x, start + 100))
      await fixture.advance(by: 1)

      // And a transaction can disable the animations of the modifiers
      var transaction = Transaction()
      transaction.disablesAnimations = true
      await fixture.perform { [transaction] in withTransaction(transaction) { model.isLarge = true } }
      #expect(isClose(fixture.bounds("inside").x, start + 100))
      fixture.close()
    }

    struct AnimatedToggle: View {
      @State var isOn = false

      var body: some View {
        VStack {
          square("square").offset(x: isOn ? 100 : 0)
          Toggle("Animated", isOn: $isOn.animation(.linear(duration: 1)))
        }
      }
    }

    @Test func `a write through a binding with an animation is animated`() async throws {
      let fixture = await SteppedWindow { AnimatedToggle() }
      let start = fixture.bounds("square").x
      let window = try #require(fixture.window.window)
      let control = try #require(widgets(ofType: gtk_switch_get_type(), in: window).first)
      await fixture.perform { gtk_switch_set_active(control.opaque, 1) }
      await fixture.advance(by: 0.5)
      #expect(isClose(fixture.bounds("square").x, start + 50))
      fixture.close()
    }

    struct TwoSquares: View {
      @State var first = 0.0
      @State var second = 0.0
      let change: @MainActor (Binding<Double>, Binding<Double>) -> Void

      var body: some View {
        VStack {
          OffsetSquare(x: $first)
          OffsetSquare(x: $second)
          Button("Change") { change($first, $second) }
        }
      }
    }

    struct OffsetSquare: View {
      @Binding var x: Double
      var body: some View { square("square").offset(x: x) }
    }

    @Test func `writes to different state in one event handler are animated independently`() async {
      // Given two views that read one state each, and an action that animates only the change of the first state. The
      // second state is written before and after the animated write
      let fixture = await SteppedWindow {
        TwoSquares { first, second in
          second.wrappedValue = 20
          withAnimation(.linear(duration: 1)) { first.wrappedValue = 100 }
          second.wrappedValue = 40
        }
      }
      let squares = {
        widgets(in: fixture.window.window!.widget).filter { String(cString: gtk_widget_get_name($0)) == "square" }
      }
      let xPositions = {
        squares().map { square in
          var rectangle = graphene_rect_t()
          _ = gtk_widget_compute_bounds(square, fixture.window.window?.widget, &rectangle)
          return Double(rectangle.origin.x)
        }
      }
      let start = xPositions()[0]

      // When the button's event handler writes both
      await fixture.window.click("Change")
      await fixture.draw()
      await fixture.advance(by: 0.5)

      // Then the first square moves, and the second square arrives at once
      #expect(isClose(xPositions()[0], start + 50))
      #expect(isClose(xPositions()[1], start + 40))
      fixture.close()
    }

    @Test func `an animated write after an unanimated write to the same state is animated`() async {
      let fixture = await SteppedWindow {
        TwoSquares { first, _ in
          first.wrappedValue = 20
          withAnimation(.linear(duration: 1)) { first.wrappedValue = 100 }
        }
      }
      // Both squares have this name. `bounds` returns the bounds of the first square.
      let start = fixture.bounds("square").x
      await fixture.window.click("Change")
      await fixture.draw()
      await fixture.advance(by: 0.5)
      #expect(isClose(fixture.bounds("square").x, start + 50))
      fixture.close()
    }

    @Test func `reduced motion completes new and running animations at once`() async {
      defer { allowAnimations(true) }
      // Given a desktop whose settings disable animations
      allowAnimations(false)
      let model = Model()
      let fixture = await SteppedWindow { Scaled(model: model) }
      var completionCount = 0
      await fixture.perform {
        withAnimation {
          model.isLarge = true
        } completion: {
          completionCount += 1
        }
      }

      // Then the change is complete at once
      #expect(isClose(fixture.bounds("square").width, 60))
      #expect(!fixture.frames.isTicking)
      #expect(completionCount == 1)

      // When animations are enabled, and are disabled again while one is running
      allowAnimations(true)
      await fixture.perform { withAnimation(.linear(duration: 1).repeatForever()) { model.isLarge = false } }
      await fixture.advance(by: 0.5)
      #expect(isClose(fixture.bounds("square").width, 50))
      allowAnimations(false)
      await fixture.draw()

      // Then the animation is complete
      #expect(isClose(fixture.bounds("square").width, 40))
      #expect(!fixture.frames.isTicking)
      fixture.close()
    }

    @Test func `a completion runs when its animation ends or is interrupted`() async {
      let model = Model()
      let fixture = await SteppedWindow { Scaled(model: model) }
      var events: [String] = []
      await fixture.perform {
        withAnimation(.linear(duration: 1)) {
          model.isLarge = true
        } completion: {
          events.append("large")
        }
      }
      await fixture.advance(by: 0.9)
      #expect(events == [])

      // When a second animation interrupts the first one, then the completion of the first one runs. The completion of
      // the second one runs at its end
      await fixture.perform {
        withAnimation(.linear(duration: 1)) {
          model.isLarge = false
        } completion: {
          events.append("small")
        }
      }
      #expect(events == ["large"])
      await fixture.advance(by: 1)
      #expect(events == ["large", "small"])

      // And an animation that moves nothing is complete at once. `Scaled` does not read `offset`
      await fixture.perform {
        withAnimation {
          model.offset += 1
        } completion: {
          events.append("nothing")
        }
      }
      #expect(events.last == "nothing")
      fixture.close()
    }

    @Test func `an animation on the window's frame clock ends and then requests no frames`() async {
      // Given a window with GTK's own frame clock
      let model = Model()
      let window = await show { Scaled(model: model) }
      var isOver = false
      withAnimation(.easeInOut(duration: 0.15)) {
        model.isLarge = true
      } completion: {
        isOver = true
      }

      // Then the animation ends, and no more frames are requested
      await waitUntil("the movement is over") { isOver }
      #expect(!AnimationClock.frames.isMoving)
      window.close()
    }

    @Test func `the widgets and the clock of a window that closes during an animation are freed`() async {
      let model = Model()
      let deallocations = DeallocationWatch()
      do {
        let fixture = await SteppedWindow { Scaled(model: model) }
        await fixture.perform { withAnimation(.linear(duration: 1).repeatForever()) { model.isLarge = true } }
        await fixture.advance(by: 0.5)
        if let square = fixture.widget(named: "square") { deallocations.watch(square, "the square") }
        deallocations.watch(fixture.frames.clock, "the clock")
        fixture.close()
        await mainLoopSettles()
        #expect(!fixture.frames.isTicking)
        #expect(!fixture.frames.clock.isMoving)
      }
      await deallocations.expectAll()
    }
  }
}
