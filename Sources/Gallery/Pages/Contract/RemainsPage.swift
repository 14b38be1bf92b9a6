import GtkViews
import Observation

extension GalleryPage {
  static let contractRemains = GalleryPage(
    "contract-remains", "What Remains", in: .contract,
    "After a sheet has closed, the focus returns to its earlier control, and all objects of the sheet are released.",
    contractLines: [19, 25]
  ) { RemainsPage() }
}

/// The lines of the presentation contract about the focus and the memory after a dialog. The numbers are those
/// of ``ContractLine``.
private struct RemainsPage: View {
  @State private var liveModels = LiveModels()
  @State private var isModelSheetShown = false
  /// The item of the current sheet in a series of sheets, each of which closes as soon as it is on screen.
  @State private var item: PresentedItem?
  /// The number of sheets of the series that have closed.
  @State private var closedSheetCount = 0
  /// The length of the series. It is shorter than the ten thousand presentations of line 25, which take too long.
  private let sheetCount = 200

  var body: some View {
    VStack(alignment: .leading, spacing: 16) {
      ContractLineView(19) {
        VStack(alignment: .leading, spacing: 6) {
          Button("Open a Sheet with a Model") { isModelSheetShown = true }
            .sheet(isPresented: $isModelSheetShown) { SheetWithModel(liveModels: liveModels) }
          Text(verbatim: "Models alive: \(liveModels.count)")
        }
      }
      ContractLineView(25) {
        VStack(alignment: .leading, spacing: 6) {
          Button("Present and Close \(sheetCount) Sheets", action: beginSeries)
            .disabled(item != nil)
            .sheet(item: $item, onDismiss: presentNext) { presented in
              Text(verbatim: presented.text).padding(32).onAppear { item = nil }
            }
          Text(verbatim: "\(closedSheetCount) of \(sheetCount); models alive: \(liveModels.count)")
        }
      }
    }
  }

  private func beginSeries() {
    closedSheetCount = 0
    item = PresentedItem(id: 0, text: "The first")
  }

  private func presentNext() {
    closedSheetCount += 1
    if closedSheetCount < sheetCount {
      item = PresentedItem(id: closedSheetCount, text: "Number \(closedSheetCount + 1)")
    }
  }
}

/// The number of models that have not been released.
@Observable @MainActor private final class LiveModels {
  var count = 0
}

/// A model that `LiveModels` counts until the model is released.
@MainActor private final class SheetModel {
  private let liveModels: LiveModels

  init(countedIn liveModels: LiveModels) {
    self.liveModels = liveModels
    liveModels.count += 1
  }

  deinit {
    // A task changes the count later, because the view releases this object in the middle of an update.
    Task { @MainActor [liveModels] in liveModels.count -= 1 }
  }
}

/// The content of a sheet. The content owns a model.
private struct SheetWithModel: View {
  let liveModels: LiveModels
  @State private var model: SheetModel?
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    VStack(spacing: 12) {
      Text(model == nil ? "No model" : "A model of the sheet’s own")
      Button("Close") { dismiss() }
    }
    .padding(24)
    .onAppear { model = SheetModel(countedIn: liveModels) }
  }
}
