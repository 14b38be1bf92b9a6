import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The bodies that are evaluated when something changes.
  @MainActor @Suite struct EvaluationTests {
    @Observable @MainActor final class Model {
      var first = "first"
      var second = "second"
      var usesFirst = true
      var count = 0
    }

    struct FirstOrSecond: View {
      let model: Model

      var body: some View { Text(verbatim: model.usesFirst ? model.first : model.second) }
    }

    @Test func `a change of a property that a body no longer reads does not evaluate the body`() async {
      // Given a view that read one property, and then another instead
      let model = Model()
      let window = await show { FirstOrSecond(model: model) }
      model.usesFirst = false
      await waitUntil("the text follows") { window.texts == ["second"] }

      // When the property changes that the view no longer reads
      let previousCount = ViewGraph.shared.evaluationCount
      model.first = "another"
      await mainLoopSettles()

      // Then nothing is evaluated
      #expect(ViewGraph.shared.evaluationCount == previousCount)
      window.close()
    }

    struct FirstOrSecondByState: View {
      let model: Model
      @State private var usesFirst = true

      var body: some View {
        VStack {
          Text(verbatim: usesFirst ? model.first : model.second)
          Button("Switch") { usesFirst.toggle() }
        }
      }
    }

    @Test func `a change of a property that a body stopped reading after a state change does not evaluate the body`()
      async
    {
      // Given two views of one type, of which the second reads another property after a click. When the second view is
      // created, the graph already knows from the first view that the bodies of this type read models
      let model = Model()
      let firstWindow = await show { FirstOrSecondByState(model: model) }
      let secondWindow = await show { FirstOrSecondByState(model: model) }
      await secondWindow.click("Switch")
      await waitUntil("the text follows") { secondWindow.texts.first == "second" }

      // When the property changes that only the first view still reads
      let previousCount = ViewGraph.shared.evaluationCount
      model.first = "another"
      await waitUntil("the first view follows") { firstWindow.texts.first == "another" }

      // Then only the first view was evaluated
      #expect(ViewGraph.shared.evaluationCount - previousCount == 1)
      firstWindow.close()
      secondWindow.close()
    }

    struct Reader: View {
      let model: Model
      let number: Int

      var body: some View { Text(verbatim: "\(model.first) \(number)") }
    }

    @Test func `repeated evaluations leave one observer in the model`() async {
      // Given a view that reads a model, and is evaluated a thousand times for other reasons
      let model = Model()
      // From this other view, the graph learns that the bodies of `Reader` read models. The graph can cancel
      // only the registrations of later evaluations.
      ViewHost(Reader(model: Model(), number: 0)).close()
      let host = ViewHost(Reader(model: model, number: 0))
      for number in 1...1000 { host.update(Reader(model: model, number: number)) }

      // When the model changes
      let previousCount = ObservationProfile.notificationCount
      model.first = "changed"

      // Then the model notifies one observer
      #expect(ObservationProfile.notificationCount - previousCount == 1)
      host.close()
    }

    @Test func `removed views leave no observers in the model`() async {
      let model = Model()
      // From this other view, the graph learns that the bodies of `Reader` read models. The graph can cancel
      // only the registrations of later evaluations.
      ViewHost(Reader(model: Model(), number: 0)).close()
      for number in 1...1000 { ViewHost(Reader(model: model, number: number)).close() }
      let previousCount = ObservationProfile.notificationCount
      model.first = "changed"
      #expect(ObservationProfile.notificationCount == previousCount)
    }

    /// A view that is an enum. The closure in a case prevents a comparison by `Equatable`.
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
      await waitUntil("the text follows") { window.texts == ["Number 2"] }
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

    @Test func `a view with unchanged fields is not evaluated with its parent`() async {
      // Given a child whose fields are not Equatable: a struct with an object and a tuple, and an optional view
      let model = Model()
      let window = await show { Parent(model: model) }

      // When the parent is evaluated, and creates a child with the same values
      let previousCount = ViewGraph.shared.evaluationCount
      model.count = 1
      await waitUntil("the text follows") { window.texts == ["1", "child"] }

      // Then the child was not evaluated
      #expect(ViewGraph.shared.evaluationCount - previousCount == 1)
      window.close()
    }

    @Test func `changing one of 1,000 labels changes one widget`() async throws {
      // Given 1,000 labels, of which one reads the model that changes
      let model = Model()
      let window = await show {
        VStack {
          ForEach(0..<1000) { number in
            number == 500 ? Reader(model: model, number: 500) : Reader(model: Model(), number: number)
          }
        }
      }
      let labels = widgets(ofType: gtk_label_get_type(), in: try #require(window.window))
      #expect(labels.count == 1000)
      var notifyCount = 0
      for label in labels { connect(label, .ignoringArgument("notify")) { notifyCount += 1 } }

      // When the property changes that the one label reads
      model.first = "changed"
      await waitUntil("the text follows") { window.texts[500] == "changed 500" }

      // Then GTK reports the change of one property of one widget
      #expect(notifyCount == 1)
      window.close()
    }

    /// Reads `first`, `second` or neither, and changes to the next of these three with each click on “Next”. The body
    /// reads `second` twice, but a change of `second` must evaluate the body only once.
    struct StateReader: View {
      @State private var readIndex = 0
      @State private var first = 1
      @State private var second = 1

      var body: some View {
        VStack {
          Text(verbatim: readStateText)
          Button("Next") { readIndex = (readIndex + 1) % 3 }
          Button("First") { first += 1 }
          Button("Second") { second += 1 }
        }
      }

      private var readStateText: String {
        switch readIndex {
        case 0: "first \(first)"
        case 1: "second \(second) of \(second)"
        default: "neither"
        }
      }
    }

    @Test func `a body follows only the state that it read in its last evaluation`() async {
      // Given a body that has read one state, and then another one instead
      let window = await show { StateReader() }
      await window.click("Next")
      await waitUntil("the text follows") { window.texts.first == "second 1 of 1" }

      // When the first state changes, then the body is not evaluated. When the second one changes, then it is evaluated
      let previousCount = ViewGraph.shared.evaluationCount
      await window.click("First")
      await mainLoopSettles()
      #expect(ViewGraph.shared.evaluationCount == previousCount)
      await window.click("Second")
      await waitUntil("the text follows") { window.texts.first == "second 2 of 2" }

      // When the body reads neither state, then no change of the states evaluates it. The body was evaluated twice: for
      // the change of the second state, and for the click on “Next”
      await window.click("Next")
      await waitUntil("the text follows") { window.texts.first == "neither" }
      for name in ["First", "Second"] { await window.click(name) }
      await mainLoopSettles()
      #expect(ViewGraph.shared.evaluationCount - previousCount == 2)

      // And when the body reads the first state again, then a change of that state evaluates the body. The state is 3
      // after two clicks on “First”
      await window.click("Next")
      await waitUntil("the text follows") { window.texts.first == "first 3" }
      await window.click("First")
      await waitUntil("the text follows") { window.texts.first == "first 4" }
      // Two more evaluations: for the click on “Next”, and for the change of the first state
      #expect(ViewGraph.shared.evaluationCount - previousCount == 4)
      window.close()
    }

    struct BindingReader: View {
      let number: Binding<Int>

      var body: some View { Text(verbatim: "\(number.wrappedValue)") }
    }

    struct BindingReaders: View {
      let count: Int
      @State private var number = 0

      var body: some View {
        VStack {
          ForEach(0..<count) { _ in BindingReader(number: $number) }
          Button("Change") { number += 1 }
        }
      }
    }

    @Test func `a state change evaluates the remaining readers and not the removed ones`() async {
      // Given three readers of one state, two of which are removed
      let window = await show { BindingReaders(count: 3) }
      window.update { BindingReaders(count: 1) }
      // The remaining texts are those of one reader and of the button.
      await waitUntil("the two readers are removed") { window.texts.count == 2 }

      // When the state changes, twice
      let previousCount = ViewGraph.shared.evaluationCount
      await window.click("Change")
      await waitUntil("the text follows") { window.texts.first == "1" }
      await window.click("Change")
      await waitUntil("the text follows") { window.texts.first == "2" }

      // Then one body is evaluated each time
      #expect(ViewGraph.shared.evaluationCount - previousCount == 2)
      window.close()
    }

    @Test func `a text keeps its attributes when its words change, and its words when its style changes`() async throws
    {
      let window = await show { Text(verbatim: "first").bold() }
      let root = try #require(window.window)
      let label = try #require(widgets(ofType: gtk_label_get_type(), in: root).first)
      let attributes = gtk_label_get_attributes(OpaquePointer(label))

      // When the words change, then the label keeps its list of attributes
      window.update { Text(verbatim: "second").bold() }
      await waitUntil("the text follows") { window.texts == ["second"] }
      #expect(gtk_label_get_attributes(OpaquePointer(label)) == attributes)

      // And when the style changes, then the label gets a new list of attributes and keeps its words
      window.update { Text(verbatim: "second").italic() }
      await waitUntil("the attributes follow") { gtk_label_get_attributes(OpaquePointer(label)) != attributes }
      #expect(window.texts == ["second"])
      window.close()
    }
  }
}
