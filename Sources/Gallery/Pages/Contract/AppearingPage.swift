import GtkViews

extension GalleryPage {
  static let contractAppearing = GalleryPage(
    "contract-appearing", "When Something Appears", in: .contract,
    "While a value is present, its dialog is on screen. Select a kind of dialog, try each line, and read the events below.",
    contractLines: [1, 9, 10, 23, 24]
  ) { AppearingPage() }
}

/// The lines of the presentation contract about dialogs that appear. The numbers are those of ``ContractLine``.
private struct AppearingPage: View {
  @State private var model = ContractModel()
  @State private var isSheetWithAlertShown = false
  @State private var isTaskSheetShown = false

  var body: some View {
    ContractPageContent(model: model) {
      ContractLineView(1) { Button("Set a Value") { model.present("A value") } }
      ContractLineView(9) { Button("Set nil, a, nil, b") { setFourValuesAtOnce() } }
      ContractLineView(10) {
        Button("A Sheet That Has an Alert from the Beginning") { isSheetWithAlertShown = true }
          .sheet(isPresented: $isSheetWithAlertShown) { SheetWithEarlyAlert() }
      }
      ContractLineView(23) { Button("Set an Equal Value Again") { presentEqualValueTwice() } }
      ContractLineView(24) {
        Button("A Sheet That Starts a Task") { isTaskSheetShown = true }
          .sheet(isPresented: $isTaskSheetShown) { TaskTimer() }
      }
    }
  }

  private func setFourValuesAtOnce() {
    model.item = nil
    model.present("a", id: 1)
    model.item = nil
    model.present("b", id: 2)
  }

  /// Presents a value. The button “Do It” closes the dialog, and sets an equal value after a delay.
  private func presentEqualValueTwice() {
    model.present("Close me: an equal value is set again") { [model] in
      model.runLater { model.item = PresentedItem(id: 1, text: "Close me: an equal value is set again") }
    }
  }
}

/// The content of a sheet. It presents an alert before the sheet's window is on screen.
private struct SheetWithEarlyAlert: View {
  @State private var isAlertShown = true
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    Button("Close the Sheet") { dismiss() }
      .padding(32)
      .alert("It waited for the sheet", isPresented: $isAlertShown) { Button("OK") {} }
  }
}

/// The content of a sheet. It measures the time from the creation of a task until the task runs.
private struct TaskTimer: View {
  @State private var result = "not started"
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Text(verbatim: result)
      HStack(spacing: 8) {
        Button("Start a Task", action: start)
        Button("Close") { dismiss() }
      }
    }
    .padding(24)
    .frame(minWidth: 280)
  }

  private func start() {
    let clock = ContinuousClock()
    let startTime = clock.now
    Task { result = "It ran after \((clock.now - startTime) / .microseconds(1)) µs" }
  }
}
