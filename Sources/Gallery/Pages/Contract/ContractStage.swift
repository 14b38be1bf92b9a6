import GtkViews
import Observation

/// The item that the pages about the presentation contract present.
struct PresentedItem: Identifiable, Equatable {
  let id: Int
  var text: String
}

/// The kind of presentation that the user has selected on a page.
enum PresentationForm: String, CaseIterable {
  case alert = "Alert"
  case sheet = "Sheet"
  case cover = "Cover"
  case popover = "Popover"
  case page = "Page"
}

/// The state of a page about the contract: the presented items, and the events so far.
@Observable @MainActor final class ContractModel {
  var kind = PresentationForm.sheet
  /// The presented item, or `nil` if nothing is presented.
  var item: PresentedItem? {
    didSet {
      if item == nil { (isLocked, step) = (false, nil) }
    }
  }
  /// Another item that the same view presents.
  var other: PresentedItem?
  /// Whether Escape and the close button do nothing.
  private(set) var isLocked = false
  /// The step that code carries out while the item is on screen. A button in the presentation starts the step, so that
  /// the user has time to look at the presentation.
  private(set) var step: Step?
  /// Whether the presenting view exists.
  var hasPresentingView = true
  /// The count in the parent's state, which the presented contents show.
  var parentCount = 0
  /// The action of the button in the presentation.
  @ObservationIgnored var action: @MainActor () -> Void = {}
  /// The events so far, oldest first.
  private(set) var events: [String] = []

  /// An action of code while an item is on screen.
  struct Step {
    let title: String
    let action: @MainActor () -> Void
  }

  /// Adds an event to the list.
  func note(_ line: String) { events.append(line) }

  /// Presents an item whose button runs an action.
  func present(_ text: String, id: Int = 1, isLocked: Bool = false, action: @escaping @MainActor () -> Void = {}) {
    (self.isLocked, self.action, step) = (isLocked, action, nil)
    item = PresentedItem(id: id, text: text)
  }

  /// Presents an item, and then lets code carry out an action while the item is on screen. A button with the title
  /// `title` starts the action. An alert has no room for another button, so the action runs after a delay there.
  func present(_ text: String, id: Int = 1, then title: String, _ action: @escaping @MainActor () -> Void) {
    present(text, id: id)
    if kind == .alert { runLater { action() } } else { step = Step(title: title, action: action) }
  }

  /// Runs an action after a delay, so that the previous state can be seen.
  func runLater(_ seconds: Double = 1.5, _ action: @escaping @MainActor () -> Void) {
    Task {
      do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
      action()
    }
  }
}

/// The content of a page about the contract: the picker for the kind of presentation, the presenting view, the lines,
/// and the events so far.
struct ContractStage<Lines: View>: View {
  @Bindable private var model: ContractModel
  private let lines: Lines

  init(model: ContractModel, @ViewBuilder lines: () -> Lines) {
    self.model = model
    self.lines = lines()
  }

  var body: some View {
    VStack(alignment: .leading, spacing: 16) {
      KindPicker(kind: $model.kind)
      if model.hasPresentingView { PresentingView(model: model) }
      lines
      Divider()
      Story(lines: model.events)
    }
  }
}

/// A row of toggle buttons to select the kind of presentation. One button is on.
private struct KindPicker: View {
  @Binding var kind: PresentationForm

  var body: some View {
    HStack(spacing: 4) {
      ForEach(PresentationForm.allCases, id: \.self) { option in
        Toggle(option.rawValue, isOn: Binding(get: { kind == option }, set: { if $0 { kind = option } })).toggleStyle(
          .button)
      }
    }
    .controlSize(.small)
  }
}

/// The view that presents the model's items as the selected kind.
private struct PresentingView: View {
  @Bindable var model: ContractModel

  var body: some View {
    Group {
      switch model.kind {
      case .alert: anchor.alert(item: $model.item, content: alert).alert(item: $model.other, content: alert)
      case .sheet:
        anchor.sheet(item: $model.item, onDismiss: noteEnd) { content($0) }.sheet(
          item: $model.other, onDismiss: noteEnd
        ) { content($0) }
      case .cover:
        anchor.fullScreenCover(item: $model.item, onDismiss: noteEnd) { content($0) }
          .fullScreenCover(item: $model.other, onDismiss: noteEnd) { content($0) }
      case .popover:
        anchor.popover(item: $model.item, onDismiss: noteEnd) { content($0) }.popover(
          item: $model.other, onDismiss: noteEnd
        ) { content($0) }
      case .page: pages
      }
    }
    .interactiveDismissDisabled(model.isLocked && model.kind == .alert)
    .onChange(of: model.item) { old, new in
      if new == nil { model.note("the state is nil; it was “\(old?.text ?? "nothing")”") }
    }
  }

  private var anchor: some View {
    Text("It is presented from here.").foregroundStyle(.secondary).padding(8).background(.gray.opacity(0.15))
      .cornerRadius(6)
  }

  private var pages: some View {
    NavigationStack {
      anchor
        .navigationDestination(item: $model.item) { item in content(item).navigationTitle(item.text) }
        .navigationDestination(item: $model.other) { item in content(item).navigationTitle(item.text) }
    }
    .frame(maxWidth: .infinity)
    .frame(height: 170)
    .background(.gray.opacity(0.1))
  }

  private func content(_ item: PresentedItem) -> some View { PresentedContent(item: item, model: model) }
  private func noteEnd() { model.note("onDismiss") }

  private func alert(_ item: PresentedItem) -> Alert {
    Alert(
      title: Text(verbatim: item.text), message: Text(verbatim: "The parent’s count is \(model.parentCount)."),
      primaryButton: .default(Text("Do It")) {
        model.note("the button’s action")
        model.action()
      },
      secondaryButton: .cancel { model.note("the cancel button’s action") })
  }
}

/// The content of the sheets, covers, popovers and pages.
private struct PresentedContent: View {
  let item: PresentedItem
  let model: ContractModel
  @State private var typed = "state of its own"
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    VStack(alignment: .leading, spacing: 10) {
      Text(verbatim: item.text).font(.headline)
      Text(verbatim: "The parent’s count is \(model.parentCount).")
      TextField("Text", text: $typed)
      HStack(spacing: 8) {
        Button("Do It") {
          model.note("the button’s action")
          model.action()
          dismiss()
        }
        Button("Close") { dismiss() }
      }
      if let step = model.step { Button(step.title, action: step.action) }
    }
    .padding(16)
    .interactiveDismissDisabled(model.isLocked)
    .onAppear { model.note("“\(item.text)” is on screen") }
  }
}
