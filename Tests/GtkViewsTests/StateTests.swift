import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The state of views, and models that views read: a change evaluates the bodies that have read the changed value.
  @MainActor @Suite struct StateTests {
    @Observable @MainActor final class Model {
      var title = "First"
      var count = 0
    }

    struct Counter: View {
      @State private var count = 0

      var body: some View {
        VStack {
          Text("Count \(count)")
          Button("More") { count += 1 }
        }
      }
    }

    @Test func `a button changes state, and the text follows`() async {
      // Given a view that counts
      let window = await show { Counter() }
      #expect(window.texts == ["Count 0", "More"])

      // When its button is clicked twice
      for _ in 1...2 { await window.click("More") }

      // Then the text follows
      await waitUntil("the text follows") { window.texts.first == "Count 2" }
      #expect(window.texts == ["Count 2", "More"])
      window.close()
    }

    /// A row that reads the model only if the row's number is 500.
    struct Row: View {
      let number: Int
      let model: Model

      var body: some View {
        number == 500 ? Text("\(model.title)") : Text("Row \(number)")
      }
    }

    @Test func `a change of a property evaluates only the body that has read the property`() async {
      // Given 1,000 labels, one of which reads the model
      let model = Model()
      let window = await show {
        VStack { ForEach(0..<1000) { Row(number: $0, model: model) } }
      }
      let evaluationsBefore = ViewGraph.shared.evaluationCount

      // When the property that this label reads changes
      model.title = "Second"
      await waitUntil("the label follows") { window.texts[500] == "Second" }

      // Then one body was evaluated
      #expect(ViewGraph.shared.evaluationCount - evaluationsBefore == 1)
      window.close()
    }

    @Test func `several writes in one turn of the main loop cause one evaluation`() async {
      let model = Model()
      let window = await show { Row(number: 500, model: model) }
      let evaluationsBefore = ViewGraph.shared.evaluationCount
      for number in 1...10 { model.title = "Title \(number)" }
      await waitUntil("the label follows") { window.texts == ["Title 10"] }
      #expect(ViewGraph.shared.evaluationCount - evaluationsBefore == 1)
      window.close()
    }

    /// Shows the counter while the model's count is odd.
    struct Branches: View {
      let model: Model

      var body: some View {
        VStack {
          if model.count % 2 == 0 { Text("even") } else { Counter() }
          Text("always")
        }
      }
    }

    @Test func `state is reset when a condition removes a view and inserts it again`() async {
      let model = Model()
      let window = await show { Branches(model: model) }
      model.count = 1
      await waitUntil("the counter is there") { window.texts.first == "Count 0" }
      await window.click("More")
      await waitUntil("the counter counts") { window.texts.first == "Count 1" }
      model.count = 2
      await waitUntil("the counter is removed") { window.texts == ["even", "always"] }
      model.count = 3
      await waitUntil("the counter is inserted again") { window.texts.first == "Count 0" }
      #expect(window.texts == ["Count 0", "More", "always"])
      window.close()
    }

    @Test func `a model is freed with its window`() async {
      weak var weakModel: Model?
      do {
        let model = Model()
        weakModel = model
        let window = await show { Row(number: 500, model: model) }
        window.close()
      }
      await waitUntil("the model is gone") { weakModel == nil }
      #expect(weakModel == nil)
    }
  }
}
