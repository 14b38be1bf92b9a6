import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// A view with a binding is evaluated when the value that it reads changes, and not together with its parent, unless
  /// the binding consists of closures.
  @MainActor @Suite struct BindingEvaluationTests {
    struct Item: Equatable {
      var isOn = false
    }

    @Observable @MainActor final class Model {
      var count = 0
      var isOn = false
      var item = Item()
      @ObservationIgnored var evaluations: [String] = []
    }

    struct Child: View {
      @Binding var isOn: Bool
      let model: Model

      var body: some View {
        model.evaluations.append("child")
        return Text(verbatim: isOn ? "on" : "off")
      }
    }

    struct StateParent: View {
      let model: Model
      @State private var isOn = false

      var body: some View {
        model.evaluations.append("parent")
        return VStack {
          Text("\(model.count)")
          Child(isOn: $isOn, model: model)
          Button("Switch") { isOn.toggle() }
        }
      }
    }

    @Test func `an unchanged binding to state does not evaluate the child`() async {
      // Given a child with a binding to the state of its parent
      let model = Model()
      let window = await show { StateParent(model: model) }
      model.evaluations = []

      // When the parent is evaluated for another reason
      model.count = 1
      await waitUntil("the views follow") { window.texts == ["1", "off", "Switch"] }

      // Then the child is not evaluated
      #expect(model.evaluations == ["parent"])

      // When the state changes, then only the child is evaluated
      await window.click("Switch")
      await waitUntil("the views follow") { window.texts == ["1", "on", "Switch"] }
      #expect(model.evaluations == ["parent", "child"])
      window.close()
    }

    struct ModelParent: View {
      @Bindable var model: Model

      var body: some View {
        model.evaluations.append("parent")
        return VStack {
          Text("\(model.count)")
          Child(isOn: $model.isOn, model: model)
        }
      }
    }

    @Test func `an unchanged binding to a model does not evaluate the child`() async {
      let model = Model()
      let window = await show { ModelParent(model: model) }
      model.evaluations = []
      model.count = 1
      await waitUntil("the views follow") { window.texts == ["1", "off"] }
      #expect(model.evaluations == ["parent"])
      model.isOn = true
      await waitUntil("the views follow") { window.texts == ["1", "on"] }
      #expect(model.evaluations == ["parent", "child"])
      window.close()
    }

    /// Passes a projection of its binding to the child: a binding to a property of the bound value.
    struct Details: View {
      @Binding var item: Item
      let model: Model

      var body: some View {
        model.evaluations.append("details")
        return VStack {
          Text("\(model.count)")
          Child(isOn: $item.isOn, model: model)
        }
      }
    }

    struct ProjectionParent: View {
      @Bindable var model: Model

      var body: some View { Details(item: $model.item, model: model) }
    }

    @Test func `an unchanged projection of a binding does not evaluate the child`() async {
      let model = Model()
      let window = await show { ProjectionParent(model: model) }
      model.evaluations = []
      model.count = 1
      await waitUntil("the views follow") { window.texts == ["1", "off"] }
      #expect(model.evaluations == ["details"])
      model.item.isOn = true
      await waitUntil("the views follow") { window.texts == ["1", "on"] }
      #expect(model.evaluations == ["details", "child"])
      window.close()
    }

    struct AlternatingBindings: View {
      @Bindable var model: Model
      @State private var first = false
      @State private var second = true

      var body: some View {
        VStack {
          Child(isOn: model.count == 0 ? $first : $second, model: model)
          Child(isOn: model.count == 0 ? $model.isOn : $model.item.isOn, model: model)
        }
      }
    }

    @Test func `a view that gets a different binding is evaluated`() async {
      let model = Model()
      model.item.isOn = true
      let window = await show { AlternatingBindings(model: model) }
      #expect(window.texts == ["off", "off"])
      model.count = 1
      await waitUntil("the views follow") { window.texts == ["on", "on"] }
      #expect(window.texts == ["on", "on"])
      window.close()
    }

    struct ClosureParent: View {
      let model: Model

      var body: some View {
        let count = model.count
        return Child(isOn: Binding(get: { count > 0 }, set: { _ in }), model: model)
      }
    }

    @Test func `a view with a closure-based binding is evaluated when its parent is`() async {
      let model = Model()
      let window = await show { ClosureParent(model: model) }
      model.count = 1
      await waitUntil("the views follow") { window.texts == ["on"] }
      #expect(window.texts == ["on"])
      window.close()
    }

    @Observable final class Document {
      var name = "a"
    }

    struct Name: View {
      let document: Document

      var body: some View { Text(verbatim: document.name) }
    }

    struct Owner: View {
      let model: Model
      @State private var document = Document()

      var body: some View {
        model.evaluations.append("owner")
        return VStack {
          Name(document: document)
          Button("Rename") { $document.name.wrappedValue += "b" }
          Button("Replace") { document = Document() }
        }
      }
    }

    @Test func `writing through a binding to an object's property does not evaluate the object's owner`() async {
      // Given a view that owns an object, and reads none of its properties
      let model = Model()
      let window = await show { Owner(model: model) }
      model.evaluations = []

      // When a property is written through a binding to the object
      await window.click("Rename")
      await waitUntil("the views follow") { window.texts.first == "ab" }

      // Then the owner is not evaluated
      #expect(model.evaluations == [])

      // When another object replaces the object, then the owner is evaluated
      await window.click("Replace")
      await waitUntil("the views follow") { window.texts.first == "a" }
      #expect(model.evaluations == ["owner"])
      window.close()
    }
  }
}
