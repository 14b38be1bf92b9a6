import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// What a program gives the views and should not: it is said once, with the view's name, and the program goes on.
  @MainActor @Suite struct BadInputTests {
    struct Item: Identifiable, Equatable {
      let id: Int
      var title: String
    }

    @Observable @MainActor final class Model {
      var numbers: [Int] = []
      var items = (0..<20).map { Item(id: $0, title: "Item \($0)") }
      var count = 0
      var path = ""
      var isShown = true
      @ObservationIgnored var bindings: [Int: Binding<Item>] = [:]
    }

    /// What is reported while something is done.
    private func reports(_ act: () async throws -> Void) async rethrows -> [String] {
      let reports = Reports()
      defer { reports.stop() }
      try await act()
      return reports.all.map(\.message)
    }

    struct DoubledInStack: View {
      let model: Model

      var body: some View { VStack { ForEach(model.numbers, id: \.self) { Text(verbatim: "\($0)") } } }
    }

    struct DoubledInList: View {
      let model: Model

      var body: some View { List(model.numbers, id: \.self) { Text(verbatim: "\($0)") }.frame(height: 300) }
    }

    @Test func `a thousand doubled ids are one report, which names the view`() async {
      let messages = await reports {
        // Given a loop over numbers of which each is there twice
        let model = Model()
        model.numbers = (0..<1000).flatMap { [$0, $0] }
        let window = await show { ScrollView { DoubledInStack(model: model) } }
        #expect(window.texts.count == 1000)

        // When they change
        model.numbers += [0, 1000, 1000]
        await waitUntil("the new one is there") { window.texts.count == 1001 }
        window.close()
      }
      #expect(messages.count == 1)
      #expect(messages.first?.hasPrefix("A ForEach in DoubledInStack has two elements with the id 0;") == true)
    }

    @Test func `a thousand doubled ids in a list are one report, which names the view`() async {
      let messages = await reports {
        let model = Model()
        model.numbers = (0..<1000).flatMap { [$0, $0] }
        let window = await show { DoubledInList(model: model) }
        await waitUntil("the first is there") { window.texts.first == "0" }
        model.numbers.insert(-1, at: 0)
        await waitUntil("the new one is there") { window.texts.first == "-1" }
        window.close()
      }
      #expect(messages.count == 1)
      #expect(messages.first?.hasPrefix("A ForEach in DoubledInList has two elements with the id ") == true)
    }

    struct Bound: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          if model.isShown {
            ForEach($model.items) { $item in
              let _ = note($item)
              Text(verbatim: item.title)
            }
          }
        }
      }

      private func note(_ item: Binding<Item>) { model.bindings[item.wrappedValue.id] = item }
    }

    @Test(arguments: [true, false])
    func `late writes to the elements of a loop are one report, which names the view`(isLoopThere: Bool) async throws {
      let first = isLoopThere ? 0 : 1
      let messages = try await reports {
        // Given bindings to elements that are gone, of a loop that may be gone with them
        let model = Model()
        let window = await show { Bound(model: model) }
        await waitUntil("they are there") { window.texts.count == 20 }
        model.isShown = isLoopThere
        model.items = [Item(id: 100, title: "New")]
        await waitUntil("they are gone") { window.texts == (isLoopThere ? ["New"] : []) }

        // When they are written
        for _ in 0..<2 {
          for id in first..<20 { try #require(model.bindings[id]).title.wrappedValue = "late" }
        }

        // Then nothing has changed, and all goes on
        #expect(model.items == [Item(id: 100, title: "New")])
        #expect(model.bindings[7]?.wrappedValue.title == "Item 7")
        model.isShown = true
        model.items[0].title = "Newer"
        await waitUntil("the new one") { window.texts == ["Newer"] }
        window.close()
      }
      #expect(messages.count == 1)
      #expect(messages.first?.contains("the id \(first) of a ForEach in Bound was written") == true)
    }

    struct Picture: View {
      let model: Model

      var body: some View {
        VStack {
          Image(path: model.path)
          Text(verbatim: "\(model.count)")
        }
      }
    }

    @Test(arguments: ["missing", "text", "empty", "half"])
    func `an image that cannot be read is one report, which names the view`(kind: String) async throws {
      let files = try SamplePictures()
      defer { files.remove() }
      let model = Model()
      let address =
        switch kind {
        case "missing": files.address("missing.png")
        case "text": try files.write(Array("This is no picture.\0\u{ff}".utf8), "text.png")
        case "empty": try files.write([], "empty.png")
        default: try files.png("half.png", width: 400, height: 400, share: 0.01)
        }
      model.path = String(address.dropFirst("file://".count))
      let misuses = Reports()
      defer { misuses.stop() }

      // When it is shown, and shown again
      let window = await show { Picture(model: model) }
      model.count = 1
      await waitUntil("the view follows") { window.texts == ["1"] }

      // Then it was said once, with the view, the file and the line
      #expect(misuses.all.count == 1)
      #expect(misuses.all.first?.message.contains("of an Image in Picture ") == true)
      #expect(misuses.all.first?.message.contains(model.path) == true)
      #expect(misuses.all.first?.message.contains(kind == "missing" ? "does not exist" : "none that GTK can decode") == true)
      #expect(misuses.all.first?.fileID.hasSuffix("BadInputTests.swift") == true)

      // And another picture is shown
      let picture = try #require(window.window.flatMap { widgets(ofType: gtk_picture_get_type(), in: $0).first })
      #expect(gtk_picture_get_paintable(picture.opaque) == nil)
      model.path = String(try files.png("red.png").dropFirst("file://".count))
      await waitUntil("the picture") { gtk_picture_get_paintable(picture.opaque) != nil }
      #expect(misuses.all.count == 1)
      window.close()
    }

    struct NeverSettling: View {
      @State private var count = 0
      let limit: Int

      var body: some View {
        Text(verbatim: "\(count)").onChange(of: count, initial: true) { if count < limit { count += 1 } }
      }
    }

    @Test func `views that do not settle are one report, which names them`() async {
      let messages = await reports {
        let window = await show {
          VStack {
            NeverSettling(limit: 500)
            Text("beside")
          }
        }
        await waitUntil("it has an end") { window.texts == ["500", "beside"] }
        window.close()
      }
      #expect(messages.count == 1)
      #expect(messages.first?.contains("did not settle after 64 rounds, where NeverSettling changed again;") == true)
    }

    struct Reader: View {
      let model: Model

      var body: some View { Text(verbatim: "Count \(model.count)") }
    }

    struct Writer: View {
      let model: Model

      var body: some View {
        if model.numbers.count > 1 { model.count = model.numbers.count }
        return Text(verbatim: "Writer \(model.numbers.count)")
      }
    }

    @Test func `a model that a body writes is one report, which names the body's view`() async {
      let messages = await reports {
        // Given a view that reads a model's count
        let model = Model()
        let window = await show {
          VStack {
            Reader(model: model)
            Writer(model: model)
          }
        }
        await waitUntil("they are there") { window.texts == ["Count 0", "Writer 0"] }

        // When a body writes it, more than once
        model.numbers = [1, 2]
        await waitUntil("it is applied") { window.texts == ["Count 2", "Writer 2"] }
        model.numbers = [1, 2, 3]
        await waitUntil("it is applied") { window.texts == ["Count 3", "Writer 3"] }

        // And an action does, which is no mistake
        model.count = 7
        await waitUntil("it is applied") { window.texts.first == "Count 7" }
        window.close()
      }
      #expect(messages.count == 1)
      #expect(messages.first?.hasPrefix("A property of an @Observable model was written while the body of Writer was evaluated") == true)
    }
  }
}
