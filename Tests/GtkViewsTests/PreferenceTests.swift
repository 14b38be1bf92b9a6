import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Preference values that views pass up to their ancestors.
  @MainActor @Suite struct PreferenceTests {
    /// A preference that collects the names that views pass up.
    struct Names: PreferenceKey {
      static var defaultValue: [String] { [] }
      static func reduce(value: inout [String], nextValue: () -> [String]) { value += nextValue() }
    }

    /// A preference whose value is the first title in view order.
    struct Title: PreferenceKey {
      typealias Value = String?
      static func reduce(value: inout String?, nextValue: () -> String?) { value = value ?? nextValue() }
    }

    @Observable @MainActor final class Model {
      var name = "Ada"
      var hasMoreViews = false
      var unrelated = 0
      /// The values that the actions of `onPreferenceChange` have received, in order.
      @ObservationIgnored var reportedNames: [[String]] = []
    }

    struct NamedText: View {
      let model: Model

      var body: some View { Text(verbatim: model.name).preference(key: Names.self, value: [model.name]) }
    }

    struct NamedTexts: View {
      let model: Model

      var body: some View {
        VStack {
          Text("first").preference(key: Names.self, value: ["first"])
          NamedText(model: model)
          if model.hasMoreViews {
            Text("hidden").preference(key: Names.self, value: ["hidden"]).preference(
              key: Names.self, value: ["instead"])
            Text("x").preference(key: Names.self, value: ["x"]).transformPreference(Names.self) { $0.append("y") }
          }
          Text("\(model.unrelated)")
        }
        .onPreferenceChange(Names.self) { model.reportedNames.append($0) }
      }
    }

    @Test func `preference values are combined in view order and reported when they change`() async {
      // Given views that pass up names
      let model = Model()
      let window = await show { NamedTexts(model: model) }
      await mainLoopSettles()
      #expect(model.reportedNames == [["first", "Ada"]])

      // When a value changes, and then views are inserted, and then unrelated state changes
      model.name = "Grace"
      await mainLoopSettles()
      model.hasMoreViews = true
      await mainLoopSettles()
      model.unrelated = 1
      await mainLoopSettles()

      // Then each change of the values is reported once. Of two values of one view, the outer one counts. “y” was
      // appended to “x” by `transformPreference`
      #expect(model.reportedNames.dropFirst() == [["first", "Grace"], ["first", "Grace", "instead", "x", "y"]])

      // When the inserted views are removed, their values are no longer reported
      model.hasMoreViews = false
      await mainLoopSettles()
      #expect(model.reportedNames.last == ["first", "Grace"])
      window.close()
    }

    struct NamedRows: View {
      let names: [String]
      let isList: Bool
      let model: Model

      var body: some View {
        Group {
          if isList {
            List(names, id: \.self, rowContent: row)
          } else {
            VStack { ForEach(names, id: \.self, content: row) }
          }
        }
        .onPreferenceChange(Names.self) { model.reportedNames.append($0) }
      }

      func row(_ name: String) -> some View { Text(verbatim: name).preference(key: Names.self, value: [name]) }
    }

    @Test(arguments: [false, true]) func `preference values of rows are in row order, also after the rows have moved`(
      isList: Bool
    ) async {
      let model = Model()
      // Few rows, so that all of them are realized in the list.
      let names = (0..<8).map { "\($0)" }
      let window = await show { NamedRows(names: names, isList: isList, model: model) }
      await waitUntil("the values of all rows are reported") { model.reportedNames.last == names }
      window.update { NamedRows(names: names.reversed(), isList: isList, model: model) }
      await waitUntil("the new order is reported") { model.reportedNames.last == names.reversed() }
      window.close()
    }

    @Test func `without preference values, the default is reported`() async {
      let model = Model()
      let window = await show { Text("a").onPreferenceChange(Names.self) { model.reportedNames.append($0) } }
      await mainLoopSettles()
      #expect(model.reportedNames == [[]])
      window.close()
    }

    @Test func `two nested onPreferenceChange modifiers both receive the value`() async {
      let model = Model()
      let window = await show {
        NamedText(model: model).onPreferenceChange(Names.self) { model.reportedNames.append($0 + ["inner"]) }
          .onPreferenceChange(Names.self) { model.reportedNames.append($0 + ["outer"]) }
      }
      await mainLoopSettles()
      model.name = "Grace"
      await mainLoopSettles()
      // The last two reports belong to the new name. Their order is not specified.
      #expect(model.reportedNames.suffix(2).contains(["Grace", "inner"]))
      #expect(model.reportedNames.suffix(2).contains(["Grace", "outer"]))
      window.close()
    }

    struct TextWithOverlay: View {
      let model: Model

      var body: some View {
        Text("content").preference(key: Title.self, value: model.name)
          .overlayPreferenceValue(Title.self) { title in Text(verbatim: title ?? "none") }
      }
    }

    struct TextWithBackground: View {
      let model: Model

      var body: some View {
        Text("content").preference(key: Title.self, value: model.name).frame(width: 200, height: 100)
          .backgroundPreferenceValue(Title.self, alignment: .bottom) { title in
            Text(verbatim: title ?? "none")
            if model.hasMoreViews { Text("more") }
          }
      }
    }

    @Test func `backgroundPreferenceValue shows an aligned layer that follows the preference value`() async throws {
      // Given a view that passes up a title, and a layer behind the view that displays the title
      let model = Model()
      let window = await show { TextWithBackground(model: model) }

      // Then the text of the layer comes first, because the layer is drawn before the view
      await waitUntil("the layer is there") { window.texts == ["Ada", "content"] }
      let labels = try #require(window.window.map { widgets(ofType: gtk_label_get_type(), in: $0) })
      let overlay = try #require(window.window.flatMap { widgets(ofType: gtk_overlay_get_type(), in: $0).last })
      let bottomEdge = { (label: UnsafeMutablePointer<GtkWidget>) in
        var bounds = graphene_rect_t()
        _ = gtk_widget_compute_bounds(label, overlay, &bounds)
        return bounds.origin.y + bounds.size.height
      }
      // The frame is 100 high. `labels[0]` belongs to the layer, at the bottom of the frame. `labels[1]` belongs to the
      // view, in the middle. This label is less than 40 high, so its bottom edge is less than 20 from the middle.
      await waitUntil("both labels have their places") {
        bottomEdge(labels[0]) == 100 && (30..<70).contains(bottomEdge(labels[1]))
      }

      // When the preference value changes, and also other state that the layer reads
      model.name = "Grace"
      model.hasMoreViews = true

      // Then the layer displays the new title and a second text
      await waitUntil("the layer follows") { window.texts == ["Grace", "more", "content"] }
      window.close()
    }

    @Test func `overlayPreferenceValue shows a layer that follows the preference value`() async {
      let model = Model()
      let window = await show { TextWithOverlay(model: model) }
      await waitUntil("the layer is there") { window.texts == ["content", "Ada"] }
      model.name = "Grace"
      await waitUntil("the layer follows") { window.texts == ["content", "Grace"] }
      window.close()
    }
  }
}
