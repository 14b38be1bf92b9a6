import GtkViews

/// A view that presents an alert or a sheet. The benchmark presents and dismisses them through the two static
/// references to the view's states.
struct AlertAndSheet: View {
  static let isAlertPresentedState = StateReference<Bool>()
  static let isSheetPresentedState = StateReference<Bool>()

  @State private var isAlertPresented = false
  @State private var isSheetPresented = false

  var body: some View {
    Text(verbatim: "Episodes")
      .alert("Delete the episode?", isPresented: $isAlertPresented) {
        Button("Delete") {}
        Button("Cancel", role: .cancel) {}
      } message: {
        Text(verbatim: "It cannot be brought back.")
      }
      .sheet(isPresented: $isSheetPresented) {
        VStack {
          Text(verbatim: "The episode's notes")
          Button("Done") { isSheetPresented = false }
        }
      }
      .onAppear {
        Self.isAlertPresentedState.connect(to: $isAlertPresented)
        Self.isSheetPresentedState.connect(to: $isSheetPresented)
      }
  }
}
