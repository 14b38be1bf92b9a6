internal import CGtk

/// A choice of one among several.
///
/// ```swift
/// Picker("Theme", selection: $theme) {
///   Text("Light").tag(Theme.light)
///   Text("Dark").tag(Theme.dark)
/// }
/// .pickerStyle(.segmented)
/// ```
///
/// Each view in it is something to choose, and stands for its ``View/tag(_:)``, which must be of the type of the selection, or of what is in it
/// if that is optional. The views of a ``ForEach`` stand for their ids. If what is selected is none of them, nothing is shown as chosen, and a
/// `Misuse` is reported once at the picker's line, unless it is `nil`.
public nonisolated struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
  let selection: Binding<SelectionValue>
  let content: Content
  let label: Label
  let caller: CallerLine

  /// A choice, with any view for a label.
  public init(
    selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.selection = selection
    self.content = content()
    self.label = label()
    caller = CallerLine(fileID: fileID, line: line)
  }

  /// A label with what one chooses by, as ``View/pickerStyle(_:)`` says.
  @MainActor public var body: some View {
    StyledPicker(selection: selection, content: content, label: label, caller: caller)
  }
}

extension Picker where Label == Text {
  /// A choice with a text that is looked up in the catalogue.
  public nonisolated init(
    _ key: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(selection: selection, content: content, label: { Text(key) }, fileID: fileID, line: line)
  }

  /// A choice with a text that is shown as it is.
  @_disfavoredOverload
  public nonisolated init(
    _ text: some StringProtocol, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(selection: selection, content: content, label: { Text(text) }, fileID: fileID, line: line)
  }
}

extension Picker where Label == GtkViews.Label<Text, Image> {
  /// A choice with a symbol and a text that is looked up in the catalogue.
  public nonisolated init(
    _ key: LocalizedStringKey, systemImage symbol: String, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      selection: selection, content: content, label: { GtkViews.Label(key, systemImage: symbol) }, fileID: fileID, line: line)
  }
}

/// How one chooses by a picker.
public enum PickerStyleKind: Hashable, Sendable {
  /// In a list that a button opens, beside the label.
  case menu
  /// By buttons side by side, of which one is pressed.
  case segmented
  /// By buttons one below another, of which one is marked.
  case radioGroup

  /// In a list that a button opens.
  public static var automatic: PickerStyleKind { .menu }
  /// By buttons one below another. In a ``Menu``: in the menu itself, and not in one of its own.
  public static var inline: PickerStyleKind { .radioGroup }
}

private struct PickerStyleKey: EnvironmentKey {
  static var defaultValue: PickerStyleKind { .automatic }
}

private struct LabelsHiddenKey: EnvironmentKey {
  static var defaultValue: Bool { false }
}

extension EnvironmentValues {
  /// How one chooses by pickers.
  public var pickerStyle: PickerStyleKind {
    get { self[PickerStyleKey.self] }
    set { self[PickerStyleKey.self] = newValue }
  }

  /// Whether the labels beside controls are left out.
  var areLabelsHidden: Bool {
    get { self[LabelsHiddenKey.self] }
    set { self[LabelsHiddenKey.self] = newValue }
  }
}

extension View {
  /// Sets how one chooses by the pickers in this view.
  public nonisolated func pickerStyle(_ style: PickerStyleKind) -> some View { EnvironmentView(self, \.pickerStyle, style) }

  /// Leaves out the labels beside the controls in this view. A screen reader says them.
  public nonisolated func labelsHidden() -> some View { EnvironmentView(self, \.areLabelsHidden, true) }
}

private struct StyledPicker<Label: View, Value: Hashable, Content: View>: View {
  let selection: Binding<Value>
  let content: Content
  let label: Label
  let caller: CallerLine
  @Environment(\.pickerStyle) private var style
  @Environment(\.buttonCollector) private var menu
  @Environment(\.areLabelsHidden) private var isLabelHidden
  @Environment(\.isInForm) private var isInForm
  @State private var speech = LabelSpeech()

  var body: some View {
    if let menu {
      MenuPicker(choice: choice, label: label, isInline: style == .inline, collector: menu)
    } else {
      switch style {
      case .menu: line { DropDown(choice: choice) }
      case .segmented: line { PickerButtons(choice: choice, kind: .segments) }
      case .radioGroup:
        VStack(alignment: .leading, spacing: 6) {
          SpokenLabel(label: label, speech: speech, isShown: !isLabelHidden)
          PickerButtons(choice: choice, kind: .radio)
        }
      }
    }
  }

  private var choice: PickerChoice<Value, Content> {
    PickerChoice(selection: selection, shown: selection.wrappedValue, content: content, speech: speech, caller: caller)
  }

  @ViewBuilder private func line(@ViewBuilder _ control: () -> some View) -> some View {
    HStack(spacing: 12) {
      SpokenLabel(label: label, speech: speech, isShown: !isLabelHidden)
      if isInForm { Spacer() }
      control()
    }
  }
}
