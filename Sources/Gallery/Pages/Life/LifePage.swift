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
      Story(lines: events)
    }
  }
}

/// A button whose modifiers report the events of its life.
private struct ObservedButton: View {
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

  private func waitUntilItGoes() async {
    do { try await Task.sleep(for: .seconds(3600)) } catch { note("the task was cancelled") }
  }
}

/// The latest events, newest first.
struct Story: View {
  let lines: [String]

  var body: some View {
    VStack(alignment: .leading, spacing: 2) {
      ForEach(Array(lines.enumerated().suffix(8).reversed()), id: \.offset) { line in
        Text(verbatim: line.element).font(.caption).foregroundStyle(.secondary)
      }
    }
    .frame(maxWidth: .infinity, minHeight: 24, alignment: .topLeading)
  }
}
