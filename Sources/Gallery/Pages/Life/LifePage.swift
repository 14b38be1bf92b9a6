import GtkViews

extension GalleryPage {
  static let life = GalleryPage(
    "life", "The Life of a View", in: .life,
    "Actions when a view appears, when it disappears and when a value changes, and a task while the view exists.",
    names: [
      "onAppear(perform:)", "onDisappear(perform:)", "task(priority:_:)", "task(id:priority:_:)",
      "onChange(of:initial:_:)",
      "onChange(of:perform:)",
    ],
    code: """
      .onAppear { note("appeared") }
      .onDisappear { note("disappeared") }
      .task { await waitUntilItGoes() }
      .task(id: number) { note("task for \\(number)") }
      .onChange(of: number) { old, new in note("\\(old) became \\(new)") }
      """
  ) { LifePage() }
}

private struct LifePage: View {
  @State private var isInserted = true
  @State private var events: [String] = []

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Toggle("There", isOn: $isInserted)
      if isInserted { ObservedButton { events.append($0) } }
      Divider()
      EventList(events: events)
    }
  }
}

/// A button whose modifiers report the events of its life.
private struct ObservedButton: View {
  /// Receives the text of each event.
  let note: @MainActor (String) -> Void
  @State private var number = 1

  var body: some View {
    Button("Next Number") { number += 1 }
      .onAppear { note("appeared") }
      .onDisappear { note("disappeared") }
      .task { await waitUntilItGoes() }
      .task(id: number) { note("task for \(number)") }
      .onChange(of: number) { old, new in note("\(old) became \(new)") }
      .onChange(of: number.isMultiple(of: 5), perform: { if $0 { note("a multiple of five") } })
  }

  /// Waits until the removal of the button cancels the task.
  private func waitUntilItGoes() async {
    do { try await Task.sleep(for: .seconds(3600)) } catch { note("the task was cancelled") }
  }
}

/// A list of the eight latest events, newest first.
struct EventList: View {
  /// All events, oldest first.
  let events: [String]

  var body: some View {
    VStack(alignment: .leading, spacing: 2) {
      ForEach(Array(events.enumerated().suffix(8).reversed()), id: \.offset) { event in
        Text(verbatim: event.element).font(.caption).foregroundStyle(.secondary)
      }
    }
    .frame(maxWidth: .infinity, minHeight: 24, alignment: .topLeading)
  }
}
