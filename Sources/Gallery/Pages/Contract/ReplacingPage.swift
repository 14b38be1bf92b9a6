import GtkViews

extension GalleryPage {
  static let contractReplacing = GalleryPage(
    "contract-replacing", "When Another Value Comes", in: .contract,
    "A value with the same id updates the dialog on screen, and a value with another id replaces it. Type into the text field of a sheet: the same id keeps your text, and another id clears it.",
    contractLines: [4, 6, 7, 8, 17]
  ) { ReplacingPage() }
}

/// The lines of the presentation contract about values that are replaced. The numbers are those of
/// ``ContractLine``.
private struct ReplacingPage: View {
  @State private var model = ContractModel()

  var body: some View {
    ContractPageContent(model: model) {
      ContractLineView(4) {
        Button("An Action That Presents Another Value") {
          model.present("Press “Do It”") { [model] in
            // “Do It” only closes the second item.
            model.doItAction = {}
            model.item = PresentedItem(id: 2, text: "The action has set this")
          }
        }
      }
      ContractLineView(6) {
        Button("The Same Id, Other Content") {
          model.present("Before", extraButton: "Give It Other Content") { [model] in
            model.item?.text = "After, with the same id"
          }
        }
      }
      ContractLineView(7) {
        Button("Another Id") {
          model.present("Before", extraButton: "Replace It") { [model] in
            model.present("After, with another id", id: 2)
          }
        }
      }
      ContractLineView(8) {
        Button("Three, One After the Other") {
          model.present("The first", extraButton: "Replace It Twice") { replaceTwice() }
        }
      }
      ContractLineView(17) {
        Button("Two Items with One Id") {
          model.present("The first of id 5", id: 5, extraButton: "Set the Second") { [model] in
            model.present("The second of id 5", id: 5)
          }
        }
      }
    }
  }

  /// Presents a second item, and replaces it by a third while the first is closing. Closing takes longer than 0.05 s.
  private func replaceTwice() {
    model.present("The second, which is never shown", id: 2)
    model.runLater(seconds: 0.05) { model.present("The third", id: 3) }
  }
}
