import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The insertion and removal of views.
  ///
  /// A `SteppedWindow` has 300 by 300 pixels, and the test advances the time of its animations. `square` is a box of 40
  /// by 40 pixels with a name.
  @MainActor @Suite struct TransitionTests {
    @Observable @MainActor final class Model {
      var isShown = false
      /// Whether a view with two alternatives shows the second one.
      var showsSecond = false
      var numbers = [1, 2, 3]
      /// The elements that have disappeared, reported by their `onDisappear`.
      var events: [String] = []
    }

    /// Shows a square between two others while the model's `isShown` is true.
    struct OptionalSquare: View {
      let model: Model
      let transition: AnyTransition?

      var body: some View {
        VStack(spacing: 0) {
          square("first")
          if model.isShown {
            if let transition { square("moving").transition(transition) } else { square("moving") }
          }
          square("last")
        }
      }
    }

    /// Returns the opacity with which a widget is drawn, including the opacity of everything around it. The result is 1
    /// if there is no widget of this name.
    private func opacity<Content>(_ name: String, in fixture: SteppedWindow<Content>) -> Double {
      var opacity = 1.0
      var next = fixture.widget(named: name)
      while let widget = next {
        opacity *= gtk_widget_get_opacity(widget)
        next = gtk_widget_get_parent(widget)
      }
      return opacity
    }

    @Test func `a view without an animation is inserted and removed at once`() async {
      let model = Model()
      let fixture = await SteppedWindow { OptionalSquare(model: model, transition: .slide) }
      await fixture.perform { model.isShown = true }
      #expect(fixture.bounds("moving").x == fixture.bounds("first").x)
      await fixture.perform { model.isShown = false }
      #expect(fixture.widget(named: "moving") == nil)
      #expect(!fixture.frames.isTicking)
      fixture.close()
    }

    @Test func `a transition applies although a scaleEffect modifier is outside of it`() async {
      struct Scaled: View {
        let model: Model

        var body: some View {
          VStack(spacing: 0) {
            square("first")
            if model.isShown { square("moving").transition(.slide).scaleEffect(1) }
          }
        }
      }
      let model = Model()
      let fixture = await SteppedWindow { Scaled(model: model) }
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isShown = true } }
      await fixture.advance(by: 0.5)
      // The view slides in from the left, and does not fade in
      #expect(fixture.bounds("moving").x < fixture.bounds("first").x)
      #expect(opacity("moving", in: fixture) == 1)
      fixture.close()
    }

    @Test func `the default transition fades a view in and out`() async {
      let model = Model()
      let fixture = await SteppedWindow { OptionalSquare(model: model, transition: nil) }
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isShown = true } }
      #expect(isClose(opacity("moving", in: fixture), 0, by: 0.005))
      await fixture.advance(by: 0.25)
      #expect(isClose(opacity("moving", in: fixture), 0.25, by: 0.005))
      await fixture.advance(by: 0.75)
      #expect(opacity("moving", in: fixture) == 1)
      #expect(!fixture.frames.isTicking)

      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isShown = false } }
      await fixture.advance(by: 0.25)
      #expect(isClose(opacity("moving", in: fixture), 0.75, by: 0.005))
      await fixture.advance(by: 0.75)
      #expect(fixture.widget(named: "moving") == nil)
      #expect(!fixture.frames.isTicking)
      fixture.close()
    }

    @Test func `a slide transition moves the view and animates its space in the stack`() async {
      // Given a view that enters from the left, and leaves to the right
      let model = Model()
      let fixture = await SteppedWindow { OptionalSquare(model: model, transition: .slide) }
      let (first, last) = (fixture.bounds("first"), fixture.bounds("last"))
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isShown = true } }
      #expect(isClose(fixture.bounds("moving").x, first.x - 40))
      #expect(isClose(fixture.bounds("last").y, last.y))

      // When half of the time is over, the view is half in. Its space in the stack is half of its height of 40, below
      // the first square with its height of 40
      await fixture.advance(by: 0.5)
      #expect(isClose(fixture.bounds("moving").x, first.x - 20))
      #expect(isClose(fixture.bounds("last").y - fixture.bounds("first").y, 60, by: 1))
      await fixture.advance(by: 0.5)
      #expect(isClose(fixture.bounds("moving").x, first.x))
      #expect(isClose(fixture.bounds("last").y - fixture.bounds("first").y, 80))

      // When the view is removed, it leaves to the right, and its space shrinks
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isShown = false } }
      await fixture.advance(by: 0.5)
      #expect(isClose(fixture.bounds("moving").x, first.x + 20))
      #expect(isClose(fixture.bounds("last").y - fixture.bounds("first").y, 60, by: 1))
      await fixture.advance(by: 0.5)
      #expect(fixture.widget(named: "moving") == nil)
      #expect(isClose(fixture.bounds("last").y, last.y))
      fixture.close()
    }

    // Each transition, with the width of the square (40 pixels at the end), its horizontal distance from the final
    // place, and its opacity, halfway through the insertion.
    @Test(arguments: [
      (AnyTransition.scale, 20.0, 0.0, 1.0), (.scale(scale: 0.5), 30, 0, 1), (.move(edge: .trailing), 40, 20, 1),
      (.push(from: .leading), 40, -20, 0.5), (.offset(x: 100), 40, 50, 1),
      (.opacity.combined(with: .scale), 20, 0, 0.5),
      (.asymmetric(insertion: .scale, removal: .identity), 20, 0, 1),
    ])
    func `halfway through an insertion, a transition determines the width, place and opacity`(
      transition: AnyTransition, width: Double, distance: Double, opacity: Double
    ) async {
      let model = Model()
      let fixture = await SteppedWindow { OptionalSquare(model: model, transition: transition) }
      // The final place has the same center as the first square. A square is 40 pixels wide.
      let center = fixture.bounds("first").x + 20
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isShown = true } }
      await fixture.advance(by: 0.5)
      let bounds = fixture.bounds("moving")
      #expect(isClose(bounds.width, width))
      #expect(isClose(bounds.x + bounds.width / 2 - center, distance))
      #expect(isClose(self.opacity("moving", in: fixture), opacity, by: 0.005))
      await fixture.advance(by: 0.5)
      #expect(isClose(fixture.bounds("moving").width, 40))
      await fixture.perform { model.isShown = false }
      #expect(fixture.widget(named: "moving") == nil)
      fixture.close()
    }

    @Test func `an interrupted removal or insertion reverses from its current opacity`() async {
      let model = Model()
      let fixture = await SteppedWindow { OptionalSquare(model: model, transition: .opacity) }
      await fixture.perform { model.isShown = true }
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isShown = false } }
      await fixture.advance(by: 0.25)
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isShown = true } }
      // While the animation reverses, the view has only one widget
      #expect(
        widgets(in: fixture.window.window!.widget).filter { String(cString: gtk_widget_get_name($0)) == "moving" }.count
          == 1)
      #expect(isClose(opacity("moving", in: fixture), 0.75, by: 0.005))

      // And when the insertion is interrupted after 0.4 of its time, the view fades out from 0.75 + 0.4 · 0.25
      await fixture.advance(by: 0.4)
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isShown = false } }
      #expect(isClose(opacity("moving", in: fixture), 0.85, by: 0.005))
      await fixture.advance(by: 1)
      #expect(fixture.widget(named: "moving") == nil)
      fixture.close()
    }

    @Test func `an interrupted slide reverses from its current position`() async {
      // Given a view that enters from the left and leaves to the right. It is half out: 20 of its 40 pixels
      let model = Model()
      let fixture = await SteppedWindow { OptionalSquare(model: model, transition: .slide) }
      await fixture.perform { model.isShown = true }
      let x = fixture.bounds("moving").x
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isShown = false } }
      await fixture.advance(by: 0.5)
      #expect(isClose(fixture.bounds("moving").x, x + 20))

      // When it is inserted again, then it returns from the right. The stack has 40 pixels for the first square, and 20
      // for the view
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isShown = true } }
      #expect(isClose(fixture.bounds("moving").x, x + 20))
      #expect(isClose(fixture.bounds("last").y - fixture.bounds("first").y, 60, by: 1))
      await fixture.advance(by: 0.5)
      #expect(isClose(fixture.bounds("moving").x, x + 10))

      // When it is removed again while it is 10 pixels right of its place, then after a quarter of the time it has
      // moved on by a quarter of its width of 40
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isShown = false } }
      await fixture.advance(by: 0.25)
      #expect(isClose(fixture.bounds("moving").x, x + 20))

      // When it is inserted again, then it returns from its current place
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isShown = true } }
      #expect(isClose(fixture.bounds("moving").x, x + 20))
      await fixture.advance(by: 1)
      #expect(isClose(fixture.bounds("moving").x, x))
      #expect(isClose(fixture.bounds("last").y - fixture.bounds("first").y, 80))
      fixture.close()
    }

    @Test func `an interrupted scale to a corner grows from the same corner`() async {
      let model = Model()
      let fixture = await SteppedWindow {
        OptionalSquare(model: model, transition: .scale(scale: 0, anchor: .topLeading))
      }
      await fixture.perform { model.isShown = true }
      let x = fixture.bounds("moving").x
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isShown = false } }
      await fixture.advance(by: 0.5)
      // The size and place are the same before and after the interruption
      func expectHalfSize() {
        #expect(isClose(fixture.bounds("moving").x, x))
        #expect(isClose(fixture.bounds("moving").width, 20))
      }
      expectHalfSize()
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isShown = true } }
      expectHalfSize()
      await fixture.advance(by: 1)
      #expect(isClose(fixture.bounds("moving").width, 40))
      fixture.close()
    }

    @Test func `a transition with its own animation runs without withAnimation`() async {
      let model = Model()
      let fixture = await SteppedWindow {
        OptionalSquare(model: model, transition: .opacity.animation(.linear(duration: 2)))
      }
      await fixture.perform { model.isShown = true }
      await fixture.advance(by: 0.5)
      #expect(isClose(opacity("moving", in: fixture), 0.25, by: 0.005))
      await fixture.advance(by: 1.5)
      await fixture.perform { model.isShown = false }
      await fixture.advance(by: 0.5)
      #expect(isClose(opacity("moving", in: fixture), 0.75, by: 0.005))
      await fixture.advance(by: 1.5)
      #expect(fixture.widget(named: "moving") == nil)
      fixture.close()
    }

    struct FirstOrSecond: View {
      let model: Model

      var body: some View {
        VStack(spacing: 0) {
          if model.showsSecond { square("second") } else { square("first") }
        }
      }
    }

    @Test func `the branches of a condition cross-fade in place`() async {
      let model = Model()
      let fixture = await SteppedWindow { FirstOrSecond(model: model) }
      let place = fixture.bounds("first")
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.showsSecond = true } }
      await fixture.advance(by: 0.25)
      #expect(isClose(opacity("first", in: fixture), 0.75, by: 0.005))
      #expect(isClose(opacity("second", in: fixture), 0.25, by: 0.005))
      #expect(fixture.bounds("first") == place)
      #expect(fixture.bounds("second") == place)
      await fixture.advance(by: 0.75)
      #expect(fixture.widget(named: "first") == nil)
      fixture.close()
    }

    struct Layered: View {
      let model: Model

      var body: some View {
        VStack(spacing: 0) {
          ZStack {
            square("ground")
            if model.showsSecond { square("second") } else { square("first") }
            if model.isShown { square("moving").transition(.opacity) }
          }
          square("below")
        }
      }
    }

    @Test func `layers of a ZStack fade in place with their full size`() async {
      let model = Model()
      let fixture = await SteppedWindow { Layered(model: model) }
      let (place, below) = (fixture.bounds("ground"), fixture.bounds("below"))
      await fixture.perform {
        withAnimation(.linear(duration: 1)) { (model.showsSecond, model.isShown) = (true, true) }
      }
      await fixture.advance(by: 0.25)
      for name in ["first", "second", "moving"] { #expect(fixture.bounds(name) == place, "\(name)") }
      #expect(isClose(opacity("first", in: fixture), 0.75, by: 0.005))
      await fixture.advance(by: 0.75)
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.isShown = false } }
      await fixture.advance(by: 0.5)
      #expect(fixture.bounds("moving") == place)
      #expect(fixture.bounds("below") == below)
      fixture.close()
    }

    struct Identified: View {
      let model: Model

      var body: some View {
        VStack(spacing: 0) {
          Text(verbatim: model.showsSecond ? "new" : "old").id(model.showsSecond)
          if model.showsSecond { AnyView(Text("a text")) } else { AnyView(square("a square")) }
          model.isShown ? AnyView(Text("shown")) : AnyView(square("replaced by a text"))
        }
      }
    }

    @Test func `views whose id or type changes cross-fade`() async {
      let model = Model()
      let fixture = await SteppedWindow { Identified(model: model) }
      await fixture.perform {
        withAnimation(.linear(duration: 1)) { (model.showsSecond, model.isShown) = (true, true) }
      }
      await fixture.advance(by: 0.5)
      // The old and the new views are both visible. The squares have no text.
      #expect(fixture.window.texts == ["old", "new", "a text", "shown"])
      #expect(isClose(opacity("a square", in: fixture), 0.5, by: 0.005))
      #expect(isClose(opacity("replaced by a text", in: fixture), 0.5, by: 0.005))
      await fixture.advance(by: 0.5)
      #expect(fixture.window.texts == ["new", "a text", "shown"])
      #expect(fixture.widget(named: "replaced by a text") == nil)
      fixture.close()
    }

    struct Numbers: View {
      let model: Model

      var body: some View {
        VStack(spacing: 0) {
          ForEach(model.numbers, id: \.self) { number in
            Text(verbatim: "\(number)").transition(.opacity).onDisappear { model.events.append("\(number) gone") }
          }
        }
      }
    }

    @Test func `a removed element stays visible in its old place until its transition ends`() async {
      let model = Model()
      let fixture = await SteppedWindow { Numbers(model: model) }
      #expect(fixture.window.texts == ["1", "2", "3"])
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.numbers = [1, 3, 4] } }
      #expect(fixture.window.texts == ["1", "2", "3", "4"])
      #expect(model.events == ["2 gone"])
      await fixture.advance(by: 0.5)
      await fixture.perform { withAnimation(.linear(duration: 1)) { model.numbers = [3, 1, 4] } }
      // Element 2, which is being removed, still follows element 1, as it did in the original list.
      #expect(fixture.window.texts == ["3", "1", "2", "4"])
      await fixture.advance(by: 0.5)
      #expect(fixture.window.texts == ["3", "1", "4"])
      await fixture.advance(by: 1)
      #expect(!fixture.frames.isTicking)
      fixture.close()
    }

    @Test func `a view in removal cannot be picked and is freed when its window closes`() async {
      let model = Model()
      let deallocations = DeallocationWatch()
      do {
        let fixture = await SteppedWindow { OptionalSquare(model: model, transition: .slide) }
        await fixture.perform { model.isShown = true }
        if let moving = fixture.widget(named: "moving") { deallocations.watch(moving, "the view") }
        await fixture.perform { withAnimation(.linear(duration: 1)) { model.isShown = false } }
        await fixture.advance(by: 0.25)
        // The point is inside the moving view, although the view's place in the stack has already shrunk.
        let bounds = fixture.bounds("moving")
        let found = fixture.window.window.flatMap {
          gtk_widget_pick($0.widget, bounds.x + 20, bounds.y + 10, GTK_PICK_DEFAULT)
        }
        #expect(found != nil && found != fixture.widget(named: "moving"))
        fixture.close()
        await mainLoopSettles()
        #expect(!fixture.frames.isTicking)
      }
      await deallocations.expectAll()
    }
  }
}
