internal import CGtk

/// A control for the selection of one option out of several.
///
/// ```swift
/// Picker("Theme", selection: $theme) {
///   Text("Light").tag(Theme.light)
///   Text("Dark").tag(Theme.dark)
/// }
/// .pickerStyle(.segmented)
/// ```
///
/// Each view in the picker is an option, and the view's ``View/tag(_:)`` is the value of the option. The tag must have
/// the type of the selection, or the wrapped type if the selection is an optional. In a ``ForEach``, an option without
/// a tag has the id of its element as its value. If no option has the selected value, the picker shows no option as
/// selected. A selected value without an option is reported once as a programming error at the picker's line, unless
/// the value is `nil` or the picker has no options.
public nonisolated struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
  let selection: Binding<SelectionValue>
  let content: Content
  let label: Label
  /// The picker's line, for reports.
  let caller: CallerLine

  /// Creates a picker with any view as its label.
  public init(
    selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.selection = selection
    self.content = content()
    self.label = label()
    caller = CallerLine(fileID: fileID, line: line)
  }

  /// The label and the control of the style that ``View/pickerStyle(_:)`` sets.
  @MainActor public var body: some View {
    StyledPicker(selection: selection, content: content, label: label, caller: caller)
  }
}

extension Picker where Label == Text {
  /// Creates a picker with a label that is looked up in the catalogue of translations.
  public nonisolated init(
    _ key: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(selection: selection, content: content, label: { Text(key) }, fileID: fileID, line: line)
  }

  /// Creates a picker with a label that is shown verbatim.
  @_disfavoredOverload
  public nonisolated init(
    _ text: some StringProtocol, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(selection: selection, content: content, label: { Text(text) }, fileID: fileID, line: line)
  }
}

extension Picker where Label == GtkViews.Label<Text, Image> {
  /// Creates a picker whose label is a symbol and a text. The text is looked up in the catalogue of translations.
  public nonisolated init(
    _ key: LocalizedStringKey, systemImage symbol: String, selection: Binding<SelectionValue>,
    @ViewBuilder content: () -> Content,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      selection: selection, content: content,
      label: { GtkViews.Label(key, systemImage: symbol, fileID: fileID, line: line) }, fileID: fileID,
      line: line)
  }
}

/// The appearance of a picker.
public enum PickerStyleKind: Hashable, Sendable {
  /// A button next to the label. The button opens a list of the options.
  case menu
  /// Adjacent buttons in a row. The button of the selected option is pressed.
  case segmented
  /// Radio buttons in a column. The button of the selected option is marked.
  case radioGroup

  /// A button that opens a list of the options.
  public static var automatic: PickerStyleKind { .menu }
  /// The same style as ``radioGroup``. In a ``Menu``, the options are then entries of the menu itself, and not of a
  /// submenu.
  public static var inline: PickerStyleKind { .radioGroup }
}

private struct PickerStyleKey: EnvironmentKey {
  static var defaultValue: PickerStyleKind { .automatic }
}

extension EnvironmentValues {
  /// The style of pickers.
  public var pickerStyle: PickerStyleKind {
    get { self[PickerStyleKey.self] }
    set { self[PickerStyleKey.self] = newValue }
  }
}

extension View {
  /// Sets the style of the pickers in this view.
  public nonisolated func pickerStyle(_ style: PickerStyleKind) -> some View {
    EnvironmentView(self, \.pickerStyle, style)
  }
}

/// A picker in the style of its environment.
private struct StyledPicker<Label: View, Value: Hashable, Content: View>: View {
  let selection: Binding<Value>
  let content: Content
  let label: Label
  let caller: CallerLine
  @Environment(\.pickerStyle) private var style
  /// Collects the entries of the menu that contains the picker. `nil` outside of menus.
  @Environment(\.buttonCollector) private var buttonCollector
  @Environment(\.areLabelsHidden) private var isLabelHidden
  @Environment(\.isInForm) private var isInForm
  /// The text of the label, which is also the accessible name of the control.
  @State private var accessibleLabelText = AccessibleLabelText()

  var body: some View {
    if let buttonCollector {
      MenuPicker(configuration: configuration, label: label, isInline: style == .inline, collector: buttonCollector)
    } else {
      switch style {
      case .menu: withLabelInFront { DropDown(configuration: configuration) }
      case .segmented: withLabelInFront { PickerButtons(configuration: configuration, kind: .segments) }
      case .radioGroup:
        VStack(alignment: .leading, spacing: 6) {
          AccessibleLabel(label: label, accessibleLabelText: accessibleLabelText, isShown: !isLabelHidden)
          PickerButtons(configuration: configuration, kind: .radio)
        }
      }
    }
  }

  private var configuration: PickerConfiguration<Value, Content> {
    PickerConfiguration(
      selection: ObservedBinding(selection), content: content, accessibleLabelText: accessibleLabelText, caller: caller)
  }

  /// Returns a control with the label in front of it.
  @ViewBuilder private func withLabelInFront(@ViewBuilder _ control: () -> some View) -> some View {
    HStack(spacing: 12) {
      AccessibleLabel(label: label, accessibleLabelText: accessibleLabelText, isShown: !isLabelHidden)
      if isInForm { Spacer() }
      control()
    }
  }
}
