import GtkViews

/// A view that presents an alert and a sheet.
struct Episodes: View {
  static let isAsking = Handle<Bool>()
  static let isReading = Handle<Bool>()

  @State private var isAsking = false
  @State private var isReading = false

  var body: some View {
    Text(verbatim: "Episodes")
      .alert("Delete the episode?", isPresented: $isAsking) {
        Button("Delete") {}
        Button("Cancel", role: .cancel) {}
      } message: {
        Text(verbatim: "It cannot be brought back.")
      }
      .sheet(isPresented: $isReading) {
        VStack {
          Text(verbatim: "The episode's notes")
          Button("Done") { isReading = false }
        }
      }
      .onAppear {
        Self.isAsking.take($isAsking)
        Self.isReading.take($isReading)
      }
  }
}
