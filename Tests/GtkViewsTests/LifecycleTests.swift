import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The actions of a view when it appears, changes and disappears, and the reports about views that write too
  /// often or in a body.
  @MainActor @Suite struct LifecycleTests {
    @Observable @MainActor final class Model {
      var isShown = true
      var number = 0
      @ObservationIgnored var events: [String] = []
    }

    struct SometimesShown: View {
      let model: Model

      var body: some View {
        VStack {
          Text("always")
          if model.isShown {
            Text("sometimes")
              .onAppear { model.events.append("appeared") }
              .onDisappear { model.events.append("disappeared") }
          }
        }
      }
    }

    @Test func `onAppear and onDisappear run when a view is inserted and removed`() async {
      let model = Model()
      let window = await show { SometimesShown(model: model) }
      await waitUntil("the text has appeared") { model.events == ["appeared"] }
      model.isShown = false
      await waitUntil("the text has disappeared") { model.events == ["appeared", "disappeared"] }
      model.isShown = true
      await waitUntil("the text has appeared again") { model.events.count == 3 }
      window.close()
      await waitUntil("the text has disappeared with its window") { model.events.count == 4 }
      #expect(model.events == ["appeared", "disappeared", "appeared", "disappeared"])
    }

    struct TextWithTask: View {
      let model: Model

      var body: some View {
        Text("working").task(id: model.number) {
          let number = model.number
          model.events.append("began \(number)")
          while !Task.isCancelled { await Task.yield() }
          model.events.append("cancelled \(number)")
        }
      }
    }

    @Test func `a task is cancelled when its id changes and when its view is removed`() async {
      let model = Model()
      let window = await show { TextWithTask(model: model) }
      await waitUntil("the first task has begun") { model.events == ["began 0"] }
      model.number = 1
      await waitUntil("the second task has replaced the first") {
        model.events.contains("began 1") && model.events.contains("cancelled 0")
      }
      window.close()
      await waitUntil("the second task is cancelled") { model.events.contains("cancelled 1") }
      #expect(model.events.count == 4)
    }

    struct TextWithOnChange: View {
      let model: Model

      var body: some View {
        Text("\(model.number)").onChange(of: model.number) { old, new in model.events.append("\(old) to \(new)") }
      }
    }

    @Test func `onChange runs once in a turn of the main loop, with the old and the new value`() async {
      let model = Model()
      let window = await show { TextWithOnChange(model: model) }
      model.number = 1
      model.number = 2
      await waitUntil("onChange has run") { !model.events.isEmpty }
      #expect(model.events == ["0 to 2"])
      window.close()
    }

    struct WritingInBody: View {
      @State private var count = 0

      var body: some View {
        if count == 0 { count = 1 }
        return Text("Count \(count)")
      }
    }

    @Test func `a body that writes state is reported, and the state is applied`() async {
      let reports = Reports()
      defer { reports.stop() }
      let window = await show { WritingInBody() }
      await waitUntil("the written state is applied") { window.texts == ["Count 1"] }
      #expect(reports.all.count == 1)
      #expect(reports.all.first?.message.contains("WritingInBody") == true)
      window.close()
    }

    /// A view that changes its state after each evaluation of its body, 1,000 times. The library permits only 64 rounds
    /// of evaluations in one update.
    struct Unsettled: View {
      @State private var count = 0

      var body: some View {
        Text("restless").onChange(of: count, initial: true) { if count < 1_000 { count += 1 } }
      }
    }

    @Test func `views that do not settle are reported`() async {
      let reports = Reports()
      defer { reports.stop() }
      let window = await show { Unsettled() }
      await waitUntil("the views are reported") { !reports.all.isEmpty }
      #expect(reports.all.first?.message.contains("did not settle") == true)
      window.close()
    }
  }
}
