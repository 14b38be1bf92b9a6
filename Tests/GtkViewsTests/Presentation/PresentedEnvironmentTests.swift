import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The environment of presented content. The content is not in the form or the toolbar of the view that presents it,
  /// and its size class depends on the width of its own window.
  @MainActor @Suite struct PresentedEnvironmentTests {
    enum PresentationKind: CaseIterable { case sheet, popover, page }

    @Observable @MainActor final class Model {
      var isShown = false
      /// The minimum width of a sheet.
      var sheetMinWidth = 200.0
      var lineLimit = 2
    }

    /// Content whose texts and widgets depend on the environment.
    struct PresentedContent: View {
      @Environment(\.isInForm) private var isInForm

      var body: some View {
        VStack {
          Text(isInForm ? "in a form" : "in no form")
          Toggle("presented", isOn: .constant(true))
          Button("plain") {}
        }
      }
    }

    struct PresentingButton: View {
      @Bindable var model: Model
      let kind: PresentationKind

      var body: some View {
        switch kind {
        case .sheet: Button("Save") {}.sheet(isPresented: $model.isShown) { PresentedContent() }
        case .popover: Button("Save") {}.popover(isPresented: $model.isShown) { PresentedContent() }
        case .page: Button("Save") {}.navigationDestination(isPresented: $model.isShown) { PresentedContent() }
        }
      }
    }

    /// Returns the visible container of ``PresentedContent``, in any window. The container has a text that ends with
    /// “form”.
    private func presentedContainer() -> UnsafeMutablePointer<GtkWidget>? {
      for window in openWindows() {
        let label = widgets(in: window.widget).first {
          $0.isA(gtk_label_get_type()) && texts(in: $0).first?.hasSuffix("form") == true
            && gtk_widget_get_mapped($0) != 0
        }
        if let label { return gtk_widget_get_parent(label) }
      }
      return nil
    }

    @Test(arguments: PresentationKind.allCases)
    func `a view presented by a toolbar item is not styled as toolbar content`(
      _ kind: PresentationKind
    ) async throws {
      // Given a button for the main action in a toolbar, and a view that the button presents
      let model = Model()
      let window = await show(width: 800) {
        NavigationStack {
          Text("root").toolbar {
            ToolbarItem(placement: .confirmationAction) { PresentingButton(model: model, kind: kind) }
          }
        }
      }
      model.isShown = true
      await waitUntil("the content is on screen") { presentedContainer() != nil }
      let container = try #require(presentedContainer())

      // Then the toggle of the presented view is a switch, its button is not styled as the main action, and its text
      // has as many lines as it needs
      #expect(widgets(ofType: gtk_switch_get_type(), in: container).count == 1)
      let plain = try #require(button("plain", in: container))
      #expect(gtk_widget_has_css_class(plain, "suggested-action") == 0)
      let label = try #require(widgets(ofType: gtk_label_get_type(), in: container).first)
      // Only a text that may have several lines has this request mode.
      #expect(gtk_widget_get_request_mode(label) == GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH)
      model.isShown = false
      await waitUntil("the content is dismissed") { presentedContainer() == nil }
      window.close()
    }

    @Test(arguments: PresentationKind.allCases)
    func `a view presented by a toolbar item has the styles that are set around the toolbar`(
      _ kind: PresentationKind
    ) async throws {
      let model = Model()
      let window = await show(width: 800) {
        NavigationStack { Text("root").toolbar { PresentingButton(model: model, kind: kind) } }
          .toggleStyle(.checkbox)
          .buttonStyle(.plain)
      }
      model.isShown = true
      await waitUntil("the content is on screen") { presentedContainer() != nil }
      let container = try #require(presentedContainer())
      #expect(widgets(ofType: gtk_check_button_get_type(), in: container).count == 1)
      let plain = try #require(button("plain", in: container))
      // GTK's class for the plain button style
      #expect(gtk_widget_has_css_class(plain, "flat") != 0)
      model.isShown = false
      await waitUntil("the content is dismissed") { presentedContainer() == nil }
      window.close()
    }

    @Test(arguments: PresentationKind.allCases) func `a view presented by a form row is not in a form`(
      _ kind: PresentationKind
    ) async throws {
      let model = Model()
      let window = await show(width: 800) {
        NavigationStack { Form { PresentingButton(model: model, kind: kind) } }
      }
      model.isShown = true
      await waitUntil("the content is on screen") { presentedContainer() != nil }
      #expect(texts(in: try #require(presentedContainer())).first == "in no form")
      model.isShown = false
      await waitUntil("the content is dismissed") { presentedContainer() == nil }
      window.close()
    }

    @Test(arguments: PresentationKind.allCases) func `labelsHidden applies to presented content`(
      _ kind: PresentationKind
    ) async throws {
      let model = Model()
      let window = await show(width: 800) {
        NavigationStack { PresentingButton(model: model, kind: kind) }.labelsHidden()
      }
      model.isShown = true
      await waitUntil("the content is on screen") { presentedContainer() != nil }
      // The label “presented” of the toggle is hidden.
      #expect(texts(in: try #require(presentedContainer())) == ["in no form", "plain"])
      model.isShown = false
      await waitUntil("the content is dismissed") { presentedContainer() == nil }
      window.close()
    }

    /// A view that an alert contains in addition to its buttons.
    struct Accessory: View {
      @Environment(\.isInForm) private var isInForm

      var body: some View {
        Text(isInForm ? "in a form" : "in no form")
      }
    }

    struct AlertingButton: View {
      @Bindable var model: Model

      var body: some View {
        Button("Ask") {}.alert("Really?", isPresented: $model.isShown) {
          Accessory()
          Button("Yes") {}
        }
      }
    }

    @Test(arguments: [false, true]) func `an alert's content is neither in a toolbar nor in a form`(
      isInsideForm: Bool
    ) async throws {
      let model = Model()
      let window = await show(width: 800) {
        if isInsideForm {
          Form { AlertingButton(model: model) }
        } else {
          NavigationStack {
            Text("root").toolbar { ToolbarItem(placement: .confirmationAction) { AlertingButton(model: model) } }
          }
        }
      }
      model.isShown = true
      await waitUntil("the content is on screen") {
        openWindows().contains { texts(in: $0).contains { $0.hasSuffix("form") } }
      }
      let alert = try #require(openWindows().first { $0 != window.window })
      let label = try #require(
        widgets(ofType: gtk_label_get_type(), in: alert).first { texts(in: $0).first?.hasSuffix("form") == true })
      #expect(texts(in: label) == ["in no form"])
      // The text may have several lines. A text in a toolbar would have only one.
      #expect(gtk_widget_get_request_mode(label) == GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH)
      model.isShown = false
      await waitUntil("the content is dismissed") { openWindows().count == 1 }
      window.close()
    }

    /// The size classes that the content of a sheet has read, oldest first.
    @MainActor final class SizeClassLog {
      var entries: [UserInterfaceSizeClass?] = []
    }

    /// Records its size class at each evaluation. The view is 700 pixels wide in a regular size class, so a sheet that
    /// is regular at first would become wide and stay regular.
    struct SizeClassRecorder: View {
      let log: SizeClassLog
      @Environment(\.horizontalSizeClass) private var sizeClass

      var body: some View {
        let _ = log.entries.append(sizeClass)
        Text("noted").frame(width: sizeClass == .compact ? 200 : 700)
      }
    }

    struct RecordingSheet: View {
      @Bindable var model: Model
      let log: SizeClassLog

      var body: some View {
        Text("narrow").sheet(isPresented: $model.isShown) { SizeClassRecorder(log: log) }
      }
    }

    @Test func `a sheet over a narrow window is compact from its first evaluation`() async throws {
      let (model, log) = (Model(), SizeClassLog())
      let window = await show(width: 300, height: 300) { RecordingSheet(model: model, log: log) }
      model.isShown = true
      await waitUntil("the content is on screen") {
        openWindows().contains { texts(in: $0).contains("noted") && gtk_widget_get_mapped($0.widget) != 0 }
      }
      // The layout of this frame would evaluate the content again if it changed the size class.
      await drawFrame(of: try #require(openWindows().first { $0 != window.window }))
      #expect(Set(log.entries) == [.compact])
      model.isShown = false
      await waitUntil("the content is dismissed") { openWindows().count == 1 }
      window.close()
    }

    /// A view that reads `dismiss`, and counts its evaluations. The text in it follows the environment's line limit.
    struct Closable: View {
      let counter: EvaluationCounter
      @Environment(\.dismiss) private var dismiss

      var body: some View {
        let _ = counter.evaluations += 1
        SizeClassText(name: "part")
        Button("Close") { dismiss() }
      }
    }

    @MainActor final class EvaluationCounter {
      var evaluations = 0
    }

    struct ClosablePresenter: View {
      @Bindable var model: Model
      let kind: PresentationKind
      let counter: EvaluationCounter

      var body: some View {
        switch kind {
        case .sheet: Text("root").sheet(isPresented: $model.isShown) { Closable(counter: counter) }
        case .popover: Text("root").popover(isPresented: $model.isShown) { Closable(counter: counter) }
        case .page: Text("root").navigationDestination(isPresented: $model.isShown) { Closable(counter: counter) }
        }
      }
    }

    /// A screen whose line limit depends on the model. The limit is a value of the environment.
    struct ScreenWithLineLimit: View {
      let model: Model
      let kind: PresentationKind
      let counter: EvaluationCounter

      var body: some View {
        NavigationStack { ClosablePresenter(model: model, kind: kind, counter: counter) }
          .lineLimit(model.lineLimit)
      }
    }

    @Test(arguments: PresentationKind.allCases)
    func `a view that reads dismiss is not evaluated when another environment value changes`(
      _ kind: PresentationKind
    ) async throws {
      // Given a presented view that reads `dismiss`
      let (model, counter) = (Model(), EvaluationCounter())
      let window = await show(width: 800) { ScreenWithLineLimit(model: model, kind: kind, counter: counter) }
      model.isShown = true
      func closeButton() -> UnsafeMutablePointer<GtkWidget>? {
        openWindows().compactMap { button("Close", in: $0.widget) }.first { gtk_widget_get_mapped($0) != 0 }
      }
      await waitUntil("the content is on screen") { closeButton() != nil }
      let close = try #require(closeButton())
      let label = try #require(
        gtk_widget_get_parent(close).flatMap { widgets(ofType: gtk_label_get_type(), in: $0).first })
      #expect(texts(in: label).first?.hasPrefix("part") == true)
      #expect(counter.evaluations == 1)

      // When another value of the environment changes, then the text follows, and the view is not evaluated
      model.lineLimit = 3
      await waitUntil("the text has three lines at most") { gtk_label_get_lines(label.opaque) == 3 }
      #expect(counter.evaluations == 1)

      // And the button, which calls `dismiss`, closes the presentation
      await click(close)
      await waitUntil("the content is dismissed") { !model.isShown && closeButton() == nil }
      window.close()
    }

    /// A text that names its size class.
    struct SizeClassText: View {
      let name: String
      @Environment(\.horizontalSizeClass) private var sizeClass

      var body: some View {
        Text(verbatim: "\(name) is \(sizeClass == .compact ? "compact" : "regular")")
      }
    }

    struct SheetWithWidth: View {
      @Bindable var model: Model

      var body: some View {
        SizeClassText(name: "window").sheet(isPresented: $model.isShown) {
          SizeClassText(name: "sheet").frame(minWidth: model.sheetMinWidth)
        }
      }
    }

    @Test func `a sheet has its own horizontal size class`() async throws {
      // Given a wide window, and a narrow sheet above it
      let model = Model()
      let window = await show(width: 800, height: 400) { SheetWithWidth(model: model) }
      model.isShown = true
      await waitUntil("the sheet is compact") { openWindows().contains { texts(in: $0).contains("sheet is compact") } }
      #expect(window.texts == ["window is regular"])

      // When the content makes the sheet wider than 560 pixels, the minimum of a regular width
      let sheet = try #require(openWindows().first { $0 != window.window })
      // Without a window manager, GTK does not enlarge a window that has not been drawn yet.
      await drawFrame(of: sheet)
      model.sheetMinWidth = 700

      // Then the content has a regular size class
      await waitUntil("the sheet is regular") { texts(in: sheet).contains("sheet is regular") }
      #expect(window.texts == ["window is regular"])
      model.isShown = false
      await waitUntil("the content is dismissed") { openWindows().count == 1 }
      window.close()
    }
  }
}
