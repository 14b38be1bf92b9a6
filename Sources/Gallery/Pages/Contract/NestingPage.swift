import GtkViews

extension GalleryPage {
  static let contractNesting = GalleryPage(
    "contract-nesting", "Windows on Windows", in: .contract,
    "A new dialog appears on top of the open ones, and closes together with the dialog that presented it.",
    contractLines: [12, 13, 21]
  ) { NestingPage() }
}

/// The lines of the presentation contract about several open dialogs. The numbers are those of ``ContractLine``.
private struct NestingPage: View {
  @State private var model = ContractModel()
  @State private var isSheetShown = false
  @State private var isAlertShown = false
  /// Whether the root is shown: the first of the three nested sheets, at depth 1.
  @State private var isRootShown = false

  var body: some View {
    ContractPageContent(model: model) {
      ContractLineView(12) {
        Button("A Sheet, Then an Alert of the Page") { isSheetShown = true }
          .sheet(isPresented: $isSheetShown) {
            VStack(spacing: 10) {
              Text("A sheet of the page")
              Button("Show an Alert of the Page") { isAlertShown = true }
            }
            .padding(48)
          }
          .alert("An alert of the page, on top of the sheet", isPresented: $isAlertShown) { Button("OK") {} }
      }
      ContractLineView(13) {
        Button("Three in Each Other, and the Root Goes") { isRootShown = true }
          .sheet(isPresented: $isRootShown, onDismiss: { model.note("onDismiss of depth 1") }) {
            NestedSheet(depth: 1, model: model) { isRootShown = false }
          }
      }
      ContractLineView(21) {
        Button("Two of One View") {
          model.present("The first")
          // Any id except 1, which is the id of the first item.
          model.secondItem = PresentedItem(id: 9, text: "The second")
        }
      }
    }
  }
}

/// The content of a sheet that presents another sheet, to a depth of three.
private struct NestedSheet: View {
  let depth: Int
  let model: ContractModel
  let closeRoot: @MainActor () -> Void
  @State private var isShown = false

  var body: some View {
    VStack(spacing: 10) {
      Text(verbatim: "Depth \(depth)")
      if depth == 3 { Button("Close the Root", action: closeRoot) }
    }
    .padding(48)
    .onAppear { isShown = depth < 3 }
    .sheet(isPresented: $isShown, onDismiss: { model.note("onDismiss of depth \(depth + 1)") }) {
      // `AnyView` hides the type of the nested sheet, so that the type of this body does not refer to `NestedSheet`.
      AnyView(NestedSheet(depth: depth + 1, model: model, closeRoot: closeRoot))
    }
  }
}
