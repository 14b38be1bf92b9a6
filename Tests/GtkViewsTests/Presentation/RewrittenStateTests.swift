import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Dialogs whose own action sets their state again, and presentations whose binding keeps the value when they are
  /// dismissed.
  @MainActor @Suite struct RewrittenStateTests {
    @Observable @MainActor final class Model {
      var isAsking = false
      var question: String?
      @ObservationIgnored var events: [String] = []
      /// A Boolean that is computed from an optional.
      var hasQuestion: Bool {
        get { question != nil }
        set { if !newValue { question = nil } }
      }
    }

    /// The source of the Boolean that presents a dialog. The Boolean is a property of the view, unless the name of the
    /// case has one of these parts:
    /// - `model`: The property belongs to the model.
    /// - `mapped`, `ifNotNil`: The property is an optional. `mappedToBool()` or `Binding(ifNotNil:)` maps the optional
    ///   to a Boolean.
    /// - `binding`: A binding with closures reads and writes the property.
    /// - `Presenting`: The property belongs to the model. The argument of `presenting:` is an optional of the model.
    enum Form: CaseIterable {
      case state, mappedState, model, modelPresenting, mappedModel, ifNotNil, binding
      // The forms above are for an alert, and the following forms are for a confirmation dialog. `confirmation` and
      // `mappedConfirmation` correspond to `state` and `mappedState`.
      case confirmation, confirmationPresenting, mappedConfirmation, ifNotNilConfirmation, mappedModelConfirmation

      /// Whether the dialog shows the text of an optional: “First” or “Second”.
      var showsText: Bool { ![.state, .model, .binding, .confirmation].contains(self) }
    }

    struct Screen: View {
      let form: Form
      @Bindable var model: Model
      @State private var isAsking = false
      @State private var question: String?

      var body: some View {
        VStack {
          Button("Ask") { ask("First") }
          Text(model.question ?? question ?? "none")
        }
        .modifier(
          QuestionDialog(
            form: form, model: model, isAsking: $isAsking, question: $question, askAgain: { ask("Second") }))
      }

      /// Writes the state that presents the dialog. `text` is the value of the optional, if the form has one.
      private func ask(_ text: String) {
        model.events.append(text)
        switch form {
        case .state, .binding, .confirmation: isAsking = true
        case .mappedState, .ifNotNil, .mappedConfirmation, .ifNotNilConfirmation: question = text
        case .model: model.isAsking = true
        case .modelPresenting, .confirmationPresenting:
          model.question = text
          model.isAsking = true
        case .mappedModel, .mappedModelConfirmation: model.question = text
        }
      }
    }

    /// Presents the dialog of a form. `askAgain` is the action of the button “Again”. The other parameters are the
    /// properties of `Screen`.
    struct QuestionDialog: ViewModifier {
      let form: Form
      @Bindable var model: Model
      @Binding var isAsking: Bool
      @Binding var question: String?
      let askAgain: @MainActor () -> Void

      func body(content: Content) -> some View {
        switch form {
        case .state: content.alert("Question", isPresented: $isAsking) { buttons }
        case .binding:
          content.alert("Question", isPresented: Binding(get: { isAsking }, set: { isAsking = $0 })) { buttons }
        case .mappedState:
          content.alert("Question", isPresented: $question.mappedToBool()) {
            buttons
          } message: {
            Text(question ?? "")
          }
        case .ifNotNil:
          content.alert("Question", isPresented: Binding(ifNotNil: $question)) {
            buttons
          } message: {
            Text(question ?? "")
          }
        case .model: content.alert("Question", isPresented: $model.isAsking) { buttons }
        case .modelPresenting:
          content.alert("Question", isPresented: $model.isAsking, presenting: model.question) { _ in
            buttons
          } message: {
            Text($0)
          }
        case .mappedModel:
          content.alert("Question", isPresented: $model.question.mappedToBool()) {
            buttons
          } message: {
            Text(model.question ?? "")
          }
        case .confirmation, .confirmationPresenting, .mappedConfirmation, .ifNotNilConfirmation,
          .mappedModelConfirmation:
          confirmation(content)
        }
      }

      @ViewBuilder private func confirmation(_ content: Content) -> some View {
        switch form {
        case .confirmationPresenting:
          content.confirmationDialog(
            "Question", isPresented: $model.isAsking, titleVisibility: .visible, presenting: model.question
          ) { _ in
            buttons
          } message: {
            Text($0)
          }
        case .mappedConfirmation:
          content.confirmationDialog("Question", isPresented: $question.mappedToBool(), titleVisibility: .visible) {
            buttons
          } message: {
            Text(question ?? "")
          }
        case .ifNotNilConfirmation:
          content.confirmationDialog("Question", isPresented: Binding(ifNotNil: $question), titleVisibility: .visible) {
            buttons
          } message: {
            Text(question ?? "")
          }
        case .mappedModelConfirmation:
          content.confirmationDialog("Question", isPresented: $model.question.mappedToBool(), titleVisibility: .visible)
          {
            buttons
          } message: {
            Text(model.question ?? "")
          }
        default: content.confirmationDialog("Question", isPresented: $isAsking, titleVisibility: .visible) { buttons }
        }
      }

      @ViewBuilder private var buttons: some View {
        Button("Again") { askAgain() }
        Button("Done") { model.events.append("done") }
      }
    }

    /// Returns the window of the newest dialog, sheet or cover over `window`, or `nil` if none is visible.
    private func dialog<Content>(over window: ViewWindow<Content>) -> UnsafeMutablePointer<GtkWindow>? {
      openWindows().last { $0 != window.window && gtk_widget_get_mapped($0.widget) != 0 }
    }

    /// Waits until a dialog with the text “Question”, other than `other`, is on screen. Returns the dialog.
    private func waitForDialog<Content>(
      over window: ViewWindow<Content>, otherThan other: UnsafeMutablePointer<GtkWindow>? = nil
    ) async throws -> UnsafeMutablePointer<GtkWindow> {
      await waitUntil("a dialog is on screen") { [self] in
        dialog(over: window).map { $0 != other && texts(in: $0.widget).contains("Question") } ?? false
      }
      return try #require(dialog(over: window))
    }

    @Test(arguments: Form.allCases) func `a dialog whose action sets its state again is presented again`(
      _ form: Form
    ) async throws {
      // Given a dialog on screen
      let model = Model()
      let window = await show { Screen(form: form, model: model) }
      let root = try #require(window.window)
      await click(try #require(button("Ask", in: root)))
      let firstDialog = try await waitForDialog(over: window)
      // The reference keeps the first dialog in memory, so the second dialog has another address. The addresses are
      // compared below.
      let firstReference = GObjectReference(firstDialog)

      // When the action of a button writes the state again
      await click(try #require(button("Again", in: firstDialog)))

      // Then a new dialog is on screen. The button “Done”, which does not write the state, closes the dialog.
      let secondDialog = try await waitForDialog(over: window, otherThan: firstDialog)
      if form.showsText { #expect(texts(in: secondDialog.widget).contains("Second")) }
      await click(try #require(button("Done", in: secondDialog)))
      await waitUntil("the dialog is dismissed") { [self] in dialog(over: window) == nil }
      #expect(model.events == ["First", "Second", "done"])
      #expect(!model.isAsking)
      withExtendedLifetime(firstReference) {}
      window.close()
    }

    @Test func `a Boolean that is computed from an optional is false only after the action`() async throws {
      struct Computed: View {
        @Bindable var model: Model

        var body: some View {
          Text("screen").alert("Question", isPresented: $model.hasQuestion) {
            Button("Use") { model.events.append(model.question ?? "gone") }
          }
        }
      }
      let model = Model()
      let window = await show { Computed(model: model) }
      model.question = "Here"
      let dialog = try await waitForDialog(over: window)
      await click(try #require(button("Use", in: dialog)))
      await waitUntil("the dialog is dismissed") { [self] in self.dialog(over: window) == nil }
      // The action has read the optional before the setter of the Boolean removed it.
      #expect(model.events == ["Here"])
      #expect(model.question == nil)
      window.close()
    }

    @Test func `the setter of a binding to a model's Boolean runs after the action`() async throws {
      struct ScreenWithSetter: View {
        let model: Model

        var body: some View {
          let isAsking = Binding(get: { model.isAsking }) { isAsking in
            model.events.append("written \(isAsking)")
            model.isAsking = isAsking
            if !isAsking { model.question = nil }
          }
          Text("screen").alert("Question", isPresented: isAsking) {
            Button("Use") { model.events.append(model.question ?? "gone") }
          }
        }
      }
      // Given a dialog whose binding has a setter that also removes the value that the action uses
      let model = Model()
      let window = await show { ScreenWithSetter(model: model) }
      model.question = "Here"
      model.isAsking = true
      let dialog = try await waitForDialog(over: window)

      // When the dialog's button is pressed
      await click(try #require(button("Use", in: dialog)))

      // Then the action has found the value, and the setter has run once
      await waitUntil("the dialog is dismissed") { [self] in self.dialog(over: window) == nil }
      #expect(model.events == ["Here", "written false"])
      #expect(!model.isAsking)
      window.close()
    }

    @Test func `an action that writes another property of the state dismisses its dialog`() async throws {
      /// The value of one `State`. A write of `count` also writes the `State` that presents the dialog.
      struct ScreenState {
        var isAsking = false
        var count = 0
      }
      struct CountingScreen: View {
        @State private var screenState = ScreenState()

        var body: some View {
          VStack {
            Button("Ask") { screenState.isAsking = true }
            Text(verbatim: "\(screenState.count)")
          }
          .alert("Question", isPresented: $screenState.isAsking) { Button("Count") { screenState.count += 1 } }
        }
      }
      let window = await show { CountingScreen() }
      let root = try #require(window.window)
      await click(try #require(button("Ask", in: root)))
      let dialog = try await waitForDialog(over: window)
      await click(try #require(button("Count", in: dialog)))
      await waitUntil("the dialog is dismissed") { [self] in self.dialog(over: window) == nil }
      await waitUntil("the number is shown") { window.texts.contains("1") }
      window.close()
    }

    /// The kind of a presentation. A cover is a full-screen cover, and a destination is a page of a navigation stack.
    enum Kind { case alert, sheet, cover, popover, destination }

    /// A model that keeps its item when a binding clears the item for the first time.
    @Observable @MainActor final class RefusingModel {
      var item: Int? = nil
      /// The number of calls of `clear()` that will have no effect.
      @ObservationIgnored var remainingRefusals = 1
      /// How often the presented content has appeared.
      @ObservationIgnored var appearanceCount = 0

      func clear() {
        if remainingRefusals > 0 { remainingRefusals -= 1 } else { item = nil }
      }
    }

    /// The item of `RefusingModel`, with an identity for the presentation modifiers.
    struct KeptItem: Identifiable {
      let id: Int
    }

    /// A view with a presentation whose binding clears the item by `RefusingModel.clear()`.
    struct RefusingScreen: View {
      let kind: Kind
      let model: RefusingModel
      /// Whether the presentation depends on an optional item instead of a Boolean.
      var usesItem = false

      private var itemBinding: Binding<KeptItem?> {
        Binding(
          get: { model.item.map { KeptItem(id: $0) } },
          set: { newItem in
            if newItem == nil { model.clear() }
          })
      }

      private var isPresented: Binding<Bool> {
        Binding(
          get: { model.item != nil },
          set: { isPresented in
            if !isPresented { model.clear() }
          })
      }

      var body: some View {
        if usesItem { itemBody } else { booleanBody }
      }

      @ViewBuilder private var itemBody: some View {
        switch kind {
        case .alert: Text("screen").alert(item: itemBinding) { _ in Alert(title: Text("Kept")) }
        case .sheet: Text("screen").sheet(item: itemBinding) { _ in content }
        case .cover: Text("screen").fullScreenCover(item: itemBinding) { _ in content }
        case .popover: Text("screen").popover(item: itemBinding) { _ in content }
        case .destination:
          NavigationStack {
            Text("screen").navigationTitle("Root").navigationDestination(item: itemBinding) { _ in
              content.navigationTitle("Kept")
            }
          }
        }
      }

      private var content: some View { Text("Kept").onAppear { model.appearanceCount += 1 } }

      @ViewBuilder private var booleanBody: some View {
        switch kind {
        case .alert: Text("screen").alert("Kept", isPresented: isPresented) { Button("OK") {} }
        case .sheet: Text("screen").sheet(isPresented: isPresented) { content }
        case .cover: Text("screen").fullScreenCover(isPresented: isPresented) { content }
        case .popover: Text("screen").popover(isPresented: isPresented) { content }
        case .destination:
          NavigationStack {
            Text("screen").navigationTitle("Root").navigationDestination(isPresented: isPresented) {
              content.navigationTitle("Kept")
            }
          }
        }
      }
    }

    @Test(arguments: [Kind.sheet, .cover], [false, true])
    func `a sheet or cover whose setter keeps the value is presented again at once`(
      _ kind: Kind, usesItem: Bool
    ) async throws {
      let model = RefusingModel()
      let window = await show { RefusingScreen(kind: kind, model: model, usesItem: usesItem) }
      model.item = 1
      await waitUntil("the presentation is on screen") { model.appearanceCount == 1 }
      // When the user closes the presentation and the setter keeps the value
      let firstDialog = try #require(dialog(over: window))
      gtk_window_close(firstDialog)
      // Then the value is presented again, without another change of the state
      await waitUntil("the presentation is on screen again") { [self] in
        model.appearanceCount == 2 && dialog(over: window) != nil
      }
      #expect(model.remainingRefusals == 0)
      // When the user closes the second presentation, then the setter clears the value
      let secondDialog = try #require(dialog(over: window))
      gtk_window_close(secondDialog)
      await waitUntil("the presentation is dismissed") { [self] in dialog(over: window) == nil }
      #expect(model.item == nil)
      window.close()
    }

    @Test(arguments: [false, true]) func `an alert whose setter keeps the value is presented again at once`(
      usesItem: Bool
    ) async throws {
      let model = RefusingModel()
      let window = await show { RefusingScreen(kind: .alert, model: model, usesItem: usesItem) }
      model.item = 1
      let first = GObjectReference(try await window.opened("Kept"))
      // When the user presses the alert's button and the setter keeps the value
      try await press("OK", in: first.widget)
      // Then the value is presented again, without another change of the state
      await waitUntil("the presentation is on screen again") {
        model.remainingRefusals == 0
          && window.presented.first.map { $0 != first.widget && texts(in: $0).contains("Kept") } ?? false
      }
      // When the user presses the button again, then the setter clears the value
      try await press("OK", in: try await window.opened("Kept"))
      await window.waitForPresentations()
      #expect(model.item == nil)
      window.close()
    }

    @Test(arguments: [false, true]) func `a popover whose setter keeps the value is presented again at once`(
      usesItem: Bool
    ) async throws {
      let model = RefusingModel()
      let window = await show { RefusingScreen(kind: .popover, model: model, usesItem: usesItem) }
      model.item = 1
      // When the user closes the presentation and the setter keeps the value
      let first = GObjectReference(try await window.opened("Kept"))
      await dismissAsUser(first.widget)
      // Then the value is presented again, without another change of the state
      await waitUntil("the presentation is on screen again") {
        model.remainingRefusals == 0 && window.presented.first.map { $0 != first.widget } ?? false
      }
      // When the user closes the second presentation, then the setter clears the value
      await dismissAsUser(try await window.opened("Kept"))
      await window.waitForPresentations()
      #expect(model.item == nil)
      window.close()
    }

    @Test(arguments: [false, true]) func `a page whose setter keeps the value is pushed again at once`(
      usesItem: Bool
    ) async throws {
      let model = RefusingModel()
      let window = await show(width: 800, height: 400) {
        RefusingScreen(kind: .destination, model: model, usesItem: usesItem)
      }
      let windowTitle = { window.window.flatMap { gtk_window_get_title($0) }.map { String(cString: $0) } }
      let backButton = {
        window.window.flatMap { gtk_window_get_titlebar($0) }.flatMap {
          widgets(ofType: gtk_button_get_type(), in: $0).first { hasAccessibleName("Back", $0) }
        }
      }
      model.item = 1
      await waitUntil("the page is visible") { windowTitle() == "Kept" && backButton() != nil }
      // When the user goes back and the setter keeps the value
      await click(try #require(backButton()))
      // Then the page is shown again, without another change of the state
      await waitUntil("the value was kept") { model.remainingRefusals == 0 }
      await mainLoopSettles()
      await waitUntil("the page is visible again") { windowTitle() == "Kept" && backButton() != nil }
      // When the user goes back again, then the setter clears the value
      await click(try #require(backButton()))
      await waitUntil("the page is popped") { windowTitle() == "Root" && backButton() == nil }
      #expect(model.item == nil)
      window.close()
    }
  }
}
