import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The actions of a view when it appears, changes and disappears.
  @MainActor @Suite struct LifecycleTests {
    @Observable @MainActor final class Model {
      var isShown = true
      var number = 0
      @ObservationIgnored var story: [String] = []
    }

    struct Appearing: View {
      let model: Model

      var body: some View {
        VStack {
          Text("always")
          if model.isShown {
            Text("sometimes")
              .onAppear { model.story.append("appeared") }
              .onDisappear { model.story.append("disappeared") }
          }
        }
      }
    }

    @Test func `a view says when it comes and when it has gone`() async {
      let model = Model()
      let window = await show { Appearing(model: model) }
      await waitUntil("it has appeared") { model.story == ["appeared"] }
      model.isShown = false
      await waitUntil("it has disappeared") { model.story == ["appeared", "disappeared"] }
      model.isShown = true
      await waitUntil("it has appeared again") { model.story.count == 3 }
      window.close()
      await waitUntil("it has gone with its window") { model.story.count == 4 }
      #expect(model.story == ["appeared", "disappeared", "appeared", "disappeared"])
    }

    struct Working: View {
      let model: Model

      var body: some View {
        Text("working").task(id: model.number) {
          let number = model.number
          model.story.append("began \(number)")
          await withTaskCancellationHandler {
            while !Task.isCancelled { await Task.yield() }
          } onCancel: {
          }
          model.story.append("cancelled \(number)")
        }
      }
    }

    @Test func `a task is cancelled when its value changes and when its view goes`() async {
      let model = Model()
      let window = await show { Working(model: model) }
      await waitUntil("it began") { model.story == ["began 0"] }
      model.number = 1
      await waitUntil("another began") { model.story.contains("began 1") && model.story.contains("cancelled 0") }
      window.close()
      await waitUntil("it was cancelled") { model.story.contains("cancelled 1") }
      #expect(model.story.count == 4)
    }

    struct Watching: View {
      let model: Model

      var body: some View {
        Text("\(model.number)").onChange(of: model.number) { old, new in model.story.append("\(old) to \(new)") }
      }
    }

    @Test func `a change is told once, with both values`() async {
      let model = Model()
      let window = await show { Watching(model: model) }
      model.number = 1
      model.number = 2
      await waitUntil("it was told") { !model.story.isEmpty }
      #expect(model.story == ["0 to 2"])
      window.close()
    }

    struct WritingInBody: View {
      @State private var count = 0

      var body: some View {
        if count == 0 { count = 1 }
        return Text("Count \(count)")
      }
    }

    @Test func `state that a body writes is reported, and applied`() async {
      let reports = Reports()
      defer { reports.stop() }
      let window = await show { WritingInBody() }
      await waitUntil("it is applied") { window.texts == ["Count 1"] }
      #expect(reports.all.count == 1)
      #expect(reports.all.first?.message.contains("WritingInBody") == true)
      window.close()
    }

    struct Restless: View {
      @State private var count = 0

      var body: some View {
        Text("restless").onChange(of: count, initial: true) { if count < 1_000 { count += 1 } }
      }
    }

    @Test func `views that do not settle are reported, and the program goes on`() async {
      let reports = Reports()
      defer { reports.stop() }
      let window = await show { Restless() }
      await waitUntil("it is reported") { !reports.all.isEmpty }
      #expect(reports.all.first?.message.contains("did not settle") == true)
      window.close()
    }
  }
}
