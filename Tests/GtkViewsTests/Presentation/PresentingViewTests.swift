import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import TestTraits
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Presentations while the presenting view, its widget or the content of the dialog changes.
  @MainActor @Suite struct PresentingViewTests {
    /// The state of all views below. Each view uses some of the properties.
    @Observable @MainActor final class Model {
      var alert: AlertState<String>?
      var text: String?
      var isPresented = false
      var isReady = false
      var isBusy = false
      var hasPerhapsButton = false
      var hasNameField = false
      var hasOtherNameField = false
      var isInnerPopoverShown = false
      var hasFirstLock = false
      var hasSecondLock = false
      var number = 0
    }

    static func makeAlert(_ title: String) -> AlertState<String> {
      AlertState { TextState(verbatim: title) }
    }

    /// Returns the newest visible window other than `window`.
    private func dialog<Content>(over window: ViewWindow<Content>) -> UnsafeMutablePointer<GtkWindow>? {
      openWindows().last { $0 != window.window && gtk_widget_get_mapped($0.widget) != 0 }
    }

    /// Waits until a dialog with this text is on screen, and returns it.
    @discardableResult
    private func waitForDialog<Content>(
      over window: ViewWindow<Content>, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async -> UnsafeMutablePointer<GtkWindow>? {
      await waitUntil("“\(text)” is on screen", sourceLocation: sourceLocation) { [self] in
        dialog(over: window).map { texts(in: $0.widget).contains(text) } ?? false
      }
      return dialog(over: window)
    }

    private func waitUntilDismissed<Content>(over window: ViewWindow<Content>) async {
      await waitUntil("the dialog is dismissed") { [self] in dialog(over: window) == nil }
    }

    struct AlertOnReplacedWidget: View {
      @Bindable var model: Model

      var body: some View {
        Group { if model.isReady { Text("ready") } else { Text("loading") } }.alert($model.alert) { _ in }
      }
    }

    @Test func `a view whose widget is replaced presents from the new widget`() async {
      // Given a view that has presented
      let model = Model()
      let window = await show { AlertOnReplacedWidget(model: model) }
      model.alert = Self.makeAlert("First")
      await waitForDialog(over: window, "First")
      model.alert = nil
      await waitUntilDismissed(over: window)

      // When another widget replaces the view's first widget
      model.isReady = true
      await waitUntil("the other widget is on screen") { window.texts == ["ready"] }

      // Then the view still presents and dismisses
      model.alert = Self.makeAlert("Second")
      await waitForDialog(over: window, "Second")
      model.alert = nil
      await waitUntilDismissed(over: window)
      window.close()
    }

    @Test func `a visible alert stays when the widget of its view is replaced`() async throws {
      let model = Model()
      let window = await show { AlertOnReplacedWidget(model: model) }
      model.alert = Self.makeAlert("First")
      let alert = try #require(await waitForDialog(over: window, "First"))
      model.isReady = true
      await waitUntil("the other widget is on screen") { window.texts == ["ready"] }
      await mainLoopSettles()
      #expect(dialog(over: window) == alert)
      #expect(model.alert != nil)

      // And the alert's button still dismisses the alert and clears the state
      await click(try #require(button("OK", in: alert)))
      await waitUntilDismissed(over: window)
      #expect(model.alert == nil)
      window.close()
    }

    struct SheetOnNumberedView: View {
      @Bindable var model: Model

      var body: some View {
        Text("screen").id(model.number).sheet(isPresented: $model.isPresented) { Text("sheet \(model.number)") }
      }
    }

    @Test func `a view with a new id keeps its visible sheet and can present again`() async {
      let model = Model()
      let window = await show { SheetOnNumberedView(model: model) }
      // Each round presents the sheet with the number of the round before, and then changes the id of the view
      for number in 1...3 {
        model.isPresented = true
        let sheet = await waitForDialog(over: window, "sheet \(number - 1)")
        model.number = number
        await waitForDialog(over: window, "sheet \(number)")
        #expect(dialog(over: window) == sheet)
        model.isPresented = false
        await waitUntilDismissed(over: window)
      }
      window.close()
    }

    struct PopoverOnReplacedWidget: View {
      @Bindable var model: Model

      var body: some View {
        Group { if model.isReady { Text("ready") } else { Text("loading") } }
          .popover(isPresented: $model.isPresented) { Button("inside") {} }
      }
    }

    /// Returns the first visible popover.
    private func popover<Content>(in window: ViewWindow<Content>) -> UnsafeMutablePointer<GtkWidget>? {
      window.window.flatMap { widgets(ofType: gtk_popover_get_type(), in: $0).first { gtk_widget_get_mapped($0) != 0 } }
    }

    @Test func `a popover points at the new widget when the widget of its view is replaced`() async throws {
      let model = Model()
      let window = await show { PopoverOnReplacedWidget(model: model) }
      model.isPresented = true
      await waitUntil("the popover is on screen") { popover(in: window) != nil }
      let shownPopover = popover(in: window)
      model.isReady = true
      // The parent of a popover is the widget at which the popover points
      await waitUntil("the popover points at the new widget") {
        popover(in: window).map { texts(in: gtk_widget_get_parent($0)!).first == "ready" } ?? false
      }
      #expect(popover(in: window) == shownPopover)
      #expect(model.isPresented)
      model.isPresented = false
      await waitUntil("the popover is dismissed") { popover(in: window) == nil }
      window.close()
    }

    struct AlertOnEmptyView: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          Text("screen")
          EmptyUntilReady(model: model).alert($model.alert) { _ in }
        }
      }
    }

    struct EmptyUntilReady: View {
      let model: Model

      var body: some View {
        if model.isReady { Text("ready") }
      }
    }

    @Test func `a value that is set while its view has no widget is presented later`() async {
      // Given a view without a widget. Its alert waits, as an alert waits for its window in line 10 of the table in
      // docs/library/presentation.md
      let model = Model()
      let window = await show { AlertOnEmptyView(model: model) }
      model.alert = Self.makeAlert("Waited")
      await mainLoopSettles()
      #expect(dialog(over: window) == nil)
      model.isReady = true
      await waitForDialog(over: window, "Waited")
      model.alert = nil
      await waitUntilDismissed(over: window)

      // And a value that is set while the widget is removed is not lost
      model.isReady = false
      await mainLoopSettles()
      model.alert = Self.makeAlert("Waited again")
      await mainLoopSettles()
      #expect(dialog(over: window) == nil)
      #expect(model.alert != nil)
      model.isReady = true
      await waitForDialog(over: window, "Waited again")
      model.alert = nil
      await waitUntilDismissed(over: window)
      window.close()
    }

    /// An alert whose content unwraps the state: an evaluation without a value would end the program. The content of
    /// ``UnwrappingSheet`` and ``UnwrappingPopover`` does the same.
    struct UnwrappingAlert: View {
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
      let window = await show { UnwrappingAlert(model: model) }
      model.text = "first"
      await waitForDialog(over: window, "first")
      model.text = "second"
      await waitForDialog(over: window, "second")
      model.text = nil
      await waitUntilDismissed(over: window)
      window.close()
    }

    @Test func `a sheet's content is not evaluated after its state is nil`() async {
      let model = Model()
      let window = await show { UnwrappingSheet(model: model) }
      model.text = "first"
      await waitForDialog(over: window, "first")
      model.text = "second"
      await waitForDialog(over: window, "second")
      model.text = nil
      await waitUntilDismissed(over: window)
      window.close()
    }

    @Test func `a popover's content is not evaluated after its state is nil`() async {
      let model = Model()
      let window = await show { UnwrappingPopover(model: model) }
      model.text = "first"
      await waitUntil("the popover is on screen") { popover(in: window).map { texts(in: $0) } == ["first"] }
      model.text = "second"
      await waitUntil("the popover follows its value") { popover(in: window).map { texts(in: $0) } == ["second"] }
      model.text = nil
      await waitUntil("the popover is dismissed") { popover(in: window) == nil }
      window.close()
    }

    struct ConditionalAlert: View {
      @Bindable var model: Model

      var body: some View {
        Text("screen").alert("Question", isPresented: $model.isPresented) {
          Button("Yes") {}
          if model.hasPerhapsButton { Button("Perhaps") {} }
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
      let window = await show { ConditionalAlert(model: model) }
      model.isPresented = true
      let alert = try #require(await waitForDialog(over: window, "done"))

      // When only the message changes, after the presentation is complete
      await mainLoopSettles()
      model.isBusy = true
      await waitForDialog(over: window, "busy")
      #expect(!texts(in: alert.widget).contains("done"))
      await mainLoopSettles()
      model.isBusy = false
      await waitForDialog(over: window, "done")

      // And when only the buttons change
      model.hasPerhapsButton = true
      await waitUntil("the other button") { button("Perhaps", in: alert) != nil }
      model.hasPerhapsButton = false
      await waitUntil("the button is removed") { button("Perhaps", in: alert) == nil }
      #expect(dialog(over: window) == alert)
      model.isPresented = false
      await waitUntilDismissed(over: window)
      window.close()
    }

    struct AlertWithFields: View {
      @Bindable var model: Model
      @State private var name = "Birds"

      var body: some View {
        Text("screen \(name)").alert("Rename?", isPresented: $model.isPresented) {
          if model.hasNameField { TextField("Name", text: $name) }
          if model.hasOtherNameField { TextField("Other name", text: $name) }
          Button("Save") { model.text = name }
        }
      }
    }

    @Test(arguments: AlertBackend.available)
    func `text fields can be inserted into and removed from a visible alert`(_ backend: AlertBackend) async throws {
      AlertPresenter.backend = backend
      defer { AlertPresenter.backend = .automatic }
      let model = Model()
      let window = await show { AlertWithFields(model: model) }
      func fields() -> [UnsafeMutablePointer<GtkWidget>] {
        dialog(over: window).map { widgets(ofType: gtk_entry_get_type(), in: $0) } ?? []
      }
      model.isPresented = true
      await waitForDialog(over: window, "Rename?")
      model.hasNameField = true
      await waitUntil("the field") { fields().count == 1 }
      model.hasOtherNameField = true
      await waitUntil("the other field") { fields().count == 2 }
      model.hasOtherNameField = false
      await waitUntil("one field") { fields().count == 1 }
      await enter("Bees", into: fields()[0])
      let alert = try #require(dialog(over: window))
      await click(try #require(button("Save", in: alert)))
      await waitUntilDismissed(over: window)
      #expect(model.text == "Bees")
      #expect(!model.isPresented)
      window.close()
    }

    struct PopoverWithPresentations: View {
      @Bindable var model: Model

      var body: some View {
        Text("screen").popover(isPresented: $model.isPresented) {
          Text("popover")
          Text("inside").alert($model.alert) { _ in }
          Button("anchor") {}.popover(isPresented: $model.isInnerPopoverShown) { Text("inner popover") }
        }
      }
    }

    @Test func `dismissing a popover dismisses the alert of its content and clears the alert's state`() async {
      let model = Model()
      let window = await show { PopoverWithPresentations(model: model) }
      model.isPresented = true
      await waitUntil("the popover is on screen") { popover(in: window) != nil }
      model.alert = Self.makeAlert("Inside")
      await waitForDialog(over: window, "Inside")
      #expect(model.isPresented)
      model.isPresented = false
      await waitUntilDismissed(over: window)
      await waitUntil("the popover is dismissed") { popover(in: window) == nil }
      #expect(model.alert == nil)
      window.close()
    }

    @Test func `dismissing a popover dismisses its inner popover and clears the inner popover's state`() async {
      let model = Model()
      let window = await show { PopoverWithPresentations(model: model) }
      model.isPresented = true
      await waitUntil("the popover is on screen") { popover(in: window) != nil }
      model.isInnerPopoverShown = true
      await waitUntil("the inner popover is on screen") {
        popover(in: window).map { texts(in: $0).contains("inner popover") } ?? false
      }
      model.isPresented = false
      await waitUntil("both popovers are dismissed") { popover(in: window) == nil }
      #expect(!model.isInnerPopoverShown)
      window.close()
    }

    /// A sheet with two views that can each lock it: the user cannot dismiss a locked sheet.
    struct SheetWithLocks: View {
      @Bindable var model: Model

      var body: some View {
        Text("screen").sheet(isPresented: $model.isPresented) {
          Text("sheet")
          if model.hasFirstLock { Text("first lock").interactiveDismissDisabled() }
          if model.hasSecondLock { Text("second lock").interactiveDismissDisabled() }
        }
      }
    }

    @Test func `interactiveDismissDisabled ends when the last view that sets it is removed`() async throws {
      let model = Model()
      let window = await show { SheetWithLocks(model: model) }
      (model.hasFirstLock, model.hasSecondLock, model.isPresented) = (true, true, true)
      let sheet = try #require(await waitForDialog(over: window, "second lock"))
      await mainLoopSettles()

      model.hasFirstLock = false
      await waitUntil("the first lock is removed") { !texts(in: sheet.widget).contains("first lock") }
      await closeWindow(sheet)
      await mainLoopSettles()
      #expect(model.isPresented)
      #expect(dialog(over: window) == sheet)

      model.hasSecondLock = false
      await waitUntil("the second lock is removed") { !texts(in: sheet.widget).contains("second lock") }
      await mainLoopSettles()
      await closeWindow(sheet)
      await waitUntilDismissed(over: window)
      #expect(!model.isPresented)
      window.close()
    }

    @Test func `the user can dismiss a sheet that is presented after a locked sheet`() async throws {
      let model = Model()
      let window = await show { SheetWithLocks(model: model) }
      (model.hasFirstLock, model.isPresented) = (true, true)
      await waitForDialog(over: window, "first lock")
      model.isPresented = false
      await waitUntilDismissed(over: window)
      (model.hasFirstLock, model.isPresented) = (false, true)
      let sheet = try #require(await waitForDialog(over: window, "sheet"))
      await mainLoopSettles()
      await closeWindow(sheet)
      await waitUntilDismissed(over: window)
      #expect(!model.isPresented)
      window.close()
    }
  }
}
