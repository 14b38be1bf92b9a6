import GtkViews

extension GalleryPage {
  static let contractClosing = GalleryPage(
    "contract-closing", "When Something Closes", in: .contract,
    "The value is gone, so its dialog is gone, whoever closes it. What waits a moment does so that you can see what was there before.",
    lines: [2, 3, 5, 11, 14, 15]
  ) { ClosingPage() }
}

private struct ClosingPage: View {
  @State private var model = ContractModel()

  var body: some View {
    ContractStage(model: model) {
      ContractLineView(2) {
        Button("Open, and Close in Code") {
          model.present("Code closes this in a moment")
          model.later { model.item = nil }
        }
      }
      ContractLineView(3) { Button("Open, with a Button") { model.present("Press “Do It”") } }
      ContractLineView(5) { Button("Open, for Escape") { model.present("Press Escape, or the close button") } }
      ContractLineView(11) {
        Button("Open, and Take the View Away") {
          model.present("The view that presents this goes in a moment")
          model.later { model.isThere = false }
          model.later(3) { (model.item, model.isThere) = (nil, true) }
        }
      }
      ContractLineView(14) {
        Button("Open, to Be Closed Twice at Once") {
          model.present("“Do It” closes this in code as well") { [model] in model.item = nil }
        }
      }
      ContractLineView(15) {
        Button("Open, Locked, for Three Seconds") {
          model.isLocked = true
          model.present("Escape does nothing")
          model.later(3) { model.isLocked = false }
        }
      }
    }
  }
}
