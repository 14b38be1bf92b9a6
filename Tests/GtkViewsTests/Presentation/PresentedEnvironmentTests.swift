import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Presented content has a place of its own: it is not in the form or the toolbar of the view that presents it, and
  /// it has its own window's width.
  @MainActor @Suite struct PresentedEnvironmentTests {
    enum Place: CaseIterable { case sheet, popover, page }

    @Observable @MainActor final class Model {
      var isShown = false
      var width = 200.0
    }

    /// Shows the values of its environment by its widgets.
    struct Presented: View {
      @Environment(\.isInForm) private var isInForm

      var body: some View {
        VStack {
          Text(isInForm ? "in a form" : "in no form")
          Toggle("presented", isOn: .constant(true))
          Button("plain") {}
        }
      }
    }

    struct Presenting: View {
      @Bindable var model: Model
      let place: Place

      var body: some View {
        switch place {
        case .sheet: Button("Save") {}.sheet(isPresented: $model.isShown) { Presented() }
        case .popover: Button("Save") {}.popover(isPresented: $model.isShown) { Presented() }
        case .page: Button("Save") {}.navigationDestination(isPresented: $model.isShown) { Presented() }
        }
      }
    }

    private func presented<Content>(over window: ViewWindow<Content>) -> UnsafeMutablePointer<GtkWidget>? {
      for window in openWindows() {
        let all = widgets(in: window.widget)
        let label = all.first {
          $0.isA(gtk_label_get_type()) && texts(in: $0).first?.hasSuffix("form") == true
            && gtk_widget_get_mapped($0) != 0
        }
        if let label { return gtk_widget_get_parent(label) }
      }
      return nil
    }

    @Test(arguments: Place.allCases) func `a view presented by a toolbar item is not styled as toolbar content`(
      _ place: Place
    ) async throws {
      // Given a toolbar's button for the main action, which presents a view
      let model = Model()
      let window = await show(width: 800) {
        NavigationStack {
          Text("root").toolbar {
            ToolbarItem(placement: .confirmationAction) { Presenting(model: model, place: place) }
          }
        }
      }
      model.isShown = true
      await waitUntil("it is on screen") { presented(over: window) != nil }
      let stack = try #require(presented(over: window))

      // Then a toggle there is a switch, the button is not styled as the main action, and a text has as many lines as
      // it needs
      #expect(widgets(ofType: gtk_switch_get_type(), in: stack).count == 1)
      let plain = try #require(button("plain", in: stack))
      #expect(gtk_widget_has_css_class(plain, "suggested-action") == 0)
      let label = try #require(widgets(ofType: gtk_label_get_type(), in: stack).first)
      #expect(gtk_widget_get_request_mode(label) == GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH)
      model.isShown = false
      await waitUntil("it is gone") { presented(over: window) == nil }
      window.close()
    }

    @Test(arguments: Place.allCases)
    func `a view presented by a toolbar item has the styles that are set around the toolbar`(
      _ place: Place
    ) async throws {
      let model = Model()
      let window = await show(width: 800) {
        NavigationStack { Text("root").toolbar { Presenting(model: model, place: place) } }
          .toggleStyle(.checkbox)
          .buttonStyle(.plain)
      }
      model.isShown = true
      await waitUntil("it is on screen") { presented(over: window) != nil }
      let stack = try #require(presented(over: window))
      #expect(widgets(ofType: gtk_check_button_get_type(), in: stack).count == 1)
      let plain = try #require(button("plain", in: stack))
      #expect(gtk_widget_has_css_class(plain, "flat") != 0)
      model.isShown = false
      await waitUntil("it is gone") { presented(over: window) == nil }
      window.close()
    }

    @Test(arguments: Place.allCases) func `a view presented by a form row is not in a form`(_ place: Place) async throws
    {
      let model = Model()
      let window = await show(width: 800) {
        NavigationStack { Form { Presenting(model: model, place: place) } }
      }
      model.isShown = true
      await waitUntil("it is on screen") { presented(over: window) != nil }
      #expect(texts(in: try #require(presented(over: window))).first == "in no form")
      model.isShown = false
      await waitUntil("it is gone") { presented(over: window) == nil }
      window.close()
    }

    @Test(arguments: Place.allCases) func `labelsHidden applies to presented content`(
      _ place: Place
    ) async throws {
      let model = Model()
      let window = await show(width: 800) { NavigationStack { Presenting(model: model, place: place) }.labelsHidden() }
      model.isShown = true
      await waitUntil("it is on screen") { presented(over: window) != nil }
      #expect(texts(in: try #require(presented(over: window))) == ["in no form", "plain"])
      model.isShown = false
      await waitUntil("it is gone") { presented(over: window) == nil }
      window.close()
    }

    /// A view in an alert that is not a button.
    struct Accessory: View {
      @Environment(\.isInForm) private var isInForm

      var body: some View {
        Text(isInForm ? "in a form" : "in no form")
      }
    }

    struct Asking: View {
      @Bindable var model: Model

      var body: some View {
        Button("Ask") {}.alert("Really?", isPresented: $model.isShown) {
          Accessory()
          Button("Yes") {}
        }
      }
    }

    @Test(arguments: [false, true]) func `an alert's content is neither in a toolbar nor in a form`(
      isForm: Bool
    ) async throws {
      let model = Model()
      let window = await show(width: 800) {
        if isForm {
          Form { Asking(model: model) }
        } else {
          NavigationStack {
            Text("root").toolbar { ToolbarItem(placement: .confirmationAction) { Asking(model: model) } }
          }
        }
      }
      model.isShown = true
      await waitUntil("it is on screen") { openWindows().contains { texts(in: $0).contains { $0.hasSuffix("form") } } }
      let alert = try #require(openWindows().first { $0 != window.window })
      let label = try #require(
        widgets(ofType: gtk_label_get_type(), in: alert).first { texts(in: $0).first?.hasSuffix("form") == true })
      #expect(texts(in: label) == ["in no form"])
      // A text in a toolbar has only one line.
      #expect(gtk_widget_get_request_mode(label) == GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH)
      model.isShown = false
      await waitUntil("it is gone") { openWindows().count == 1 }
      window.close()
    }

    /// The size classes that a sheet has had, oldest first.
    @MainActor final class Classes {
      var seen: [UserInterfaceSizeClass?] = []
    }

    struct Noting: View {
      let classes: Classes
      @Environment(\.horizontalSizeClass) private var sizeClass

      var body: some View {
        let _ = classes.seen.append(sizeClass)
        Text("noted").frame(width: sizeClass == .compact ? 200 : 700)
      }
    }

    struct Narrow: View {
      @Bindable var model: Model
      let classes: Classes

      var body: some View {
        Text("narrow").sheet(isPresented: $model.isShown) { Noting(classes: classes) }
      }
    }

    @Test func `a sheet over a narrow window is compact from its first evaluation`() async throws {
      let (model, classes) = (Model(), Classes())
      let window = await show(width: 300, height: 300) { Narrow(model: model, classes: classes) }
      model.isShown = true
      await waitUntil("it is on screen") {
        openWindows().contains { texts(in: $0).contains("noted") && gtk_widget_get_mapped($0.widget) != 0 }
      }
      await drawFrame(of: try #require(openWindows().first { $0 != window.window }))
      #expect(Set(classes.seen) == [.compact])
      model.isShown = false
      await waitUntil("it is gone") { openWindows().count == 1 }
      window.close()
    }

    /// A view that reads `dismiss`, and the number of its evaluations.
    struct Closable: View {
      let count: Count
      @Environment(\.dismiss) private var dismiss

      var body: some View {
        let _ = count.evaluations += 1
        Wide(name: "part")
        Button("Close") { dismiss() }
      }
    }

    @MainActor final class Count {
      var evaluations = 0
    }

    struct Closing: View {
      @Bindable var model: Model
      let place: Place
      let count: Count

      var body: some View {
        switch place {
        case .sheet: Text("root").sheet(isPresented: $model.isShown) { Closable(count: count) }
        case .popover: Text("root").popover(isPresented: $model.isShown) { Closable(count: count) }
        case .page: Text("root").navigationDestination(isPresented: $model.isShown) { Closable(count: count) }
        }
      }
    }

    struct Enabling: View {
      let model: Model
      let place: Place
      let count: Count

      var body: some View {
        NavigationStack { Closing(model: model, place: place, count: count) }.lineLimit(model.width > 500 ? 3 : 2)
      }
    }

    @Test(arguments: Place.allCases) func `a view that reads dismiss is not evaluated when another value changes`(
      _ place: Place
    ) async throws {
      // Given a presented view that reads `dismiss`
      let (model, count) = (Model(), Count())
      let window = await show(width: 800) { Enabling(model: model, place: place, count: count) }
      model.isShown = true
      func closeButton() -> UnsafeMutablePointer<GtkWidget>? {
        openWindows().compactMap { button("Close", in: $0.widget) }.first { gtk_widget_get_mapped($0) != 0 }
      }
      await waitUntil("it is on screen") { closeButton() != nil }
      let close = try #require(closeButton())
      let label = try #require(
        gtk_widget_get_parent(close).flatMap { widgets(ofType: gtk_label_get_type(), in: $0).first })
      #expect(texts(in: label).first?.hasPrefix("part") == true)
      #expect(count.evaluations == 1)

      // When another value of the environment changes, then the text follows, and the view is not evaluated
      model.width = 600
      await waitUntil("the text has three lines at most") { gtk_label_get_lines(label.opaque) == 3 }
      #expect(count.evaluations == 1)

      // And the action closes the presentation
      await click(close)
      await waitUntil("it is gone") { !model.isShown && closeButton() == nil }
      window.close()
    }

    struct Wide: View {
      let name: String
      @Environment(\.horizontalSizeClass) private var sizeClass

      var body: some View {
        Text(verbatim: "\(name) is \(sizeClass == .compact ? "compact" : "regular")")
      }
    }

    struct Measured: View {
      @Bindable var model: Model

      var body: some View {
        Wide(name: "window").sheet(isPresented: $model.isShown) { Wide(name: "sheet").frame(minWidth: model.width) }
      }
    }

    @Test func `a sheet has its own horizontal size class`() async throws {
      // Given a wide window, and a narrow sheet above it
      let model = Model()
      let window = await show(width: 800, height: 400) { Measured(model: model) }
      model.isShown = true
      await waitUntil("the sheet is compact") { openWindows().contains { texts(in: $0).contains("sheet is compact") } }
      #expect(window.texts == ["window is regular"])

      // When the content makes the sheet wide
      let sheet = try #require(openWindows().first { $0 != window.window })
      // Without a window manager, GTK does not enlarge a window that has not been drawn yet.
      await drawFrame(of: sheet)
      model.width = 700

      // Then the content has a regular width
      await waitUntil("the sheet is regular") { texts(in: sheet).contains("sheet is regular") }
      #expect(window.texts == ["window is regular"])
      model.isShown = false
      await waitUntil("it is gone") { openWindows().count == 1 }
      window.close()
    }
  }
}
