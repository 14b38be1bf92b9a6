import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Which bodies are evaluated when something changes, and which are not.
  @MainActor @Suite struct EvaluationTests {
    @Observable @MainActor final class Model {
      var first = "first"
      var second = "second"
      var usesFirst = true
      var count = 0
    }

    struct Either: View {
      let model: Model

      var body: some View { Text(verbatim: model.usesFirst ? model.first : model.second) }
    }

    @Test func `what a body read before, and does not read now, no longer evaluates it`() async {
      // Given a view that read one property, and then another instead
      let model = Model()
      let window = await show { Either(model: model) }
      model.usesFirst = false
      await waitUntil("it follows") { window.texts == ["second"] }

      // When the first one changes
      let before = ViewGraph.shared.evaluationCount
      model.first = "another"
      await mainLoopSettles()

      // Then nothing is evaluated
      #expect(ViewGraph.shared.evaluationCount == before)
      window.close()
    }

    struct EitherOfState: View {
      let model: Model
      @State private var usesFirst = true

      var body: some View {
        VStack {
          Text(verbatim: usesFirst ? model.first : model.second)
          Button("Switch") { usesFirst.toggle() }
        }
      }
    }

    @Test func `a model that a body read before its state changed no longer evaluates it`() async {
      // Given two views of one type, the second of which was made when the graph knew that the type reads models
      let model = Model()
      let first = await show { EitherOfState(model: model) }
      let second = await show { EitherOfState(model: model) }
      await second.click("Switch")
      await waitUntil("it follows") { second.texts.first == "second" }

      // When what only the first one still reads changes
      let before = ViewGraph.shared.evaluationCount
      model.first = "another"
      await waitUntil("the other follows") { first.texts.first == "another" }

      // Then only that one was evaluated
      #expect(ViewGraph.shared.evaluationCount - before == 1)
      first.close()
      second.close()
    }

    struct Reader: View {
      let model: Model
      let number: Int

      var body: some View { Text(verbatim: "\(model.first) \(number)") }
    }

    @Test func `evaluating a body again and again leaves nothing behind in the model`() async {
      // Given a view that reads a model, evaluated a thousand times for other reasons, when the graph knows that its type reads models
      let model = Model()
      ViewHost(Reader(model: Model(), number: 0)).close()
      let host = ViewHost(Reader(model: model, number: 0))
      for number in 1...1000 { host.update(Reader(model: model, number: number)) }

      // When the model changes
      let before = ModelReading.notificationCount
      model.first = "changed"

      // Then it tells one registration
      #expect(ModelReading.notificationCount - before == 1)
      host.close()
    }

    @Test func `views that come and go leave nothing behind in the model`() async {
      let model = Model()
      ViewHost(Reader(model: Model(), number: 0)).close()
      for number in 1...1000 { ViewHost(Reader(model: model, number: number)).close() }
      let before = ModelReading.notificationCount
      model.first = "changed"
      #expect(ModelReading.notificationCount == before)
    }

    enum Screen: View {
      case number(Int)
      case action(() -> Void)

      var body: some View {
        switch self {
        case .number(let number): Text(verbatim: "Number \(number)")
        case .action: Text(verbatim: "Action")
        }
      }
    }

    @Test func `a view that is an enum is updated`() async {
      let window = await show { Screen.number(1) }
      window.update { Screen.number(2) }
      await waitUntil("it follows") { window.texts == ["Number 2"] }
      #expect(window.texts == ["Number 2"])
      window.close()
    }

    struct Details {
      var title: String
      let model: Model?
      var place: (row: Int, isLast: Bool)
    }

    struct Child: View {
      let details: Details
      let label: Text?

      var body: some View { label ?? Text(verbatim: details.title) }
    }

    struct Parent: View {
      let model: Model

      var body: some View {
        VStack {
          Text(verbatim: "\(model.count)")
          Child(details: Details(title: "child", model: model, place: (1, false)), label: nil)
        }
      }
    }

    @Test func `a view whose fields are the same is not evaluated with the one above`() async {
      // Given a child whose fields are structs that are not Equatable, with objects and optionals in them
      let model = Model()
      let window = await show { Parent(model: model) }

      // When the parent is evaluated, and makes the same child
      let before = ViewGraph.shared.evaluationCount
      model.count = 1
      await waitUntil("it follows") { window.texts == ["1", "child"] }

      // Then the child was not
      #expect(ViewGraph.shared.evaluationCount - before == 1)
      window.close()
    }

    @Test func `a change of one of 1,000 labels touches one widget`() async throws {
      // Given 1,000 labels, of which one reads the model
      let model = Model()
      let window = await show {
        VStack { ForEach(0..<1000) { number in number == 500 ? Reader(model: model, number: 500) : Reader(model: Model(), number: number) } }
      }
      let labels = widgets(ofType: gtk_label_get_type(), in: try #require(window.window))
      #expect(labels.count == 1000)
      var touched = 0
      for label in labels { connect(label, .ignoringArgument("notify")) { touched += 1 } }

      // When what it reads changes
      model.first = "changed"
      await waitUntil("it follows") { window.texts[500] == "changed 500" }

      // Then GTK says of one property of one widget that it changed
      #expect(touched == 1)
      window.close()
    }
  }
}
