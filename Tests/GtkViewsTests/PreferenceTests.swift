import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Preference values that views pass up to their ancestors.
  @MainActor @Suite struct PreferenceTests {
    struct Names: PreferenceKey {
      static var defaultValue: [String] { [] }
      static func reduce(value: inout [String], nextValue: () -> [String]) { value += nextValue() }
    }

    struct Title: PreferenceKey {
      typealias Value = String?
      static func reduce(value: inout String?, nextValue: () -> String?) { value = value ?? nextValue() }
    }

    @Observable @MainActor final class Model {
      var name = "Ada"
      var isLong = false
      var other = 0
      @ObservationIgnored var reported: [[String]] = []
    }

    struct Named: View {
      let model: Model

      var body: some View { Text(verbatim: model.name).preference(key: Names.self, value: [model.name]) }
    }

    struct All: View {
      let model: Model

      var body: some View {
        VStack {
          Text("first").preference(key: Names.self, value: ["first"])
          Named(model: model)
          if model.isLong {
            Text("hidden").preference(key: Names.self, value: ["hidden"]).preference(
              key: Names.self, value: ["instead"])
            Text("x").preference(key: Names.self, value: ["x"]).transformPreference(Names.self) { $0.append("y") }
          }
          Text("\(model.other)")
        }
        .onPreferenceChange(Names.self) { model.reported.append($0) }
      }
    }

    @Test func `preference values are combined in view order and reported when they change`() async {
      // Given views that pass up names
      let model = Model()
      let window = await show { All(model: model) }
      await mainLoopSettles()
      #expect(model.reported == [["first", "Ada"]])

      // When one view changes its value, a view is inserted, and something else changes
      model.name = "Grace"
      await mainLoopSettles()
      model.isLong = true
      await mainLoopSettles()
      model.other = 1
      await mainLoopSettles()

      // Then each change is reported once
      #expect(model.reported.dropFirst() == [["first", "Grace"], ["first", "Grace", "instead", "x", "y"]])

      // When the inserted views are removed, their values are no longer reported
      model.isLong = false
      await mainLoopSettles()
      #expect(model.reported.last == ["first", "Grace"])
      window.close()
    }

    struct Ordered: View {
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
        .onPreferenceChange(Names.self) { model.reported.append($0) }
      }

      func row(_ name: String) -> some View { Text(verbatim: name).preference(key: Names.self, value: [name]) }
    }

    @Test(arguments: [false, true]) func `preference values of rows are in row order, also after the rows have moved`(
      isList: Bool
    ) async {
      let model = Model()
      let names = (0..<8).map { "\($0)" }
      let window = await show { Ordered(names: names, isList: isList, model: model) }
      await waitUntil("the values of all rows are reported") { model.reported.last == names }
      window.update { Ordered(names: names.reversed(), isList: isList, model: model) }
      await waitUntil("the new order is reported") { model.reported.last == names.reversed() }
      window.close()
    }

    @Test func `without preference values, the default is reported`() async {
      let model = Model()
      let window = await show { Text("a").onPreferenceChange(Names.self) { model.reported.append($0) } }
      await mainLoopSettles()
      #expect(model.reported == [[]])
      window.close()
    }

    @Test func `an outer onPreferenceChange also receives the value`() async {
      let model = Model()
      let window = await show {
        Named(model: model).onPreferenceChange(Names.self) { model.reported.append($0 + ["inner"]) }
          .onPreferenceChange(Names.self) { model.reported.append($0 + ["outer"]) }
      }
      await mainLoopSettles()
      model.name = "Grace"
      await mainLoopSettles()
      #expect(model.reported.suffix(2).contains(["Grace", "inner"]))
      #expect(model.reported.suffix(2).contains(["Grace", "outer"]))
      window.close()
    }

    struct Headed: View {
      let model: Model

      var body: some View {
        Text("content").preference(key: Title.self, value: model.name)
          .overlayPreferenceValue(Title.self) { title in Text(verbatim: title ?? "none") }
      }
    }

    struct Backed: View {
      let model: Model

      var body: some View {
        Text("content").preference(key: Title.self, value: model.name).frame(width: 200, height: 100)
          .backgroundPreferenceValue(Title.self, alignment: .bottom) { title in
            Text(verbatim: title ?? "none")
            if model.isLong { Text("more") }
          }
      }
    }

    @Test func `backgroundPreferenceValue shows an aligned layer that follows the preference value`() async throws {
      // Given a view that passes up a name, and a layer with the name behind the view
      let model = Model()
      let window = await show { Backed(model: model) }

      // Then the layer is painted before the view, at the lower edge of the view's room
      await waitUntil("the layer is there") { window.texts == ["Ada", "content"] }
      let labels = try #require(window.window.map { widgets(ofType: gtk_label_get_type(), in: $0) })
      let overlay = try #require(window.window.flatMap { widgets(ofType: gtk_overlay_get_type(), in: $0).last })
      let edge = { (label: UnsafeMutablePointer<GtkWidget>) in
        var bounds = graphene_rect_t()
        _ = gtk_widget_compute_bounds(label, overlay, &bounds)
        return bounds.origin.y + bounds.size.height
      }
      await waitUntil("both are where they belong") { edge(labels[0]) == 100 && (30..<70).contains(edge(labels[1])) }

      // When the preference value and the value that the layer reads change
      model.name = "Grace"
      model.isLong = true

      // Then the layer follows
      await waitUntil("the layer follows") { window.texts == ["Grace", "more", "content"] }
      window.close()
    }

    @Test func `overlayPreferenceValue shows a layer that follows the preference value`() async {
      let model = Model()
      let window = await show { Headed(model: model) }
      await waitUntil("the layer is there") { window.texts == ["content", "Ada"] }
      model.name = "Grace"
      await waitUntil("the layer follows") { window.texts == ["content", "Grace"] }
      window.close()
    }
  }
}
