import GtkViews

extension GalleryPage {
  static let contractContents = GalleryPage(
    "contract-contents", "Buttons and Contents", in: .contract,
    "The content of a dialog follows the state that it reads, and each of its buttons runs its own action.",
    contractLines: [16, 18, 20, 22]
  ) { ContentsPage() }
}

/// The lines of the presentation contract about buttons and contents. The numbers are those of ``ContractLine``.
private struct ContentsPage: View {
  @State private var model = ContractModel()
  @State private var isAlertWithoutButtonsShown = false
  @State private var isAlertWithEqualButtonsShown = false
  /// The value of line 18. A toggle shows whether there is a value.
  @State private var value: String?

  var body: some View {
    ContractPageContent(model: model) {
      ContractLineView(16) {
        Button("An Alert Without Buttons") { isAlertWithoutButtonsShown = true }
          .alert("Without buttons", isPresented: $isAlertWithoutButtonsShown) {}
      }
      ContractLineView(18) {
        VStack(alignment: .leading, spacing: 6) {
          Toggle("There is a value", isOn: $value.mappedToBool())
          Text(verbatim: "The value: \(value ?? "nil"). The report is printed in the terminal.").font(.caption)
            .foregroundStyle(.secondary)
          Button("Give It a Value") { value = "a value" }
        }
      }
      ContractLineView(20) {
        Button("Open, While the Parent Counts") {
          model.present("Watch the count", extraButton: "Count in the Parent") { [model] in model.parentCount += 1 }
        }
      }
      ContractLineView(22) {
        Button("Two Buttons of One Title") { isAlertWithEqualButtonsShown = true }
          .alert("Which one?", isPresented: $isAlertWithEqualButtonsShown) {
            Button("Yes") { model.note("the first Yes") }
            Button("Yes") { model.note("the second Yes") }
          }
      }
    }
  }
}
