import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Dialogs with a Boolean whose actions write the state again.
  @MainActor @Suite struct RewrittenStateTests {
    @Observable @MainActor final class Model {
      var isAsking = false
      var question: String?
      @ObservationIgnored var events: [String] = []
      /// A Boolean that is computed from an optional, a common form.
      var hasQuestion: Bool {
        get { question != nil }
        set { if !newValue { question = nil } }
      }
    }

    enum Form: CaseIterable {
      case state, mappedState, model, modelPresenting, mappedModel, ifNotNil, binding
      case confirmation, confirmationPresenting, mappedConfirmation, ifNotNilConfirmation, mappedModelConfirmation

      /// Whether the dialog shows the text of the optional.
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
        .modifier(Asking(form: form, model: model, isAsking: $isAsking, question: $question, again: { ask("Second") }))
      }

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

    struct Asking: ViewModifier {
      let form: Form
      @Bindable var model: Model
      @Binding var isAsking: Bool
      @Binding var question: String?
      let again: @MainActor () -> Void

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
        Button("Again") { again() }
        Button("Done") { model.events.append("done") }
      }
    }

    private func dialog<Content>(over window: ViewWindow<Content>) -> UnsafeMutablePointer<GtkWindow>? {
      openWindows().last { $0 != window.window && gtk_widget_get_mapped($0.widget) != 0 }
    }

    private func opened<Content>(
      over window: ViewWindow<Content>, excluding other: UnsafeMutablePointer<GtkWindow>? = nil
    ) async throws
      -> UnsafeMutablePointer<GtkWindow>
    {
      await waitUntil("a dialog is on screen") { [self] in
        dialog(over: window).map { $0 != other && texts(in: $0.widget).contains("Question") } ?? false
      }
      return try #require(dialog(over: window))
    }

    @Test(arguments: Form.allCases) func `a dialog whose action sets its state again is presented again`(
      _ form: Form
    ) async throws {
      // Given a dialog with a Boolean
      let model = Model()
      let window = await show { Screen(form: form, model: model) }
      let root = try #require(window.window)
      await click(try #require(button("Ask", in: root)))
      let first = try await opened(over: window)
      // The reference keeps the next window from having the same address.
      let kept = GObjectReference(first)

      // When its action writes the state again
      await click(try #require(button("Again", in: first)))

      // Then a new dialog is on screen, and its other button closes it
      let second = try await opened(over: window, excluding: first)
      if form.showsText { #expect(texts(in: second.widget).contains("Second")) }
      await click(try #require(button("Done", in: second)))
      await waitUntil("no dialog is left") { [self] in dialog(over: window) == nil }
      #expect(model.events == ["First", "Second", "done"])
      #expect(!model.isAsking)
      withExtendedLifetime(kept) {}
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
      let dialog = try await opened(over: window)
      await click(try #require(button("Use", in: dialog)))
      await waitUntil("no dialog is left") { [self] in self.dialog(over: window) == nil }
      #expect(model.events == ["Here"])
      #expect(model.question == nil)
      window.close()
    }

    @Test func `the setter of a binding to a model's Boolean runs after the action`() async throws {
      struct Asking: View {
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
      // Given a dialog whose setter also removes the value that the action uses
      let model = Model()
      let window = await show { Asking(model: model) }
      model.question = "Here"
      model.isAsking = true
      let dialog = try await opened(over: window)

      // When its button is pressed
      await click(try #require(button("Use", in: dialog)))

      // Then the action has found the value, and the setter has run once
      await waitUntil("no dialog is left") { [self] in self.dialog(over: window) == nil }
      #expect(model.events == ["Here", "written false"])
      #expect(!model.isAsking)
      window.close()
    }

    @Test func `an action that writes other state dismisses its dialog`() async throws {
      struct Parts {
        var isAsking = false
        var count = 0
      }
      struct Screen: View {
        @State private var parts = Parts()

        var body: some View {
          VStack {
            Button("Ask") { parts.isAsking = true }
            Text(verbatim: "\(parts.count)")
          }
          .alert("Question", isPresented: $parts.isAsking) { Button("Count") { parts.count += 1 } }
        }
      }
      let window = await show { Screen() }
      let root = try #require(window.window)
      await click(try #require(button("Ask", in: root)))
      let dialog = try await opened(over: window)
      await click(try #require(button("Count", in: dialog)))
      await waitUntil("no dialog is left") { [self] in self.dialog(over: window) == nil }
      await waitUntil("the number is shown") { window.texts.contains("1") }
      window.close()
    }

    enum Kept: CaseIterable { case alert, sheet, cover, popover, destination }

    /// State whose setter keeps the value for several dismissals.
    @Observable @MainActor final class Refusing {
      var item: Int? = nil
      @ObservationIgnored var refusals = 1
      @ObservationIgnored var shown = 0
    }

    struct KeptItem: Identifiable {
      let id: Int
    }

    struct RefusingScreen: View {
      let kept: Kept
      let model: Refusing
      /// Whether the value is an item and no Boolean.
      var isItem = false

      private var value: Binding<KeptItem?> {
        Binding(
          get: { model.item.map { KeptItem(id: $0) } },
          set: { new in
            if new != nil { return }
            if model.refusals > 0 { model.refusals -= 1 } else { model.item = nil }
          })
      }

      private var item: Binding<Bool> {
        Binding(
          get: { model.item != nil },
          set: { isPresented in
            if isPresented { return }
            if model.refusals > 0 { model.refusals -= 1 } else { model.item = nil }
          })
      }

      var body: some View {
        if isItem { itemBody } else { booleanBody }
      }

      @ViewBuilder private var itemBody: some View {
        switch kept {
        case .alert: Text("screen").alert(item: value) { _ in Alert(title: Text("Kept")) }
        case .sheet: Text("screen").sheet(item: value) { _ in content }
        case .cover: Text("screen").fullScreenCover(item: value) { _ in content }
        case .popover: Text("screen").popover(item: value) { _ in content }
        case .destination:
          NavigationStack {
            Text("screen").navigationTitle("Root").navigationDestination(item: value) { _ in
              content.navigationTitle("Kept")
            }
          }
        }
      }

      private var content: some View { Text("Kept").onAppear { model.shown += 1 } }

      @ViewBuilder private var booleanBody: some View {
        switch kept {
        case .alert: Text("screen").alert("Kept", isPresented: item) { Button("OK") {} }
        case .sheet: Text("screen").sheet(isPresented: item) { Text("Kept").onAppear { model.shown += 1 } }
        case .cover: Text("screen").fullScreenCover(isPresented: item) { Text("Kept").onAppear { model.shown += 1 } }
        case .popover: Text("screen").popover(isPresented: item) { Text("Kept").onAppear { model.shown += 1 } }
        case .destination:
          NavigationStack {
            Text("screen").navigationTitle("Root").navigationDestination(isPresented: item) {
              Text("Kept").navigationTitle("Kept").onAppear { model.shown += 1 }
            }
          }
        }
      }
    }

    @Test(arguments: [Kept.sheet, .cover], [false, true])
    func `a sheet or cover whose setter keeps the value is presented again at once`(
      _ kept: Kept, isItem: Bool
    ) async throws {
      let model = Refusing()
      let window = await show { RefusingScreen(kept: kept, model: model, isItem: isItem) }
      model.item = 1
      await waitUntil("it is shown") { model.shown == 1 }
      // When the user closes it and the setter keeps the value
      let first = try #require(dialog(over: window))
      gtk_window_close(first)
      // Then it is shown again, without another change of the state
      await waitUntil("it is shown again") { [self] in model.shown == 2 && dialog(over: window) != nil }
      #expect(model.refusals == 0)
      let second = try #require(dialog(over: window))
      gtk_window_close(second)
      await waitUntil("it is gone") { [self] in dialog(over: window) == nil }
      #expect(model.item == nil)
      window.close()
    }

    @Test(arguments: [false, true]) func `an alert whose setter keeps the value is presented again at once`(
      isItem: Bool
    ) async throws {
      let model = Refusing()
      let window = await show { RefusingScreen(kept: .alert, model: model, isItem: isItem) }
      model.item = 1
      let first = GObjectReference(try await window.opened("Kept"))
      // When the user presses its button and the setter keeps the value
      try await press("OK", in: first.widget)
      // Then it is shown again, without another change of the state
      await waitUntil("it is shown again") {
        model.refusals == 0
          && window.presented.first.map { $0 != first.widget && texts(in: $0).contains("Kept") } ?? false
      }
      try await press("OK", in: try await window.opened("Kept"))
      await window.left()
      #expect(model.item == nil)
      window.close()
    }

    @Test(arguments: [false, true]) func `a popover whose setter keeps the value is presented again at once`(
      isItem: Bool
    ) async throws {
      let model = Refusing()
      let window = await show { RefusingScreen(kept: .popover, model: model, isItem: isItem) }
      model.item = 1
      // When the user closes it and the setter keeps the value
      let first = GObjectReference(try await window.opened("Kept"))
      await dismissAsUser(first.widget)
      // Then it is shown again, without another change of the state
      await waitUntil("it is shown again") {
        model.refusals == 0 && window.presented.first.map { $0 != first.widget } ?? false
      }
      await dismissAsUser(try await window.opened("Kept"))
      await window.left()
      #expect(model.item == nil)
      window.close()
    }

    @Test(arguments: [false, true]) func `a page whose setter keeps the value is pushed again at once`(
      isItem: Bool
    ) async throws {
      let model = Refusing()
      let window = await show(width: 800, height: 400) {
        RefusingScreen(kept: .destination, model: model, isItem: isItem)
      }
      let title = { window.window.flatMap { gtk_window_get_title($0) }.map { String(cString: $0) } }
      let back = {
        window.window.flatMap { gtk_window_get_titlebar($0) }.flatMap {
          widgets(ofType: gtk_button_get_type(), in: $0).first { hasAccessibleName("Back", $0) }
        }
      }
      model.item = 1
      await waitUntil("the page is shown") { title() == "Kept" && back() != nil }
      // When the user goes back and the setter keeps the value
      await click(try #require(back()))
      // Then the page is shown, without another change of the state
      await waitUntil("the value was kept") { model.refusals == 0 }
      await mainLoopSettles()
      await waitUntil("the page is shown again") { title() == "Kept" && back() != nil }
      await click(try #require(back()))
      await waitUntil("the page is gone") { title() == "Root" && back() == nil }
      #expect(model.item == nil)
      window.close()
    }
  }
}
