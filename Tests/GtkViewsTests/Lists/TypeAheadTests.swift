import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Type-ahead search for rows. The tests are serialized, because they replace the global clock
  /// `TypedLetters.currentTime`.
  @MainActor @Suite(.serialized) struct TypeAheadTests {
    static let birds = [
      "Robin", "Rook", "Starling", "raven", "Blackbird", "Swift", "Swallow", "Åland goose", "Åland duck",
    ]

    @Observable @MainActor final class Model {
      var selection: String?
    }

    struct Birds: View {
      @Bindable var model: Model

      var body: some View {
        List(selection: $model.selection) {
          Section("Birds") { ForEach(birds, id: \.self) { Text(verbatim: $0).padding() } }
        }
        .frame(minHeight: 300)
      }
    }

    /// The clock of the type-ahead search, in seconds.
    private final class Clock { var time = 0.0 }

    private let clock = Clock()

    /// Types letters, each after a pause. A search ends after a pause of more than one second.
    ///
    /// - Parameters:
    ///   - pause: The pause before each letter, in seconds.
    ///   - framesAfterEach: The number of frames that are drawn after each letter.
    /// - Returns: Whether each letter was handled.
    private func type(
      _ text: String, in list: ShownList, pause: Double = 0.2, framesAfterEach: Int = 0
    ) async -> [Bool] {
      let systemClock = TypedLetters.currentTime
      TypedLetters.currentTime = { [clock] in clock.time }
      defer { TypedLetters.currentTime = systemClock }
      var handledLetters: [Bool] = []
      for letter in text {
        clock.time += pause
        let key = gdk_unicode_to_keyval(letter.unicodeScalars.first!.value)
        handledLetters.append(await pressKey(key, on: list.listView.widget))
        guard framesAfterEach > 0, let root = gtk_widget_get_root(list.listView.widget) else { continue }
        for _ in 0..<framesAfterEach { await drawFrame(of: root.window) }
      }
      return handledLetters
    }

    /// Gives the focus to a row. In the list of birds, row 0 is the header of the section.
    private func giveFocus(toRow position: Int, of list: ShownList) async throws {
      let row = list.rows[position]
      await performInEventHandler { _ = RowFocus.giveFocus(to: row) }
      try #require(gtk_widget_is_focus(row) != 0)
    }

    /// Returns the texts of the focused row.
    private func focusedTexts(_ list: ShownList) -> [String] {
      list.rows.first { gtk_widget_is_focus($0) != 0 }.map { texts(in: $0) } ?? []
    }

    @Test func `typed letters focus and select the row that begins with them`() async throws {
      // Given the focus on the first bird
      let model = Model()
      let window = await show { Birds(model: model) }
      let list = try #require(ShownList(in: window))
      try await giveFocus(toRow: 1, of: list)

      // When letters are typed one after another, then the row that begins with them is selected and has the focus
      #expect(await type("sw", in: list) == [true, true])
      #expect(model.selection == "Swift")
      #expect(focusedTexts(list) == ["Swift"])
      #expect(await type("a", in: list) == [true])
      #expect(model.selection == "Swallow")

      // And a letter that matches no row changes nothing
      #expect(await type("x", in: list) == [true])
      #expect(model.selection == "Swallow")

      // And a single letter that matches no row is not handled, so that it can be a shortcut
      #expect(await type("x", in: list, pause: 2) == [false])
      #expect(await type("b", in: list) == [true])
      #expect(model.selection == "Blackbird")
      window.close()
    }

    @Test func `repeating a letter cycles through the rows that begin with it`() async throws {
      let model = Model()
      let window = await show { Birds(model: model) }
      let list = try #require(ShownList(in: window))
      try await giveFocus(toRow: 1, of: list)
      var selections: [String?] = []
      for _ in 0..<4 {
        _ = await type("r", in: list)
        selections.append(model.selection)
      }
      // The search begins after the focused row “Robin”, and ignores the case of “raven”.
      #expect(selections == ["Rook", "raven", "Robin", "Rook"])
      window.close()
    }

    @Test func `a type-ahead search restarts after a pause, and only a space within the search is a letter`()
      async throws
    {
      let model = Model()
      let window = await show { Birds(model: model) }
      let list = try #require(ShownList(in: window))
      try await giveFocus(toRow: 1, of: list)
      _ = await type("s", in: list)
      #expect(model.selection == "Starling")
      _ = await type("b", in: list, pause: 2)
      #expect(model.selection == "Blackbird")

      // A space continues a search and does not begin one. The case of letters with diacritics is ignored.
      #expect(await type(" ", in: list, pause: 2) == [false])
      #expect(await type("å", in: list, pause: 2) == [true])
      #expect(await type("land", in: list) == [true, true, true, true])
      #expect(model.selection == "Åland goose")
      #expect(await type(" d", in: list) == [true, true])
      #expect(model.selection == "Åland duck")
      window.close()
    }

    @Test func `letters with Control, Alt or Super do not search, but capital letters do`() async throws {
      let model = Model()
      let window = await show { Birds(model: model) }
      let list = try #require(ShownList(in: window))
      try await giveFocus(toRow: 1, of: list)
      // The focus has selected “Robin”.
      model.selection = nil
      for modifier in [GDK_CONTROL_MASK, GDK_ALT_MASK, GDK_SUPER_MASK] {
        #expect(await pressKey(GDK_KEY_s, holding: modifier, on: list.listView.widget) == false)
      }
      #expect(model.selection == nil)
      #expect(await pressKey(GDK_KEY_S, holding: GDK_SHIFT_MASK, on: list.listView.widget))
      #expect(model.selection == "Starling")
      window.close()
    }

    struct Card: View {
      let number: Int

      var body: some View {
        HStack {
          Image(systemName: "star")
          VStack {
            Text(verbatim: "\(number)").bold()
            Text("A card")
          }
          .padding()
        }
      }
    }

    struct Cards: View {
      var body: some View {
        List(0..<100_000, id: \.self) { Card(number: $0) }.frame(height: 200)
      }
    }

    @Test(arguments: [0, 3]) func `an offscreen row among 100,000 is found by typing and focused`(
      framesAfterEach: Int
    ) async throws {
      // Given 100,000 rows, some of which are realized. The letters follow each other directly, or after three frames
      let window = await show { Cards() }
      let list = try #require(ShownList(in: window))
      try await giveFocus(toRow: 0, of: list)
      // A user types after the first layout pass. A frame is drawn first, because the list may not have had this pass.
      await drawFrame(of: try #require(window.window))

      // When the number of a row far below is typed. A search reads at most 10,000 rows without views, so row 7123 is
      // within the limit
      #expect(await type("7123", in: list, framesAfterEach: framesAfterEach) == [true, true, true, true])

      // Then that row has the focus
      await waitUntil("row 7123 has the focus") { focusedTexts(list) == ["7123", "A card"] }
      window.close()
    }

    struct RowsWithEquivalents: View {
      var body: some View {
        List {
          ForEach(["One", "Two", "Three"], id: \.self) { name in
            Text(verbatim: name).padding().typeSelectEquivalent(
              name == "Two" ? Text("Zwei") : name == "Three" ? nil : Text("Eins"))
          }
        }
        .frame(minHeight: 200)
      }
    }

    @Test func `a row is found by its typeSelectEquivalent`() async throws {
      let window = await show { RowsWithEquivalents() }
      let list = try #require(ShownList(in: window))
      try await giveFocus(toRow: 0, of: list)
      _ = await type("z", in: list)
      #expect(focusedTexts(list) == ["Two"])
      // No row begins with “t”: the equivalent of “Two” is “Zwei”, and the equivalent of “Three” is `nil`.
      _ = await type("t", in: list, pause: 2)
      #expect(focusedTexts(list) == ["Two"])
      _ = await type("e", in: list, pause: 2)
      #expect(focusedTexts(list) == ["One"])
      window.close()
    }
  }
}
