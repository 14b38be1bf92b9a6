import GtkViews

extension GalleryPage {
  static let pickers = GalleryPage(
    "pickers", "Pickers", in: .controls,
    "A selection of one value, as a drop-down list, as segments, or as radio buttons. All of these have a binding to the same state.",
    names: ["Picker", "PickerStyleKind", "pickerStyle(_:)", "labelsHidden()"],
    code: """
      Picker("Length", selection: $length) { LengthOptions() }.pickerStyle(.segmented)
      """
  ) { PickersPage() }
}

/// The example values of the pickers.
private enum Length: String, CaseIterable {
  case short = "Short"
  case medium = "Medium"
  case long = "Long"
}

private struct PickersPage: View {
  @State private var length = Length.medium

  var body: some View {
    Specimens {
      Picker("Length", selection: $length) { LengthOptions() }
      Picker("Length", selection: $length) { LengthOptions() }.pickerStyle(.segmented)
      Picker("Length", selection: $length) { LengthOptions() }.pickerStyle(.radioGroup)
      Specimen("With a hidden label, which a screen reader still speaks") {
        Picker("Length", selection: $length) { LengthOptions() }.pickerStyle(.segmented).labelsHidden()
      }
      Text(verbatim: "Selected: \(length.rawValue)").foregroundStyle(.secondary)
    }
  }
}

private struct LengthOptions: View {
  var body: some View {
    ForEach(Length.allCases, id: \.self) { Text(verbatim: $0.rawValue) }
  }
}
