import GtkViews

extension GalleryPage {
  static let contractClosing = GalleryPage(
    "contract-closing", "When Something Closes", in: .contract,
    "When the value becomes nil, its dialog closes. A button in the dialog makes code close it. An alert has no room for this button, so code closes it "
      + "after a delay.",
    contractLines: [2, 3, 5, 11, 14, 15]
  ) { ClosingPage() }
}

/// The lines of the presentation contract about dialogs that close. The numbers are those of ``ContractLine``.
private struct ClosingPage: View {
  @State private var model = ContractModel()

  var body: some View {
    ContractPageContent(model: model) {
      ContractLineView(2) {
        Button("Open, and Close in Code") {
          model.present("Code closes this", extraButton: "Have Code Close It") { [model] in model.item = nil }
        }
      }
      ContractLineView(3) { Button("Open, with a Button") { model.present("Press “Do It”") } }
      ContractLineView(5) { Button("Open, for Escape") { model.present("Press Escape, or the close button") } }
      ContractLineView(11) {
        HStack(spacing: 8) {
          Button("Open, and Take the View Away") {
            model.present("The view that presents this goes", extraButton: "Take It Away") { [model] in
              model.hasPresentingView = false
            }
          }
          Button("Put the View Back") {
            // The removal of the view did not write the state, so the item is still in the state.
            model.note("the state was “\(model.item?.text ?? "nil")”")
            // The item is cleared, so that the dialog does not open again.
            (model.item, model.hasPresentingView) = (nil, true)
          }
          .disabled(model.hasPresentingView)
        }
      }
      ContractLineView(14) {
        Button("Open, to Be Closed Twice at Once") {
          // The closure is the action of “Do It”. The button itself also closes the dialog.
          model.present("“Do It” closes this in code as well") { [model] in model.item = nil }
        }
      }
      ContractLineView(15) {
        Button("Open, Locked") { model.present("Escape does nothing", isLocked: true) }
      }
    }
  }
}
