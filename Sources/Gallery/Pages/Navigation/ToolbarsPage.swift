import GtkViews

extension GalleryPage {
  static let toolbars = GalleryPage(
    "toolbars", "Toolbars", in: .navigation,
    "Views in the title bar of a window or a sheet, as long as the view with the toolbar exists.",
    names: [
      "ToolbarItem", "ToolbarItemGroup", "ToolbarItemPlacement", "ToolbarContent", "ToolbarContentBuilder",
      "toolbar(content:)",
    ],
    code: """
      ToolbarItem(placement: .confirmationAction) { Button("Save", action: save) }
      """
  ) { ToolbarsPage() }
}

private struct ToolbarsPage: View {
  @State private var count = 0
  @State private var isEditing = false

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Text(verbatim: "The buttons above have set the number to \(count).")
      Button("Edit in a Sheet") { isEditing = true }
    }
    .toolbar {
      ToolbarItemGroup(placement: ToolbarItemPlacement.primaryAction) {
        Button {
          count += 1
        } label: {
          Image(systemName: "plus")
        }.accessibilityLabel("Add")
        Button {
          count -= 1
        } label: {
          Image(systemName: "minus")
        }.accessibilityLabel("Subtract")
      }
    }
    .sheet(isPresented: $isEditing) { EditSheet() }
  }
}

/// A sheet with buttons in its title bar. Both buttons only close the sheet.
private struct EditSheet: View {
  @State private var name = "Field Notes"
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    TextField("Name", text: $name)
      .padding(24)
      .frame(width: 320)
      .navigationTitle("Edit")
      .toolbar { toolbarItems }
  }

  @ToolbarContentBuilder private var toolbarItems: some ToolbarContent {
    EditingItems(save: { dismiss() }, cancel: { dismiss() })
  }
}

/// The buttons in the title bar of the sheet, as a `ToolbarContent` of its own.
private struct EditingItems: ToolbarContent {
  let save: @MainActor () -> Void
  let cancel: @MainActor () -> Void

  var body: some ToolbarContent {
    ToolbarItem(placement: .cancellationAction) { Button("Cancel", action: cancel) }
    ToolbarItem(placement: .confirmationAction) { Button("Save", action: save) }
  }
}
