import GtkViews
import Observation

/// An item that is presented on a page about the presentation contract, the table in `docs/library/presentation.md`.
struct PresentedItem: Identifiable, Equatable {
  let id: Int
  var text: String
}

/// A kind of presentation that the user can select on a page about the contract.
enum ContractPresentationKind: String, CaseIterable {
  case alert = "Alert"
  case sheet = "Sheet"
  case cover = "Cover"
  case popover = "Popover"
  /// A page of a `NavigationStack`.
  case page = "Page"
}

/// The state of a page about the contract: the presented items, and the events so far.
@Observable @MainActor final class ContractModel {
  /// The selected kind of presentation.
  var kind = ContractPresentationKind.sheet
  /// The presented item, or `nil` if nothing is presented.
  var item: PresentedItem? {
    didSet {
      // Both values belong to the presented item.
      if item == nil { (isLocked, extraButton) = (false, nil) }
    }
  }
  /// Another item that the same view presents at the same time.
  var secondItem: PresentedItem?
  /// Whether Escape and the close button do nothing.
  private(set) var isLocked = false
  /// An additional button in the presentation, or `nil` if there is none.
  private(set) var extraButton: ExtraButton?
  /// Whether the presenting view exists.
  var hasPresentingView = true
  /// A number in the state of the presenting page, the parent. The presented content displays this number.
  var parentCount = 0
  /// The action of the button “Do It” in the presentation.
  @ObservationIgnored var doItAction: @MainActor () -> Void = {}
  /// The events so far, oldest first.
  private(set) var events: [String] = []

  /// A button in the presentation. The button's action changes the state while the item is on screen. Because the user
  /// starts the action, the user can look at the presentation before the change.
  struct ExtraButton {
    let title: String
    let action: @MainActor () -> Void
  }

  /// Adds an event to ``events``.
  func note(_ event: String) { events.append(event) }

  /// Presents an item whose button “Do It” runs an action.
  func present(_ text: String, id: Int = 1, isLocked: Bool = false, action: @escaping @MainActor () -> Void = {}) {
    (self.isLocked, doItAction, extraButton) = (isLocked, action, nil)
    item = PresentedItem(id: id, text: text)
  }

  /// Presents an item with an ``ExtraButton``. An alert has no room for this button. In an alert, `action` runs after a
  /// delay instead.
  func present(_ text: String, id: Int = 1, extraButton title: String, _ action: @escaping @MainActor () -> Void) {
    present(text, id: id)
    if kind == .alert { runLater { action() } } else { extraButton = ExtraButton(title: title, action: action) }
  }

  /// Runs an action after a delay, so that the user can see the screen before the action.
  func runLater(seconds: Double = 1.5, _ action: @escaping @MainActor () -> Void) {
    Task {
      do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
      action()
    }
  }
}

/// The content of a page about the contract: the picker for the kind of presentation, the presenting view, the
/// contract's lines, and the events so far.
struct ContractPageContent<Lines: View>: View {
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
      EventList(events: model.events)
    }
  }
}

/// A row of toggle buttons to select the kind of presentation. Exactly one button is on.
private struct KindPicker: View {
  @Binding var kind: ContractPresentationKind

  var body: some View {
    HStack(spacing: 4) {
      ForEach(ContractPresentationKind.allCases, id: \.self) { option in
        Toggle(option.rawValue, isOn: Binding(get: { kind == option }, set: { if $0 { kind = option } })).toggleStyle(
          .button)
      }
    }
    .controlSize(.small)
  }
}

/// The view that presents the model's items in the selected kind of presentation.
private struct PresentingView: View {
  @Bindable var model: ContractModel

  var body: some View {
    Group {
      switch model.kind {
      case .alert: anchor.alert(item: $model.item, content: alert).alert(item: $model.secondItem, content: alert)
      case .sheet:
        anchor.sheet(item: $model.item, onDismiss: noteDismissal) { content($0) }.sheet(
          item: $model.secondItem, onDismiss: noteDismissal
        ) { content($0) }
      case .cover:
        anchor.fullScreenCover(item: $model.item, onDismiss: noteDismissal) { content($0) }
          .fullScreenCover(item: $model.secondItem, onDismiss: noteDismissal) { content($0) }
      case .popover:
        anchor.popover(item: $model.item, onDismiss: noteDismissal) { content($0) }.popover(
          item: $model.secondItem, onDismiss: noteDismissal
        ) { content($0) }
      case .page: pages
      }
    }
    // The other kinds are locked by their content, in `PresentedContent`.
    .interactiveDismissDisabled(model.isLocked && model.kind == .alert)
    .onChange(of: model.item) { old, new in
      if new == nil { model.note("the state is nil; it was “\(old?.text ?? "nothing")”") }
    }
  }

  /// The visible part of this view, to which the presentations are attached.
  private var anchor: some View {
    Text("It is presented from here.").foregroundStyle(.secondary).padding(8).background(.gray.opacity(0.15))
      .cornerRadius(6)
  }

  private var pages: some View {
    NavigationStack {
      anchor
        .navigationDestination(item: $model.item) { item in content(item).navigationTitle(item.text) }
        .navigationDestination(item: $model.secondItem) { item in content(item).navigationTitle(item.text) }
    }
    .frame(maxWidth: .infinity)
    .frame(height: 170)
    .background(.gray.opacity(0.1))
  }

  private func content(_ item: PresentedItem) -> some View { PresentedContent(item: item, model: model) }
  private func noteDismissal() { model.note("onDismiss") }

  private func alert(_ item: PresentedItem) -> Alert {
    Alert(
      title: Text(verbatim: item.text), message: Text(verbatim: "The parent’s count is \(model.parentCount)."),
      primaryButton: .default(Text("Do It")) {
        model.note("the button’s action")
        model.doItAction()
      },
      secondaryButton: .cancel { model.note("the cancel button’s action") })
  }
}

/// The content of the sheets, covers, popovers and pages.
private struct PresentedContent: View {
  let item: PresentedItem
  let model: ContractModel
  /// A text that the user can change to see whether the content keeps its state.
  @State private var ownText = "state of its own"
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    VStack(alignment: .leading, spacing: 10) {
      Text(verbatim: item.text).font(.headline)
      Text(verbatim: "The parent’s count is \(model.parentCount).")
      TextField("Text", text: $ownText)
      HStack(spacing: 8) {
        Button("Do It") {
          model.note("the button’s action")
          model.doItAction()
          dismiss()
        }
        Button("Close") { dismiss() }
      }
      if let button = model.extraButton { Button(button.title, action: button.action) }
    }
    .padding(16)
    .interactiveDismissDisabled(model.isLocked)
    .onAppear { model.note("“\(item.text)” is on screen") }
  }
}
