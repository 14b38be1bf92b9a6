import GtkViews

extension GalleryPage {
  static let preferences = GalleryPage(
    "preferences", "Preferences", in: .life,
    "Values that views pass to the views above them, which combine the values. Here the values are the numbers of selected seats.",
    names: [
      "PreferenceKey", "preference(key:value:)", "transformPreference(_:_:)", "onPreferenceChange(_:perform:)",
      "overlayPreferenceValue(_:alignment:_:)", "backgroundPreferenceValue(_:alignment:_:)",
    ],
    code: """
      .preference(key: SeatsKey.self, value: isTaken ? 1 : 0)
      .onPreferenceChange(SeatsKey.self) { seats = $0 }
      """
  ) { PreferencesPage() }
}

/// The key for the number of taken seats. The numbers of several views are added.
private struct SeatsKey: PreferenceKey {
  static var defaultValue: Int { 0 }
  static func reduce(value: inout Int, nextValue: () -> Int) { value += nextValue() }
}

private struct PreferencesPage: View {
  /// The number of taken seats.
  @State private var seats = 0

  var body: some View {
    VStack(alignment: .leading, spacing: 16) {
      HStack(spacing: 8) {
        ForEach(1...2, id: \.self) { Seat(number: $0) }
        // The third seat stands for a bench, which counts as two seats.
        Seat(number: 3).transformPreference(SeatsKey.self) { $0 *= 2 }
      }
      .padding(24)
      .backgroundPreferenceValue(SeatsKey.self) { count in Color.green.opacity(0.1 * Double(count)) }
      .overlayPreferenceValue(SeatsKey.self, alignment: .topTrailing) { Text(verbatim: "\($0)").bold() }
      .onPreferenceChange(SeatsKey.self) { seats = $0 }
      Text(verbatim: "\(seats) taken").foregroundStyle(.secondary)
    }
  }
}

private struct Seat: View {
  let number: Int
  @State private var isTaken = false

  var body: some View {
    Toggle(isOn: $isTaken) { Text(verbatim: "Seat \(number)") }
      .toggleStyle(.button)
      .preference(key: SeatsKey.self, value: isTaken ? 1 : 0)
  }
}
