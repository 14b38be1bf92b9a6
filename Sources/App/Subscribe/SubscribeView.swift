package import AppFeatures
package import GtkViews
package import ReducerStore

/// The sheet in which a podcast is added.
package struct SubscribeView: View {
  @Bindable private var store: StoreOf<SubscribeFeature>

  package init(store: StoreOf<SubscribeFeature>) {
    self.store = store
  }

  package var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      Text("Paste the address of a podcast's feed, or the path of a feed file or a folder.")
        .foregroundStyle(.secondary)
      TextField("Feed address", text: $store.address)
        .onSubmit { store.send(.addButtonClicked) }
      HStack(spacing: 12) {
        if store.isFetching {
          ProgressView().accessibilityLabel("Fetching…")
        }
        Spacer()
        // GTK 4.8 does not name a button by the text in it.
        Button("Cancel", role: .cancel) { store.send(.cancelButtonClicked) }.accessibilityLabel("Cancel")
        Button("Add") { store.send(.addButtonClicked) }
          .buttonStyle(.borderedProminent)
          .accessibilityLabel("Add")
          .disabled(!store.isAddButtonEnabled)
      }
    }
    .padding(18)
    .frame(minWidth: 320, maxWidth: .infinity)
    .navigationTitle("Add Podcast")
    .alert($store.scope(state: \.alert, action: \.alert))
  }
}
