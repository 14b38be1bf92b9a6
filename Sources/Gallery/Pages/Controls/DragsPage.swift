import GtkViews

extension GalleryPage {
  static let drags = GalleryPage(
    "drags", "Drag and Drop", in: .controls,
    "The user drags values from one view to another, and texts and addresses from and to other programs.",
    names: [
      "draggable(_:)", "dropDestination(for:action:isTargeted:)", "Transferable", "TransferForm", "LinkAddress",
      "DropLocation",
      "Clipboard",
    ],
    code: """
      Text(verbatim: bird.name).padding(8).background(.gray).cornerRadius(6).draggable(bird)
      """
  ) { DragsPage() }
}

private struct Bird: Transferable {
  let name: String

  var transferForms: [TransferForm] { [.text(name)] }
}

private struct DragsPage: View {
  /// The names and addresses that were dropped, oldest first.
  @State private var dropped: [String] = []
  /// Whether the user drags a bird over the view for birds.
  @State private var isTargeted = false
  /// The location of the last drop in the view for birds.
  @State private var dropLocation = DropLocation(x: 0, y: 0)
  private let birds = [Bird(name: "Robin"), Bird(name: "Starling"), Bird(name: "Wren")]

  var body: some View {
    Specimens {
      Specimen("From here") {
        HStack(spacing: 8) {
          ForEach(birds, id: \.name) { bird in
            Text(verbatim: bird.name).padding(8).background(.gray).cornerRadius(6).draggable(bird)
          }
        }
      }
      Specimen("To here") {
        Text(verbatim: dropped.isEmpty ? "Drop birds here" : dropped.joined(separator: ", "))
          .padding(24)
          .frame(maxWidth: .infinity)
          .background(isTargeted ? .green : .gray)
          .cornerRadius(6)
          .dropDestination(for: Bird.self) { droppedBirds, location in
            dropped += droppedBirds.map(\.name)
            dropLocation = location
            return true
          } isTargeted: {
            isTargeted = $0
          }
      }
      Specimen("Addresses and files of other programs, to here") {
        Text("Drop addresses here")
          .padding(24)
          .frame(maxWidth: .infinity)
          .background(.gray)
          .cornerRadius(6)
          .dropDestination(for: LinkAddress.self) { addresses, _ in
            dropped += addresses.map(\.address)
            return true
          }
      }
      Text(verbatim: "Last dropped at \(Int(dropLocation.x)), \(Int(dropLocation.y))")
      Specimen("To the clipboard") {
        Button("Copy the names") { Clipboard.copy(birds.map(\.name).joined(separator: ", ")) }
      }
      Button("Clear") { dropped = [] }
    }
  }
}
