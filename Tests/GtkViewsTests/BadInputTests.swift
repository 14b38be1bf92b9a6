import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Invalid input from a program. The program continues. Each fault is reported at most once, with the name of the
  /// view that contains it. The reports therefore contain the names of the views below.
  @MainActor @Suite struct BadInputTests {
    struct Item: Identifiable, Equatable {
      let id: Int
      var title: String
    }

    @Observable @MainActor final class Model {
      var numbers: [Int] = []
      var items = (0..<20).map { Item(id: $0, title: "Item \($0)") }
      /// A number that some views read, so that a change of it evaluates these views.
      var count = 0
      /// The path of an image file.
      var path = ""
      /// Whether `Bound` contains its ForEach.
      var isShown = true
      /// The bindings to the elements of a ForEach, by the ids of the elements.
      @ObservationIgnored var bindings: [Int: Binding<Item>] = [:]
    }

    /// Returns the messages that are reported while the closure runs.
    private func reportedMessages(_ act: () async throws -> Void) async rethrows -> [String] {
      let reports = Reports()
      defer { reports.stop() }
      try await act()
      return reports.all.map(\.message)
    }

    /// A stack of the model's numbers. Each number is its own id. The test adds each number at least twice.
    struct DoubledInStack: View {
      let model: Model

      var body: some View { VStack { ForEach(model.numbers, id: \.self) { Text(verbatim: "\($0)") } } }
    }

    /// A list with the id NaN, which does not equal itself.
    struct UnequalInList: View {
      var body: some View { List([1.5, .nan, 2.5], id: \.self) { Text(verbatim: "\($0)") }.frame(height: 300) }
    }

    /// The same elements as in `UnequalInList`, in a stack.
    struct UnequalInStack: View {
      var body: some View { VStack { ForEach([1.5, .nan, 2.5], id: \.self) { Text(verbatim: "\($0)") } } }
    }

    @Test(arguments: [true, false])
    func `an id that does not equal itself is reported once, and the other elements are shown`(
      isInList: Bool
    ) async {
      let messages = await reportedMessages {
        let window = await show {
          if isInList { UnequalInList() } else { UnequalInStack() }
        }
        await waitUntil("the other elements are there") { window.texts == ["1.5", "2.5"] }
        window.close()
      }
      #expect(messages.count == 1)
      #expect(
        messages.first?.contains("has an element with the id nan, which does not equal itself; it is not shown.")
          == true)
    }

    @Test func `a view with NaN colour components is shown`() async {
      let window = await show {
        (Text("a").foregroundStyle(Color(red: .nan, green: 0, blue: 1)) + Text("b"))
          .background(Color(red: .nan, green: .infinity, blue: 0, opacity: .nan)).opacity(.nan)
      }
      #expect(window.texts == ["ab"])
      window.close()
    }

    /// A list of the model's numbers. Each number is its own id.
    struct DoubledInList: View {
      let model: Model

      var body: some View { List(model.numbers, id: \.self) { Text(verbatim: "\($0)") }.frame(height: 300) }
    }

    @Test func `a thousand duplicate ids in a stack are reported once, with the view's name`() async {
      let messages = await reportedMessages {
        // Given a ForEach over numbers, each of which occurs twice
        let model = Model()
        model.numbers = (0..<1000).flatMap { [$0, $0] }
        let window = await show { ScrollView { DoubledInStack(model: model) } }
        #expect(window.texts.count == 1000)

        // When a third 0 and the new number 1000 twice are added, then only the first 1000 is shown
        model.numbers += [0, 1000, 1000]
        await waitUntil("the new number is there") { window.texts.count == 1001 }
        window.close()
      }
      #expect(messages.count == 1)
      #expect(messages.first?.hasPrefix("A ForEach in DoubledInStack has two elements with the id 0;") == true)
    }

    @Test func `a thousand duplicate ids in a list are reported once, with the view's name`() async {
      let messages = await reportedMessages {
        // Given a list of numbers, each of which occurs twice
        let model = Model()
        model.numbers = (0..<1000).flatMap { [$0, $0] }
        let window = await show { DoubledInList(model: model) }
        await waitUntil("the first number is there") { window.texts.first == "0" }

        // When another number is added
        model.numbers.insert(-1, at: 0)
        await waitUntil("the new number is there") { window.texts.first == "-1" }
        window.close()
      }
      #expect(messages.count == 1)
      // The id depends on the order in which GTK realizes the rows, so the id is not compared.
      #expect(messages.first?.hasPrefix("A ForEach in DoubledInList has two elements with the id ") == true)
    }

    /// Stores the binding to each element in the model, so that a test can write it later.
    struct Bound: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          if model.isShown {
            ForEach($model.items) { $item in
              let _ = store($item)
              Text(verbatim: item.title)
            }
          }
        }
      }

      private func store(_ item: Binding<Item>) { model.bindings[item.wrappedValue.id] = item }
    }

    @Test(arguments: [true, false])
    func `writes to removed elements of a ForEach are reported once, with the view's name`(
      keepsForEach: Bool
    ) async throws {
      // The message contains the id of the first written element. A process reports the same message of a view only
      // once, so the two runs write to different elements first.
      let firstID = keepsForEach ? 0 : 1
      let messages = try await reportedMessages {
        // Given bindings to removed elements of a ForEach. In one of the two runs, the ForEach is removed as well.
        let model = Model()
        let window = await show { Bound(model: model) }
        await waitUntil("the elements are shown") { window.texts.count == 20 }
        model.isShown = keepsForEach
        model.items = [Item(id: 100, title: "New")]
        await waitUntil("the removed elements are gone") { window.texts == (keepsForEach ? ["New"] : []) }

        // When each binding is written twice
        for _ in 0..<2 {
          for id in firstID..<20 { try #require(model.bindings[id]).title.wrappedValue = "late" }
        }

        // Then the model is unchanged, a binding to a removed element reads its last value, and the program continues
        #expect(model.items == [Item(id: 100, title: "New")])
        #expect(model.bindings[7]?.wrappedValue.title == "Item 7")
        model.isShown = true
        model.items[0].title = "Newer"
        await waitUntil("the new element") { window.texts == ["Newer"] }
        window.close()
      }
      #expect(messages.count == 1)
      #expect(messages.first?.contains("the id \(firstID) of a ForEach in Bound was written") == true)
    }

    /// Makes two bindings to the element at a stored index. At first, this is the index of the last of the 20 elements.
    /// The index stays the same when elements are removed.
    struct Indexed: View {
      @Bindable var model: Model
      @State private var index = 19

      var body: some View {
        VStack {
          Text(verbatim: "\(model.count)")
          TextField("Title", text: $model.items[index].title)
          Child(item: $model.items[index])
          Button("first") { index = 0 }
        }
      }

      struct Child: View {
        @Binding var item: Item

        var body: some View { Text(verbatim: item.title) }
      }
    }

    private func entry<Content>(in window: ViewWindow<Content>) throws -> UnsafeMutablePointer<GtkWidget> {
      try #require(window.window.flatMap { widgets(ofType: gtk_entry_get_type(), in: $0).first })
    }

    private func shownText(_ entry: UnsafeMutablePointer<GtkWidget>) -> String {
      String(cString: gtk_editable_get_text(entry.opaque))
    }

    /// Expects one report for each of the two bindings that `Indexed` makes to the removed element.
    private func expectReportOfBothBindings(in reports: [Misuse]) {
      #expect(reports.count == 2)
      #expect(
        reports.allSatisfy {
          $0.message.hasPrefix(
            "A binding to the element at 19 of a collection was created in Indexed after that element was removed.")
        })
      #expect(reports.allSatisfy { $0.fileID.hasSuffix("BadInputTests.swift") })
      #expect(Set(reports.map(\.line)).count == 2)
    }

    /// Types into the field of the removed element twice, and expects that the field returns to the element's last
    /// value, “typed”.
    private func expectTypingIsDropped(in entry: UnsafeMutablePointer<GtkWidget>, _ model: Model) async {
      for text in ["late", "later"] {
        await performInEventHandler { gtk_editable_set_text(entry.opaque, text) }
        // The view reads the count, so this change evaluates the view. The evaluation sets the text of the field.
        model.count += 1
        await waitUntil("the field is as it was") { shownText(entry) == "typed" }
      }
      // The texts were not written to a new element: the model still has 20 - 1 elements.
      #expect(model.items.count == 19)
    }

    @Test func `each binding to a removed element keeps the last value and is reported once`() async throws {
      let model = Model()
      let reports = Reports()
      defer { reports.stop() }
      // Given a view of the last element, after the user has typed into its field
      let window = await show { Indexed(model: model) }
      let entry = try entry(in: window)
      await performInEventHandler { gtk_editable_set_text(entry.opaque, "typed") }
      await waitUntil("the other view follows") { window.texts.contains("typed") }
      #expect(model.items[19].title == "typed")

      // When the element is removed, and the view is evaluated three times
      model.items.removeLast()
      for count in 1...3 {
        model.count = count
        await waitUntil("the view follows") { window.texts.first == "\(count)" }
      }

      // Then the view shows the last value, and each of the two bindings was reported once
      #expect(shownText(entry) == "typed" && window.texts.contains("typed"))
      expectReportOfBothBindings(in: reports.all)

      // When the user types into the field twice, then both texts are dropped, and one write is reported
      await expectTypingIsDropped(in: entry, model)
      #expect(reports.all.count == 3)
      let messageOfWrite = try #require(reports.all.last).message
      #expect(messageOfWrite.hasPrefix("A binding to the element at 19 of a collection in Indexed was written"))

      // When there is an element at this index again, the view shows it
      model.items.append(Item(id: 100, title: "New"))
      await waitUntil("the new element is shown") { shownText(entry) == "New" && window.texts.contains("New") }

      // And the bindings can be used again, for this index and for another one, without a report
      await performInEventHandler { gtk_editable_set_text(entry.opaque, "written") }
      #expect(model.items[19].title == "written")
      await window.click("first")
      await waitUntil("the first element is shown") { shownText(entry) == "Item 0" }
      #expect(reports.all.count == 3)
      window.close()
    }

    /// A ForEach over the indices of a collection, with a field for each index.
    struct FieldsByIndex: View {
      @Bindable var model: Model

      var body: some View {
        VStack {
          ForEach(model.items.indices, id: \.self) { index in
            TextField("Title", text: $model.items[index].title)
          }
        }
      }
    }

    @Test func `a ForEach over indices can lose its last indices without a report`() async throws {
      let messages = await reportedMessages {
        let model = Model()
        let window = await show { FieldsByIndex(model: model) }
        let entries = { window.window.map { widgets(ofType: gtk_entry_get_type(), in: $0) } ?? [] }
        #expect(entries().count == 20)
        // Five elements remain, so the indices 5 to 19 are removed.
        model.items.removeFirst(15)
        await waitUntil("the removed fields are gone") { entries().count == 5 }
        #expect(entries().map(shownText) == (15..<20).map { "Item \($0)" })
        window.close()
      }
      #expect(messages.isEmpty)
    }

    /// Reads an index after the last of the 20 elements.
    struct PastEnd: View {
      @Bindable var model: Model

      var body: some View { TextField("Title", text: $model.items[20].title) }
    }

    /// Shows `PastEnd`. The test calls this function in another process, because the call ends the process.
    static func showPastEnd() async {
      startGtk()
      _ = await show { PastEnd(model: Model()) }
    }

    @Test func `reading an index that never existed ends the program with the view and the file`() async throws {
      let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await BadInputTests.showPastEnd()
      }
      let output = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(
        output.contains(
          "A binding to the element at 20 of a collection in PastEnd was read, but there is no such element."),
        "\(output.prefix(2000))")
      #expect(output.contains("BadInputTests.swift:"))
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

    @Test(arguments: ["missing", "text", "empty", "cut"])
    func `an image that cannot be read is reported once, with the view's name`(kind: String) async throws {
      let files = try SamplePictures()
      defer { files.remove() }
      let model = Model()
      let address =
        switch kind {
        case "missing": files.address("missing.png")
        case "text": try files.write(Array("This is no picture.\0\u{ff}".utf8), "text.png")
        case "empty": try files.write([], "empty.png")
        // “cut”: only the first hundredth of a PNG file.
        default: try files.writePNG("cut.png", width: 400, height: 400, writtenShare: 0.01)
        }
      model.path = String(address.dropFirst("file://".count))
      let reports = Reports()
      defer { reports.stop() }

      // When the view is shown, and is evaluated again
      let window = await show { Picture(model: model) }
      model.count = 1
      await waitUntil("the view follows") { window.texts == ["1"] }

      // Then the image was reported once, with the view, the image's path and the source file
      #expect(reports.all.count == 1)
      #expect(reports.all.first?.message.contains("of an Image in Picture ") == true)
      #expect(reports.all.first?.message.contains(model.path) == true)
      #expect(
        reports.all.first?.message.contains(kind == "missing" ? "does not exist" : "none that GTK can decode") == true)
      #expect(reports.all.first?.fileID.hasSuffix("BadInputTests.swift") == true)

      // And another picture is shown afterwards
      let picture = try #require(window.window.flatMap { widgets(ofType: gtk_picture_get_type(), in: $0).first })
      #expect(gtk_picture_get_paintable(picture.opaque) == nil)
      model.path = String(try files.writePNG("red.png").dropFirst("file://".count))
      await waitUntil("the picture") { gtk_picture_get_paintable(picture.opaque) != nil }
      #expect(reports.all.count == 1)
      window.close()
    }

    /// Changes its own state after each evaluation, up to a limit.
    struct NeverSettling: View {
      @State private var count = 0
      let limit: Int

      var body: some View {
        Text(verbatim: "\(count)").onChange(of: count, initial: true) { if count < limit { count += 1 } }
      }
    }

    @Test func `a view that does not settle is reported once, with its name`() async {
      let messages = await reportedMessages {
        let window = await show {
          VStack {
            // Each change of the view takes one round of an update. An update stops after 64 rounds, and the view
            // continues to change in the next turns of the main loop.
            NeverSettling(limit: 500)
            Text("beside")
          }
        }
        await waitUntil("the limit is reached") { window.texts == ["500", "beside"] }
        window.close()
      }
      #expect(messages.count == 1)
      #expect(messages.first?.contains("did not settle after 64 rounds, where NeverSettling changed again;") == true)
    }

    @Observable @MainActor final class EndlessModel {
      var pressCount = 0
      var isOver = false
    }

    /// Changes its own state after each evaluation, until the model's `isOver` is true.
    struct NeverEnding: View {
      let model: EndlessModel
      @State private var count = 0

      var body: some View {
        Text(verbatim: "\(count)").onChange(of: count, initial: true) { if !model.isOver { count += 1 } }
      }
    }

    /// A button next to a view that changes endlessly.
    struct BesideEndless: View {
      let model: EndlessModel

      var body: some View {
        VStack {
          NeverEnding(model: model)
          Button("Pressed \(model.pressCount)") { model.pressCount += 1 }
        }
      }
    }

    @Test func `other views are drawn and clickable next to a view that never settles`() async throws {
      let messages = try await reportedMessages {
        // Given a view that changes itself endlessly, and a button
        let model = EndlessModel()
        let window = await show { BesideEndless(model: model) }
        let root = try #require(window.window)

        // When the button is clicked three times, then its new label is drawn each time
        for count in 1...3 {
          await window.click("Pressed \(count - 1)")
          await waitUntil("the button follows") { window.texts.contains("Pressed \(count)") }
          await drawFrame(of: root)
        }
        model.isOver = true
        await mainLoopSettles()
        window.close()
      }
      #expect(messages.count == 1)
    }

    struct Reader: View {
      let model: Model

      var body: some View { Text(verbatim: "Count \(model.count)") }
    }

    /// Writes the model's count in its body if there are two or more numbers. A body must not write a model.
    struct Writer: View {
      let model: Model

      var body: some View {
        if model.numbers.count > 1 { model.count = model.numbers.count }
        return Text(verbatim: "Writer \(model.numbers.count)")
      }
    }

    @Test func `a body that writes a model is reported once, with the view's name`() async {
      let messages = await reportedMessages {
        // Given a view that reads a model's count
        let model = Model()
        let window = await show {
          VStack {
            Reader(model: model)
            Writer(model: model)
          }
        }
        await waitUntil("both views are there") { window.texts == ["Count 0", "Writer 0"] }

        // When the body writes the model in two evaluations
        model.numbers = [1, 2]
        await waitUntil("the write is applied") { window.texts == ["Count 2", "Writer 2"] }
        model.numbers = [1, 2, 3]
        await waitUntil("the write is applied") { window.texts == ["Count 3", "Writer 3"] }

        // And when the model is written outside of a body, which is correct
        model.count = 7
        await waitUntil("the write is applied") { window.texts.first == "Count 7" }
        window.close()
      }
      #expect(messages.count == 1)
      #expect(
        messages.first?.hasPrefix(
          "A property of an @Observable model was written while the body of Writer was evaluated") == true)
    }
  }
}
