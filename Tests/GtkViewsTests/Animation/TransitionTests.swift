import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The insertion and removal of views.
  @MainActor @Suite struct TransitionTests {
    @Observable @MainActor final class Model {
      var isShown = false
      var isOther = false
      var numbers = [1, 2, 3]
      var story: [String] = []
    }

    struct Optionally: View {
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

    /// Returns the opacity with which a widget is drawn, including the opacity of everything around it.
    private func opacity<Content>(_ name: String, on stage: MovingStage<Content>) -> Double {
      var opacity = 1.0
      var next = stage.named(name)
      while let widget = next {
        opacity *= gtk_widget_get_opacity(widget)
        next = gtk_widget_get_parent(widget)
      }
      return opacity
    }

    @Test func `without an animation a view comes and goes at once`() async {
      let model = Model()
      let stage = await MovingStage { Optionally(model: model, transition: .slide) }
      await stage.perform { model.isShown = true }
      #expect(stage.bounds("moving").x == stage.bounds("first").x)
      await stage.perform { model.isShown = false }
      #expect(stage.named("moving") == nil)
      #expect(!stage.frames.isTicking)
      stage.close()
    }

    @Test func `a view of which nothing is said fades in and out`() async {
      let model = Model()
      let stage = await MovingStage { Optionally(model: model, transition: nil) }
      await stage.perform { withAnimation(.linear(duration: 1)) { model.isShown = true } }
      #expect(isClose(opacity("moving", on: stage), 0, by: 0.005))
      await stage.advance(by: 0.25)
      #expect(isClose(opacity("moving", on: stage), 0.25, by: 0.005))
      await stage.advance(by: 0.75)
      #expect(opacity("moving", on: stage) == 1)
      #expect(!stage.frames.isTicking)

      await stage.perform { withAnimation(.linear(duration: 1)) { model.isShown = false } }
      await stage.advance(by: 0.25)
      #expect(isClose(opacity("moving", on: stage), 0.75, by: 0.005))
      await stage.advance(by: 0.75)
      #expect(stage.named("moving") == nil)
      #expect(!stage.frames.isTicking)
      stage.close()
    }

    @Test func `a view slides and is scaled, and its room opens and closes with it`() async {
      // Given a view that enters from the left, and leaves to the right
      let model = Model()
      let stage = await MovingStage { Optionally(model: model, transition: .slide) }
      let (first, last) = (stage.bounds("first"), stage.bounds("last"))
      await stage.perform { withAnimation(.linear(duration: 1)) { model.isShown = true } }
      #expect(isClose(stage.bounds("moving").x, first.x - 40))
      #expect(isClose(stage.bounds("last").y, last.y))

      // When half of the time is over, it is half in, and has half of its room
      await stage.advance(by: 0.5)
      #expect(isClose(stage.bounds("moving").x, first.x - 20))
      #expect(isClose(stage.bounds("last").y - stage.bounds("first").y, 60, by: 1))
      await stage.advance(by: 0.5)
      #expect(isClose(stage.bounds("moving").x, first.x))
      #expect(isClose(stage.bounds("last").y - stage.bounds("first").y, 80))

      // When it is removed
      await stage.perform { withAnimation(.linear(duration: 1)) { model.isShown = false } }
      await stage.advance(by: 0.5)
      #expect(isClose(stage.bounds("moving").x, first.x + 20))
      #expect(isClose(stage.bounds("last").y - stage.bounds("first").y, 60, by: 1))
      await stage.advance(by: 0.5)
      #expect(stage.named("moving") == nil)
      #expect(isClose(stage.bounds("last").y, last.y))
      stage.close()
    }

    @Test(arguments: [
      (AnyTransition.scale, 20.0, 0.0, 1.0), (.scale(scale: 0.5), 30, 0, 1), (.move(edge: .trailing), 40, 20, 1),
      (.push(from: .leading), 40, -20, 0.5), (.offset(x: 100), 40, 50, 1),
      (.opacity.combined(with: .scale), 20, 0, 0.5),
      (.asymmetric(insertion: .scale, removal: .identity), 20, 0, 1),
    ])
    func `halfway in, a view is as its transition says`(
      transition: AnyTransition, width: Double, shift: Double, opacity: Double
    ) async {
      let model = Model()
      let stage = await MovingStage { Optionally(model: model, transition: transition) }
      let center = stage.bounds("first").x + 20
      await stage.perform { withAnimation(.linear(duration: 1)) { model.isShown = true } }
      await stage.advance(by: 0.5)
      let bounds = stage.bounds("moving")
      #expect(isClose(bounds.width, width))
      #expect(isClose(bounds.x + bounds.width / 2 - center, shift))
      #expect(isClose(self.opacity("moving", on: stage), opacity, by: 0.005))
      await stage.advance(by: 0.5)
      #expect(isClose(stage.bounds("moving").width, 40))
      await stage.perform { model.isShown = false }
      #expect(stage.named("moving") == nil)
      stage.close()
    }

    @Test func `a view that goes comes back from where it is`() async {
      let model = Model()
      let stage = await MovingStage { Optionally(model: model, transition: .opacity) }
      await stage.perform { model.isShown = true }
      await stage.perform { withAnimation(.linear(duration: 1)) { model.isShown = false } }
      await stage.advance(by: 0.25)
      await stage.perform { withAnimation(.linear(duration: 1)) { model.isShown = true } }
      #expect(
        widgets(in: stage.window.window!.widget).filter { String(cString: gtk_widget_get_name($0)) == "moving" }.count
          == 1)
      #expect(isClose(opacity("moving", on: stage), 0.75, by: 0.005))

      // And a view that is entering leaves from its current place
      await stage.advance(by: 0.4)
      await stage.perform { withAnimation(.linear(duration: 1)) { model.isShown = false } }
      #expect(isClose(opacity("moving", on: stage), 0.85, by: 0.005))
      await stage.advance(by: 1)
      #expect(stage.named("moving") == nil)
      stage.close()
    }

    @Test func `a view on its way to one side comes back from there, and goes there again`() async {
      // Given a view that enters from the left and leaves to the right, and is half out
      let model = Model()
      let stage = await MovingStage { Optionally(model: model, transition: .slide) }
      await stage.perform { model.isShown = true }
      let x = stage.bounds("moving").x
      await stage.perform { withAnimation(.linear(duration: 1)) { model.isShown = false } }
      await stage.advance(by: 0.5)
      #expect(isClose(stage.bounds("moving").x, x + 20))

      // When it is inserted again, then it enters from the right
      await stage.perform { withAnimation(.linear(duration: 1)) { model.isShown = true } }
      #expect(isClose(stage.bounds("moving").x, x + 20))
      #expect(isClose(stage.bounds("last").y - stage.bounds("first").y, 60, by: 1))
      await stage.advance(by: 0.5)
      #expect(isClose(stage.bounds("moving").x, x + 10))

      // When it is removed once more on the way, and is inserted again, then it enters from its current place
      await stage.perform { withAnimation(.linear(duration: 1)) { model.isShown = false } }
      await stage.advance(by: 0.25)
      #expect(isClose(stage.bounds("moving").x, x + 20))
      await stage.perform { withAnimation(.linear(duration: 1)) { model.isShown = true } }
      #expect(isClose(stage.bounds("moving").x, x + 20))
      await stage.advance(by: 1)
      #expect(isClose(stage.bounds("moving").x, x))
      #expect(isClose(stage.bounds("last").y - stage.bounds("first").y, 80))
      stage.close()
    }

    @Test func `a view that shrinks to a corner grows from there when it comes back`() async {
      let model = Model()
      let stage = await MovingStage { Optionally(model: model, transition: .scale(scale: 0, anchor: .topLeading)) }
      await stage.perform { model.isShown = true }
      let x = stage.bounds("moving").x
      await stage.perform { withAnimation(.linear(duration: 1)) { model.isShown = false } }
      await stage.advance(by: 0.5)
      for _ in 0..<2 {
        #expect(isClose(stage.bounds("moving").x, x))
        #expect(isClose(stage.bounds("moving").width, 20))
        if !model.isShown { await stage.perform { withAnimation(.linear(duration: 1)) { model.isShown = true } } }
      }
      await stage.advance(by: 1)
      #expect(isClose(stage.bounds("moving").width, 40))
      stage.close()
    }

    @Test func `a transition's own animation needs no other`() async {
      let model = Model()
      let stage = await MovingStage { Optionally(model: model, transition: .opacity.animation(.linear(duration: 2))) }
      await stage.perform { model.isShown = true }
      await stage.advance(by: 0.5)
      #expect(isClose(opacity("moving", on: stage), 0.25, by: 0.005))
      await stage.advance(by: 1.5)
      await stage.perform { model.isShown = false }
      await stage.advance(by: 0.5)
      #expect(isClose(opacity("moving", on: stage), 0.75, by: 0.005))
      await stage.advance(by: 1.5)
      #expect(stage.named("moving") == nil)
      stage.close()
    }

    struct Either: View {
      let model: Model

      var body: some View {
        VStack(spacing: 0) {
          if model.isOther { square("second") } else { square("first") }
        }
      }
    }

    @Test func `one view fades into another in its place`() async {
      let model = Model()
      let stage = await MovingStage { Either(model: model) }
      let place = stage.bounds("first")
      await stage.perform { withAnimation(.linear(duration: 1)) { model.isOther = true } }
      await stage.advance(by: 0.25)
      #expect(isClose(opacity("first", on: stage), 0.75, by: 0.005))
      #expect(isClose(opacity("second", on: stage), 0.25, by: 0.005))
      #expect(stage.bounds("first") == place)
      #expect(stage.bounds("second") == place)
      await stage.advance(by: 0.75)
      #expect(stage.named("first") == nil)
      stage.close()
    }

    struct Layered: View {
      let model: Model

      var body: some View {
        VStack(spacing: 0) {
          ZStack {
            square("ground")
            if model.isOther { square("second") } else { square("first") }
            if model.isShown { square("moving").transition(.opacity) }
          }
          square("below")
        }
      }
    }

    @Test func `layers come and go in their places, with all of their room`() async {
      let model = Model()
      let stage = await MovingStage { Layered(model: model) }
      let (place, below) = (stage.bounds("ground"), stage.bounds("below"))
      await stage.perform { withAnimation(.linear(duration: 1)) { (model.isOther, model.isShown) = (true, true) } }
      await stage.advance(by: 0.25)
      for name in ["first", "second", "moving"] { #expect(stage.bounds(name) == place, "\(name)") }
      #expect(isClose(opacity("first", on: stage), 0.75, by: 0.005))
      await stage.advance(by: 0.75)
      await stage.perform { withAnimation(.linear(duration: 1)) { model.isShown = false } }
      await stage.advance(by: 0.5)
      #expect(stage.bounds("moving") == place)
      #expect(stage.bounds("below") == below)
      stage.close()
    }

    struct Identified: View {
      let model: Model

      var body: some View {
        VStack(spacing: 0) {
          Text(verbatim: model.isOther ? "new" : "old").id(model.isOther)
          if model.isOther { AnyView(Text("a text")) } else { AnyView(square("a square")) }
          model.isShown ? AnyView(Text("shown")) : AnyView(square("hidden"))
        }
      }
    }

    @Test func `a view with another id, and one of another type, fade into each other`() async {
      let model = Model()
      let stage = await MovingStage { Identified(model: model) }
      await stage.perform { withAnimation(.linear(duration: 1)) { (model.isOther, model.isShown) = (true, true) } }
      await stage.advance(by: 0.5)
      #expect(stage.window.texts == ["old", "new", "a text", "shown"])
      #expect(isClose(opacity("a square", on: stage), 0.5, by: 0.005))
      #expect(isClose(opacity("hidden", on: stage), 0.5, by: 0.005))
      await stage.advance(by: 0.5)
      #expect(stage.window.texts == ["new", "a text", "shown"])
      #expect(stage.named("hidden") == nil)
      stage.close()
    }

    struct Numbers: View {
      let model: Model

      var body: some View {
        VStack(spacing: 0) {
          ForEach(model.numbers, id: \.self) { number in
            Text(verbatim: "\(number)").transition(.opacity).onDisappear { model.story.append("\(number) gone") }
          }
        }
      }
    }

    @Test func `of a collection, what goes is seen in its old place until it has gone`() async {
      let model = Model()
      let stage = await MovingStage { Numbers(model: model) }
      #expect(stage.window.texts == ["1", "2", "3"])
      await stage.perform { withAnimation(.linear(duration: 1)) { model.numbers = [1, 3, 4] } }
      #expect(stage.window.texts == ["1", "2", "3", "4"])
      #expect(model.story == ["2 gone"])
      await stage.advance(by: 0.5)
      await stage.perform { withAnimation(.linear(duration: 1)) { model.numbers = [3, 1, 4] } }
      #expect(stage.window.texts == ["3", "1", "2", "4"])
      await stage.advance(by: 0.5)
      #expect(stage.window.texts == ["3", "1", "4"])
      await stage.advance(by: 1)
      #expect(!stage.frames.isTicking)
      stage.close()
    }

    @Test func `what is on its way out is a picture, and nothing is left of it when its window closes`() async {
      let model = Model()
      let deaths = DeathWatch()
      do {
        let stage = await MovingStage { Optionally(model: model, transition: .slide) }
        await stage.perform { model.isShown = true }
        if let moving = stage.named("moving") { deaths.watch(moving, "the view") }
        await stage.perform { withAnimation(.linear(duration: 1)) { model.isShown = false } }
        await stage.advance(by: 0.25)
        let bounds = stage.bounds("moving")
        let found = stage.window.window.flatMap {
          gtk_widget_pick($0.widget, bounds.x + 20, bounds.y + 10, GTK_PICK_DEFAULT)
        }
        #expect(found != nil && found != stage.named("moving"))
        stage.close()
        await mainLoopSettles()
        #expect(!stage.frames.isTicking)
      }
      await deaths.expectAll()
    }
  }
}
