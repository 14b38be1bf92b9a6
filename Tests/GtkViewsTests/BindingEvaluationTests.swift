import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// A view with a binding is evaluated when the bound value changes. An evaluation of the view's parent does not
  /// evaluate the view, unless the binding consists of closures, or the parent passes another binding than before.
  @MainActor @Suite struct BindingEvaluationTests {
    struct Item: Equatable {
      var isOn = false
    }

    @Observable @MainActor final class Model {
      /// A value that the bodies of the parents read, and the bodies of the children do not.
      var count = 0
      var isOn = false
      var item = Item()
      /// The views whose bodies were evaluated, in this order. A body may append to the array, because the array is not
      /// observed.
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

    @Test func `a child with a binding to state is evaluated only for a change of the state`() async {
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

    @Test func `a child with a binding to a model is evaluated only for a change of the bound property`() async {
      // Given a child with a binding to a property of a model
      let model = Model()
      let window = await show { ModelParent(model: model) }
      model.evaluations = []

      // When another property changes, then only the parent is evaluated
      model.count = 1
      await waitUntil("the views follow") { window.texts == ["1", "off"] }
      #expect(model.evaluations == ["parent"])

      // When the bound property changes, then only the child is evaluated
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

    @Test func `a child with a projection of a binding is evaluated only for a change of the projected property`() async
    {
      // Given a child with a binding to a property of its parent's bound value
      let model = Model()
      let window = await show { ProjectionParent(model: model) }
      model.evaluations = []

      // When the property `count` changes, then only the parent of the child is evaluated
      model.count = 1
      await waitUntil("the views follow") { window.texts == ["1", "off"] }
      #expect(model.evaluations == ["details"])

      // When the projected property changes, then only the child is evaluated
      model.item.isOn = true
      await waitUntil("the views follow") { window.texts == ["1", "on"] }
      #expect(model.evaluations == ["details", "child"])
      window.close()
    }

    /// Passes each child one binding while `count` is 0, and another binding after that.
    struct AlternatingBindings: View {
      @Bindable var model: Model
      @State private var isOnAtZero = false
      @State private var isOnAfterZero = true

      var body: some View {
        VStack {
          Child(isOn: model.count == 0 ? $isOnAtZero : $isOnAfterZero, model: model)
          Child(isOn: model.count == 0 ? $model.isOn : $model.item.isOn, model: model)
        }
      }
    }

    @Test func `a view that gets a different binding is evaluated`() async {
      // Given a child with a binding to state, and a child with a binding to a model. Both bound values are `false`.
      let model = Model()
      model.item.isOn = true
      let window = await show { AlternatingBindings(model: model) }
      #expect(window.texts == ["off", "off"])

      // When both children get bindings to values that are `true`, then both are evaluated
      model.count = 1
      await waitUntil("the views follow") { window.texts == ["on", "on"] }
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
      // Given a child with a binding of closures. The getter compares a count that the parent's body has captured.
      let model = Model()
      let window = await show { ClosureParent(model: model) }
      #expect(window.texts == ["off"])

      // When the parent is evaluated and creates another binding, then the child is evaluated, too
      model.count = 1
      await waitUntil("the views follow") { window.texts == ["on"] }
      window.close()
    }

    @Observable final class Document {
      var name = "a"
    }

    struct DocumentName: View {
      let document: Document

      var body: some View { Text(verbatim: document.name) }
    }

    struct DocumentOwner: View {
      let model: Model
      @State private var document = Document()

      var body: some View {
        model.evaluations.append("owner")
        return VStack {
          DocumentName(document: document)
          Button("Rename") { $document.name.wrappedValue += "b" }
          Button("Replace") { document = Document() }
        }
      }
    }

    @Test func `writing through a binding to an object's property does not evaluate the object's owner`() async {
      // Given a view that owns an object, and reads none of the object's properties
      let model = Model()
      let window = await show { DocumentOwner(model: model) }
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
