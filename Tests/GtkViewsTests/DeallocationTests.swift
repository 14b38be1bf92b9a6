import CGtk
import GtkBridge
import GtkTestSupport
import Presentation
import Testing

@testable import GtkViews

private struct SpecimenView: View {
  let model: SpecimenModel
  let specimen: Specimen

  var body: some View {
    VStack {
      Text("stays")
      if model.isShown { specimen.make(model) }
    }
  }
}

extension GtkViewsTests {
  /// No part of a view outlives the view: no node of the graph, no widget, no event controller, and no closure, which
  /// would keep the view's model alive. Each `Specimen` is one kind of view.
  @MainActor @Suite struct DeallocationTests {
    /// Returns all nodes of a window's views. `Mirror` reads the private properties that lead to the root node.
    private func nodes<Content>(of window: ViewWindow<Content>) -> [ViewNode] {
      func below(_ node: ViewNode) -> [ViewNode] { [node] + node.children.flatMap(below) }
      guard let host = Mirror(reflecting: window).descendant("host") else { return [] }
      let root = Mirror(reflecting: host).children.first { $0.label == "root" }?.value as? ViewNode
      return root.map(below) ?? []
    }

    private func controllers(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutableRawPointer] {
      let list = gtk_widget_observe_controllers(widget)
      defer { g_object_unref(list?.rawPointer) }
      return (0..<g_list_model_get_n_items(list)).compactMap { position in
        guard let controller = g_list_model_get_item(list, position) else { return nil }
        g_object_unref(controller)
        return controller
      }
    }

    /// Watches the widgets below a root, and their event controllers.
    private func watchWidgets(_ deallocations: DeallocationWatch, below root: UnsafeMutablePointer<GtkWidget>) {
      // GTK has one window for tooltips. It keeps this window, and moves it to the widget that needs it.
      let tooltips = widgets(in: root).filter { $0.typeName == "GtkTooltipWindow" }.flatMap { widgets(in: $0) }
      for widget in widgets(in: root) where !tooltips.contains(widget) {
        deallocations.watch(widget, describe(widget))
        for controller in controllers(of: widget) {
          deallocations.watch(controller, "\(controller.typeName) of \(describe(widget))")
        }
      }
    }

    /// Watches everything that exists only because of the specimen: its nodes and their widgets.
    private func watchSpecimen<Content>(
      _ deallocations: DeallocationWatch, in window: ViewWindow<Content>, excluding others: Set<ObjectIdentifier>
    ) {
      for node in nodes(of: window) where !others.contains(ObjectIdentifier(node)) {
        deallocations.watch(node, "\(type(of: node))")
        for widget in node.widgets { watchWidgets(deallocations, below: widget) }
      }
    }

    /// Shows a specimen and the content that it presents.
    ///
    /// - Returns: The window, and the ids of the nodes that the window has without the specimen.
    private func showSpecimen(
      _ specimen: Specimen, _ model: SpecimenModel
    ) async -> (ViewWindow<SpecimenView>, others: Set<ObjectIdentifier>) {
      model.isShown = false
      let window = await show(width: 800) { SpecimenView(model: model, specimen: specimen) }
      let others = Set(nodes(of: window).map { ObjectIdentifier($0) })
      model.isShown = true
      await mainLoopSettles()
      if specimen.presents {
        let count = nodes(of: window).count
        model.setPresented(true)
        // An alert of an `AlertState` has a window and no nodes.
        await waitUntil("it is presented") { nodes(of: window).count > count || openWindows().count > 1 }
        await mainLoopSettles()
      }
      return (window, others)
    }

    @Test(arguments: Specimen.all)
    func `a view is freed completely when it is removed`(specimen: Specimen) async {
      // Given a view in a window, and the content that it presents
      let deallocations = DeallocationWatch()
      let model = SpecimenModel()
      let (window, others) = await showSpecimen(specimen, model)
      watchSpecimen(deallocations, in: window, excluding: others)
      // When the state changes, and then the view is removed
      model.change()
      await mainLoopSettles()
      watchSpecimen(deallocations, in: window, excluding: others)
      model.isShown = false
      // Then all of it is freed, and the window is not
      await waitUntil("the presented content is gone") { openWindows().count == 1 }
      await deallocations.expectAll()
      #expect(window.texts.contains("stays"))
      window.close()
    }

    @Test(arguments: Specimen.all)
    func `a view is freed completely when its window closes`(specimen: Specimen) async {
      let deallocations = DeallocationWatch()
      do {
        // Given a view in a window, and the content that it presents
        let model = SpecimenModel()
        let (window, _) = await showSpecimen(specimen, model)
        model.change()
        await mainLoopSettles()
        deallocations.watch(model, "the model")
        deallocations.watch(window, "the view window")
        for node in nodes(of: window) { deallocations.watch(node, "\(type(of: node))") }
        for window in openWindows() { watchWidgets(deallocations, below: window.widget) }
        // When the window closes
        await performInSource { window.close() }
      }
      // Then all of it is freed
      await waitUntil("no window is left") { openWindows().isEmpty }
      await deallocations.expectAll()
    }

    @Test(arguments: Specimen.presenting)
    func `presented content is freed completely when its state becomes nil`(specimen: Specimen) async {
      // Given a view that presents something
      let deallocations = DeallocationWatch()
      let model = SpecimenModel()
      let (window, _) = await showSpecimen(specimen, model)
      model.setPresented(false)
      await waitUntil("it is gone") { openWindows().count == 1 && isAtRest(window) }
      await mainLoopSettles()
      let others = Set(nodes(of: window).map { ObjectIdentifier($0) })
      // When it is presented again, and then dismissed
      model.setPresented(true)
      await waitUntil("it is presented") { nodes(of: window).count > others.count || openWindows().count > 1 }
      await mainLoopSettles()
      watchSpecimen(deallocations, in: window, excluding: others)
      for other in openWindows() where other != window.window { watchWidgets(deallocations, below: other.widget) }
      model.setPresented(false)
      // Then all of it is freed
      await waitUntil("it is gone") {
        openWindows().count == 1 && isAtRest(window) && nodes(of: window).count == others.count
      }
      await deallocations.expectAll()
      window.close()
    }

    /// Whether no page transition is running.
    private func isAtRest<Content>(_ window: ViewWindow<Content>) -> Bool {
      guard let widget = window.window?.widget else { return true }
      return widgets(ofType: gtk_stack_get_type(), in: widget).allSatisfy {
        gtk_stack_get_transition_running($0.opaque) == 0
      }
    }
  }
}
