import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Synchronization
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The identity of views. A view with an unchanged identity keeps its widget and its state when other views change.
  @MainActor @Suite struct StructureTests {
    @Observable @MainActor final class Model {
      var numbers = [1, 2, 3]
      var isShown = true
      /// Whether the view of ``Erased`` is a text, and not a button.
      var isText = true
      var isCentered = true
      /// The id of the view of ``Identified``.
      var identity = "a"
    }

    struct Rows: View {
      let model: Model

      var body: some View {
        VStack { ForEach(model.numbers, id: \.self) { Text("Row \($0)") } }
      }
    }

    /// Returns the labels in a window. The keys are the texts of the labels.
    private func labels<Content>(in window: ViewWindow<Content>) -> [String: UnsafeMutablePointer<GtkWidget>] {
      guard let root = window.window?.widget else { return [:] }
      return Dictionary(
        widgets(ofType: gtk_label_get_type(), in: root).map { (String(cString: gtk_label_get_text($0.opaque)), $0) },
        uniquingKeysWith: { first, _ in first })
    }

    @Test func `rows keep their widgets when they move`() async {
      // Given three rows
      let model = Model()
      let window = await show { Rows(model: model) }
      let labelsBefore = labels(in: window)

      // When they are reordered, one is removed, and one is inserted
      model.numbers = [4, 3, 1]
      await waitUntil("the rows follow") { window.texts == ["Row 4", "Row 3", "Row 1"] }

      // Then the remaining rows have the same widgets
      let labelsAfter = labels(in: window)
      #expect(labelsAfter["Row 1"] == labelsBefore["Row 1"])
      #expect(labelsAfter["Row 3"] == labelsBefore["Row 3"])
      window.close()
    }

    @Test func `rows follow every order of four elements`() async {
      let model = Model()
      model.numbers = []
      let window = await show { Rows(model: model) }
      // Each number stands for one of the 24 orders: repeated division by 4, 3, 2 and 1 gives the position of the next
      // element as a remainder.
      for orderNumber in 0..<24 {
        var remaining = [1, 2, 3, 4]
        var order: [Int] = []
        var number = orderNumber
        while !remaining.isEmpty {
          order.append(remaining.remove(at: number % remaining.count))
          number /= remaining.count + 1
        }
        model.numbers = order
        await waitUntil("the rows follow") { window.texts == order.map { "Row \($0)" } }
        #expect(window.texts == order.map { "Row \($0)" })
      }
      window.close()
    }

    @Test func `two elements with one id are reported, and the first is shown`() async {
      let reports = Reports()
      defer { reports.stop() }
      let model = Model()
      model.numbers = [1, 1, 2]
      let window = await show { Rows(model: model) }
      #expect(window.texts == ["Row 1", "Row 2"])
      model.numbers = [1, 1, 2, 3]
      await waitUntil("the rows follow") { window.texts.count == 3 }
      // There is one report in total, so the second update has not reported the two elements again.
      #expect(reports.all.count == 1)
      #expect(reports.all.first?.message.contains("two elements with the id 1") == true)
      window.close()
    }

    struct Siblings: View {
      let model: Model

      var body: some View {
        VStack {
          if model.isShown { Text("first") }
          Text("second")
        }
      }
    }

    @Test func `removing a view keeps the widgets of its siblings`() async {
      let model = Model()
      let window = await show { Siblings(model: model) }
      let second = labels(in: window)["second"]
      model.isShown = false
      await waitUntil("the first view is removed") { window.texts == ["second"] }
      model.isShown = true
      await waitUntil("the first view is inserted again") { window.texts == ["first", "second"] }
      #expect(labels(in: window)["second"] == second)
      window.close()
    }

    struct Identified: View {
      let model: Model

      var body: some View { StateTests.Counter().id(model.identity) }
    }

    @Test func `a new id creates a new view with fresh state`() async {
      let model = Model()
      let window = await show { Identified(model: model) }
      // The button increments the counter.
      await window.click("More")
      await waitUntil("the counter counts") { window.texts.first == "Count 1" }
      model.identity = "b"
      await waitUntil("the counter has fresh state") { window.texts.first == "Count 0" }
      #expect(window.texts.first == "Count 0")
      window.close()
    }

    struct Erased: View {
      let model: Model

      var body: some View { model.isText ? AnyView(Text("a text")) : AnyView(Button("a button") {}) }
    }

    @Test func `an AnyView changes from one view type to another`() async {
      let model = Model()
      let window = await show { Erased(model: model) }
      model.isText = false
      await waitUntil("the button is there") { window.texts == ["a button"] }
      #expect(window.texts == ["a button"])
      window.close()
    }

    /// A text that depends on the alignment in the environment.
    struct AlignmentText: View {
      @Environment(\.multilineTextAlignment) private var alignment

      var body: some View { Text(alignment == .center ? "centre" : "side") }
    }

    struct AlignmentSetter: View {
      let model: Model

      var body: some View {
        VStack { AlignmentText() }.multilineTextAlignment(model.isCentered ? .center : .leading)
      }
    }

    @Test func `a view follows its environment`() async {
      let model = Model()
      let window = await show { AlignmentSetter(model: model) }
      #expect(window.texts == ["centre"])
      model.isCentered = false
      await waitUntil("the text follows") { window.texts == ["side"] }
      #expect(window.texts == ["side"])
      window.close()
    }
  }
}

/// Collects the reports of misuse in this process, from the creation of this object until the call of `stop()`.
@MainActor
final class Reports {
  private let formerReporter = MisuseReporter.processWide
  private let box = Box()

  private final class Box: Sendable {
    let reports = Mutex<[Misuse]>([])
  }

  init() {
    let box = box
    MisuseReporter.processWide = MisuseReporter { misuse in box.reports.withLock { $0.append(misuse) } }
  }

  var all: [Misuse] { box.reports.withLock { $0 } }

  func stop() { MisuseReporter.processWide = formerReporter }
}
