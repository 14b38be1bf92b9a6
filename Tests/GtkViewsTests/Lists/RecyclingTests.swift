import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Recycled rows. A row that uses the widgets of an offscreen row shows nothing of the earlier element.
  @MainActor @Suite struct RecyclingTests {
    @Observable @MainActor final class Model {
      var numbers: [Int]
      @ObservationIgnored var events: [String] = []
      /// The bindings to the state of the rows that have appeared, by the numbers of the rows.
      @ObservationIgnored var bindings: [Int: Binding<Int>] = [:]

      init(count: Int) { numbers = Array(0..<count) }
    }

    /// A row with each kind of content that could remain from an earlier element. The rows 3 and 3000 also report that
    /// they appear and disappear.
    struct Row: View {
      let number: Int
      let model: Model
      /// State that is ten times the number until a test writes it.
      @State private var stored: Int

      init(number: Int, model: Model) {
        self.number = number
        self.model = model
        _stored = State(initialValue: number * 10)
      }

      var body: some View {
        HStack {
          Text(verbatim: "Title \(number)").textSelection(.enabled)
          if number % 3 == 0 { Text(verbatim: "Third \(number)") } else { Text(verbatim: "Other \(number)").bold() }
          if number % 5 == 0 { Text(verbatim: "Fifth \(number)") }
          ForEach(0..<(number % 4), id: \.self) { Text(verbatim: "Part \($0) of \(number)") }
          Text(verbatim: "Initial \(stored)").help("Tooltip \(number)")
          ProgressView(value: Double(number % 100), total: 100)
          Button("Play \(number)") { model.events.append("play \(number)") }
        }
        // An animated change of the opacity takes 100 seconds, so it would still run when the opacity is checked.
        .opacity(number % 2 == 0 ? 1 : 0.5)
        .animation(.linear(duration: 100), value: number)
        .id(number)
        .onAppear {
          model.bindings[number] = $stored
          if number == 3 || number == 3000 { model.events.append("appear \(number)") }
        }
        .onDisappear { if number == 3 || number == 3000 { model.events.append("disappear \(number)") } }
        .onChange(of: number) { model.events.append("change \(number)") }
      }

      /// Returns the texts that the row of a number shows until a test writes the row's state.
      static func texts(_ number: Int) -> [String] {
        ["Title \(number)", number % 3 == 0 ? "Third \(number)" : "Other \(number)"]
          + (number % 5 == 0 ? ["Fifth \(number)"] : [])
          + (0..<(number % 4)).map { "Part \($0) of \(number)" } + ["Initial \(number * 10)", "Play \(number)"]
      }
    }

    struct Rows: View {
      let model: Model

      var body: some View { List(model.numbers, id: \.self) { Row(number: $0, model: model) } }
    }

    /// Returns the number of the element that a row shows, from the row's first text, `Title <number>`.
    private func elementNumber(of row: UnsafeMutablePointer<GtkWidget>) -> Int? {
      texts(in: row).first.flatMap { $0.split(separator: " ").last }.flatMap { Int($0) }
    }

    /// Returns the labels of the list's rows. A row has 4 to 8 labels, so more than 20 labels are those of several
    /// rows.
    private func labels(of list: ShownList) -> Set<UnsafeMutablePointer<GtkWidget>> {
      Set(list.rows.flatMap { widgets(ofType: gtk_label_get_type(), in: $0) })
    }

    /// Expects that a row has the texts, tooltips, value and opacity of its own element, and that no text is selected.
    private func expectOwnElement(_ row: UnsafeMutablePointer<GtkWidget>) throws {
      let number = try #require(elementNumber(of: row))
      #expect(texts(in: row) == Row.texts(number))
      let tooltips = widgets(ofType: gtk_label_get_type(), in: row).compactMap {
        gtk_widget_get_tooltip_text($0).map { String(cString: $0) }
      }
      #expect(tooltips == ["Tooltip \(number)"])
      let progressBar = try #require(widgets(ofType: gtk_progress_bar_get_type(), in: row).first)
      #expect(gtk_progress_bar_get_fraction(progressBar.opaque) == Double(number % 100) / 100)
      let content = try #require(gtk_widget_get_first_child(row))
      #expect(abs(gtk_widget_get_opacity(content) - (number % 2 == 0 ? 1 : 0.5)) < 0.01)
      for label in widgets(ofType: gtk_label_get_type(), in: row) {
        #expect(gtk_label_get_selection_bounds(label.opaque, nil, nil) == 0)
      }
    }

    @Test func `a recycled row shows only its own element`() async throws {
      // Given a list in which the first text of each row is partly selected
      let model = Model(count: 5000)
      let window = await show(width: 900, height: 400) { Rows(model: model) }
      let list = try #require(ShownList(in: window))
      await waitUntil("row 3 has appeared") { model.events == ["appear 3"] }
      for row in list.rows {
        gtk_label_select_region(try #require(widgets(ofType: gtk_label_get_type(), in: row).first).opaque, 0, 5)
      }
      let earlierLabels = labels(of: list)

      // When rows far away are visible
      await list.scroll(to: 3000)
      await waitUntil("row 3000 has appeared") { model.events.contains("appear 3000") }

      // Then these rows use the labels of the earlier rows
      #expect(labels(of: list).intersection(earlierLabels).count > 20)
      // And they have the texts, tooltips, values and opacity of their elements, and no text is selected
      for row in list.rows { try expectOwnElement(row) }
      // And row 3 has disappeared, and no `onChange` action has run
      #expect(model.events == ["appear 3", "disappear 3", "appear 3000"])

      // When the button of a recycled row is pressed, then the action is that of the row's own element
      await window.click("Play 3000")
      #expect(model.events.last == "play 3000")
      window.close()
    }

    @Test func `state written for an offscreen element does not reach the row that recycles its widgets`()
      async throws
    {
      // Given bindings to the state of the first rows, and a list that is scrolled so far that other rows use the
      // widgets of the first rows
      let model = Model(count: 5000)
      let window = await show(width: 900, height: 400) { Rows(model: model) }
      let list = try #require(ShownList(in: window))
      await waitUntil("row 0 has appeared") { model.bindings[0] != nil }
      await list.scroll(to: 3000)
      await waitUntil("row 3000 has appeared") { model.bindings[3000] != nil }

      // When the bindings are written
      for number in 0..<5 { model.bindings[number]?.wrappedValue = -1 }
      await mainLoopSettles()

      // Then the rows of other elements have not changed. The rows of elements 0 to 4 are not checked, because their
      // state was written. One of them is still in the list: GTK keeps the row that has the focus.
      let otherRows = list.rows.filter { (elementNumber(of: $0) ?? 0) >= 5 }
      #expect(otherRows.count > 5)
      for row in otherRows { #expect(texts(in: row) == Row.texts(try #require(elementNumber(of: row)))) }

      // When the state of a visible row is written, then only the text of that row changes
      model.bindings[3000]?.wrappedValue = 7
      await waitUntil("the row follows") { window.texts.contains("Initial 7") }
      #expect(window.texts.count { $0 == "Initial 7" } == 1)
      window.close()
    }

    @Test func `a list whose elements are all replaced recycles its widgets`() async throws {
      let model = Model(count: 50)
      let window = await show(width: 900, height: 400) { Rows(model: model) }
      let list = try #require(ShownList(in: window))
      await waitUntil("the rows have appeared") { model.bindings[0] != nil }
      let earlierLabels = labels(of: list)
      model.numbers = Array(1000..<1050)
      await waitUntil("the new rows are shown") { window.texts.contains("Title 1000") }
      for row in list.rows { #expect(texts(in: row) == Row.texts(try #require(elementNumber(of: row)))) }
      #expect(labels(of: list).intersection(earlierLabels).count > 20)
      #expect(!window.texts.contains("Title 0"))
      window.close()
    }
  }
}
