import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import TestTraits
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Changes of the presenting view while it presents, or before.
  @MainActor @Suite struct PresentingViewTests {
    @Observable @MainActor final class Model {
      var alert: AlertState<String>?
      var text: String?
      var isAsking = false
      var isReady = false
      var isBusy = false
      var number = 0
    }

    static func alert(_ title: String) -> AlertState<String> {
      AlertState { TextState(verbatim: title) }
    }

    private func dialog<Content>(over window: ViewWindow<Content>) -> UnsafeMutablePointer<GtkWindow>? {
      openWindows().last { $0 != window.window && gtk_widget_get_mapped($0.widget) != 0 }
    }

    @discardableResult
    private func opened<Content>(
      over window: ViewWindow<Content>, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async -> UnsafeMutablePointer<GtkWindow>? {
      await waitUntil("“\(text)” is on screen", sourceLocation: sourceLocation) { [self] in
        dialog(over: window).map { texts(in: $0.widget).contains(text) } ?? false
      }
      return dialog(over: window)
    }

    private func gone<Content>(over window: ViewWindow<Content>) async {
      await waitUntil("the dialog is gone") { [self] in dialog(over: window) == nil }
    }

    struct Exchanged: View {
      @Bindable var model: Model

      var body: some View {
        Group { if model.isReady { Text("ready") } else { Text("loading") } }.alert($model.alert) { _ in }
      }
    }

    @Test func `a view whose widget is replaced presents from the new widget`() async {
      // Given a view that has presented
      let model = Model()
      let window = await show { Exchanged(model: model) }
      model.alert = Self.alert("First")
      await opened(over: window, "First")
      model.alert = nil
      await gone(over: window)

      // When its first widget becomes another one
      model.isReady = true
      await waitUntil("the other widget") { window.texts == ["ready"] }

      // Then the view still presents, and closes
      model.alert = Self.alert("Second")
      await opened(over: window, "Second")
      model.alert = nil
      await gone(over: window)
      window.close()
    }

    @Test func `a visible alert stays when the widget of its view is replaced`() async throws {
      let model = Model()
      let window = await show { Exchanged(model: model) }
      model.alert = Self.alert("First")
      let alert = try #require(await opened(over: window, "First"))
      model.isReady = true
      await waitUntil("the other widget") { window.texts == ["ready"] }
      await mainLoopSettles()
      #expect(dialog(over: window) == alert)
      #expect(model.alert != nil)

      // The presentation still follows its state
      await click(try #require(button("OK", in: alert)))
      await gone(over: window)
      #expect(model.alert == nil)
      window.close()
    }

    struct Numbered: View {
      @Bindable var model: Model

      var body: some View {
        Text("screen").id(model.number).sheet(isPresented: $model.isAsking) { Text("sheet \(model.number)") }
      }
    }

    @Test func `a view with a new id keeps its visible sheet and can present again`() async {
      let model = Model()
      let window = await show { Numbered(model: model) }
      for number in 1...3 {
        model.isAsking = true
        let sheet = await opened(over: window, "sheet \(number - 1)")
        model.number = number
        await opened(over: window, "sheet \(number)")
        #expect(dialog(over: window) == sheet)
        model.isAsking = false
        await gone(over: window)
      }
      window.close()
    }

    struct Popover: View {
      @Bindable var model: Model

      var body: some View {
        Group { if model.isReady { Text("ready") } else { Text("loading") } }
          .popover(isPresented: $model.isAsking) { Button("inside") {} }
      }
    }

    private func popover<Content>(in window: ViewWindow<Content>) -> UnsafeMutablePointer<GtkWidget>? {
      window.window.flatMap { widgets(ofType: gtk_popover_get_type(), in: $0).first { gtk_widget_get_mapped($0) != 0 } }
    }

    @Test func `a popover points at the new widget when the widget of its view is replaced`() async throws {
      let model = Model()
      let window = await show { Popover(model: model) }
      model.isAsking = true
      await waitUntil("the popover") { popover(in: window) != nil }
      let shown = popover(in: window)
      model.isReady = true
      await waitUntil("it points at the new widget") {
        popover(in: window).map { texts(in: gtk_widget_get_parent($0)!).first == "ready" } ?? false
      }
      #expect(popover(in: window) == shown)
      #expect(model.isAsking)
      model.isAsking = false
      await waitUntil("it is gone") { popover(in: window) == nil }
      window.close()
    }

    struct Late: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          Text("screen")
          LatePart(model: model).alert($model.alert) { _ in }
        }
      }
    }

    struct LatePart: View {
      let model: Model

      var body: some View {
        if model.isReady { Text("ready") }
      }
    }

    @Test func `a value that is set while its view has no widget is presented later`() async {
      // Line 10 of the table in docs/library/presentation.md, for a view without a widget on screen
      let model = Model()
      let window = await show { Late(model: model) }
      model.alert = Self.alert("Waited")
      await mainLoopSettles()
      #expect(dialog(over: window) == nil)
      model.isReady = true
      await opened(over: window, "Waited")
      model.alert = nil
      await gone(over: window)

      // And a value that is set while the widget is removed is not lost
      model.isReady = false
      await mainLoopSettles()
      model.alert = Self.alert("Waited again")
      await mainLoopSettles()
      #expect(dialog(over: window) == nil)
      #expect(model.alert != nil)
      model.isReady = true
      await opened(over: window, "Waited again")
      model.alert = nil
      await gone(over: window)
      window.close()
    }

    struct Unwrapping: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          Text("screen").alert(isPresented: $model.text.mappedToBool()) {
            Alert(title: Text("Alert"), message: Text(model.text!))
          }
        }
      }
    }

    struct UnwrappingSheet: View {
      @Bindable var model: Model

      var body: some View {
        Text("screen").sheet(isPresented: $model.text.mappedToBool()) { Text(model.text!) }
      }
    }

    struct UnwrappingPopover: View {
      @Bindable var model: Model

      var body: some View {
        Text("screen").popover(isPresented: $model.text.mappedToBool()) { Text(model.text!) }
      }
    }

    @Test func `an alert's content is not evaluated after its state is nil`() async {
      let model = Model()
      let window = await show { Unwrapping(model: model) }
      model.text = "first"
      await opened(over: window, "first")
      model.text = "second"
      await opened(over: window, "second")
      model.text = nil
      await gone(over: window)
      window.close()
    }

    @Test func `a sheet's content is not evaluated after its state is nil`() async {
      let model = Model()
      let window = await show { UnwrappingSheet(model: model) }
      model.text = "first"
      await opened(over: window, "first")
      model.text = "second"
      await opened(over: window, "second")
      model.text = nil
      await gone(over: window)
      window.close()
    }

    @Test func `a popover's content is not evaluated after its state is nil`() async {
      let model = Model()
      let window = await show { UnwrappingPopover(model: model) }
      model.text = "first"
      await waitUntil("the popover") { popover(in: window).map { texts(in: $0) } == ["first"] }
      model.text = "second"
      await waitUntil("it follows") { popover(in: window).map { texts(in: $0) } == ["second"] }
      model.text = nil
      await waitUntil("it is gone") { popover(in: window) == nil }
      window.close()
    }

    struct Restructured: View {
      @Bindable var model: Model

      var body: some View {
        Text("screen").alert("Question", isPresented: $model.isAsking) {
          Button("Yes") {}
          if model.number > 0 { Button("Perhaps") {} }
        } message: {
          if model.isBusy { Text("busy") } else { Text("done") }
        }
      }
    }

    @Test(.presentationLine(20), arguments: AlertBackend.available)
    func `an alert's message and buttons follow the conditions in them`(_ backend: AlertBackend) async throws {
      AlertPresenter.backend = backend
      defer { AlertPresenter.backend = .automatic }
      let model = Model()
      let window = await show { Restructured(model: model) }
      model.isAsking = true
      let alert = try #require(await opened(over: window, "done"))

      // When the message alone changes, after all effects of the opening
      await mainLoopSettles()
      model.isBusy = true
      await opened(over: window, "busy")
      #expect(!texts(in: alert.widget).contains("done"))
      await mainLoopSettles()
      model.isBusy = false
      await opened(over: window, "done")

      // And when the buttons alone change
      model.number = 1
      await waitUntil("the other button") { button("Perhaps", in: alert) != nil }
      model.number = 0
      await waitUntil("the button to go") { button("Perhaps", in: alert) == nil }
      #expect(dialog(over: window) == alert)
      model.isAsking = false
      await gone(over: window)
      window.close()
    }

    struct Renaming: View {
      @Bindable var model: Model
      @State private var name = "Birds"

      var body: some View {
        Text("screen \(name)").alert("Rename?", isPresented: $model.isAsking) {
          if model.isBusy { TextField("Name", text: $name) }
          if model.isReady { TextField("Other name", text: $name) }
          Button("Save") { model.text = name }
        }
      }
    }

    @Test(arguments: AlertBackend.available)
    func `text fields can be inserted into and removed from a visible alert`(_ backend: AlertBackend) async throws {
      AlertPresenter.backend = backend
      defer { AlertPresenter.backend = .automatic }
      let model = Model()
      let window = await show { Renaming(model: model) }
      func fields() -> [UnsafeMutablePointer<GtkWidget>] {
        dialog(over: window).map { widgets(ofType: gtk_entry_get_type(), in: $0) } ?? []
      }
      model.isAsking = true
      await opened(over: window, "Rename?")
      model.isBusy = true
      await waitUntil("the field") { fields().count == 1 }
      model.isReady = true
      await waitUntil("the other field") { fields().count == 2 }
      model.isReady = false
      await waitUntil("one field") { fields().count == 1 }
      await enter("Bees", into: fields()[0])
      let alert = try #require(dialog(over: window))
      await click(try #require(button("Save", in: alert)))
      await gone(over: window)
      #expect(model.text == "Bees")
      #expect(!model.isAsking)
      window.close()
    }

    struct Nested: View {
      @Bindable var model: Model

      var body: some View {
        Text("screen").popover(isPresented: $model.isAsking) {
          Text("popover")
          Text("inside").alert($model.alert) { _ in }
          Button("anchor") {}.popover(isPresented: $model.isBusy) { Text("inner popover") }
        }
      }
    }

    @Test func `dismissing a popover dismisses the alert of its content and clears its state`() async {
      let model = Model()
      let window = await show { Nested(model: model) }
      model.isAsking = true
      await waitUntil("the popover") { popover(in: window) != nil }
      model.alert = Self.alert("Inside")
      await opened(over: window, "Inside")
      #expect(model.isAsking)
      model.isAsking = false
      await gone(over: window)
      await waitUntil("the popover is gone") { popover(in: window) == nil }
      #expect(model.alert == nil)
      window.close()
    }

    @Test func `dismissing a popover dismisses its inner popover and clears its state`() async {
      let model = Model()
      let window = await show { Nested(model: model) }
      model.isAsking = true
      await waitUntil("the popover") { popover(in: window) != nil }
      model.isBusy = true
      await waitUntil("the inner one") { popover(in: window).map { texts(in: $0).contains("inner popover") } ?? false }
      model.isAsking = false
      await waitUntil("both are gone") { popover(in: window) == nil }
      #expect(!model.isBusy)
      window.close()
    }

    struct Locking: View {
      @Bindable var model: Model

      var body: some View {
        Text("screen").sheet(isPresented: $model.isAsking) {
          Text("sheet")
          if model.isBusy { Text("busy").interactiveDismissDisabled() }
          if model.number > 0 { Text("number").interactiveDismissDisabled() }
        }
      }
    }

    @Test func `interactiveDismissDisabled ends when the last view that sets it is removed`() async throws {
      let model = Model()
      let window = await show { Locking(model: model) }
      (model.isBusy, model.number, model.isAsking) = (true, 1, true)
      let sheet = try #require(await opened(over: window, "number"))
      await mainLoopSettles()

      model.isBusy = false
      await waitUntil("the first to go") { !texts(in: sheet.widget).contains("busy") }
      await closeWindow(sheet)
      await mainLoopSettles()
      #expect(model.isAsking)
      #expect(dialog(over: window) == sheet)

      model.number = 0
      await waitUntil("the second to go") { !texts(in: sheet.widget).contains("number") }
      await mainLoopSettles()
      await closeWindow(sheet)
      await gone(over: window)
      #expect(!model.isAsking)
      window.close()
    }

    @Test func `the user can dismiss a sheet that is presented after a locked sheet`() async throws {
      let model = Model()
      let window = await show { Locking(model: model) }
      (model.isBusy, model.isAsking) = (true, true)
      await opened(over: window, "busy")
      model.isAsking = false
      await gone(over: window)
      (model.isBusy, model.isAsking) = (false, true)
      let sheet = try #require(await opened(over: window, "sheet"))
      await mainLoopSettles()
      await closeWindow(sheet)
      await gone(over: window)
      #expect(!model.isAsking)
      window.close()
    }
  }
}
