import CGtk
import GtkBridge
import GtkTestSupport
import Presentation
import Testing

@testable import GtkViews

/// A text that stays in the window, and a removable specimen: the view under test.
private struct SpecimenView: View {
  let model: SpecimenModel
  let specimen: Specimen

  var body: some View {
    VStack {
      Text("stays")
      if model.isShown { specimen.makeView(model) }
    }
  }
}

extension GtkViewsTests {
  /// No part of a view outlives the view: no node of the graph, no widget, no event controller, and no closure, which
  /// would keep the view's model alive. Each `Specimen` is one kind of view.
  @MainActor @Suite struct DeallocationTests {
    /// Returns all nodes of a window's views. `Mirror` reads the private properties that lead to the root node.
    private func nodes<Content>(of window: ViewWindow<Content>) -> [ViewNode] {
      func subtree(of node: ViewNode) -> [ViewNode] { [node] + node.children.flatMap(subtree) }
      guard let host = Mirror(reflecting: window).descendant("host") else { return [] }
      let root = Mirror(reflecting: host).children.first { $0.label == "root" }?.value as? ViewNode
      return root.map(subtree) ?? []
    }

    /// Returns the event controllers of a widget, borrowed.
    private func eventControllers(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutableRawPointer] {
      let list = gtk_widget_observe_controllers(widget)
      defer { g_object_unref(list?.rawPointer) }
      return (0..<g_list_model_get_n_items(list)).compactMap { position in
        guard let controller = g_list_model_get_item(list, position) else { return nil }
        g_object_unref(controller)
        return controller
      }
    }

    /// Makes `deallocations` expect that a widget, the widgets in it, and all their event controllers are freed.
    private func watchSubtree(
      of root: UnsafeMutablePointer<GtkWidget>, with deallocations: DeallocationWatch
    ) {
      // GTK keeps one tooltip window, and moves it from widget to widget. So the tooltip window is never freed.
      let tooltips = widgets(in: root).filter { $0.typeName == "GtkTooltipWindow" }.flatMap { widgets(in: $0) }
      for widget in widgets(in: root) where !tooltips.contains(widget) {
        deallocations.watch(widget, describe(widget))
        for controller in eventControllers(of: widget) {
          deallocations.watch(controller, "\(controller.typeName) of \(describe(widget))")
        }
      }
    }

    /// Makes `deallocations` expect that the nodes of a window and their widgets are freed, except for the nodes with
    /// the excluded ids.
    private func watchNodes<Content>(
      of window: ViewWindow<Content>, excluding excludedIDs: Set<ObjectIdentifier>,
      with deallocations: DeallocationWatch
    ) {
      for node in nodes(of: window) where !excludedIDs.contains(ObjectIdentifier(node)) {
        deallocations.watch(node, "\(type(of: node))")
        for widget in node.widgets { watchSubtree(of: widget, with: deallocations) }
      }
    }

    /// Shows a specimen in a new window, and the content that the specimen presents, if there is any.
    ///
    /// - Returns: The window, and the ids of the nodes that the window had before the specimen was shown.
    private func showSpecimen(
      _ specimen: Specimen, _ model: SpecimenModel
    ) async -> (ViewWindow<SpecimenView>, otherNodeIDs: Set<ObjectIdentifier>) {
      model.isShown = false
      let window = await show(width: 800) { SpecimenView(model: model, specimen: specimen) }
      let otherNodeIDs = Set(nodes(of: window).map { ObjectIdentifier($0) })
      model.isShown = true
      await mainLoopSettles()
      if specimen.presents {
        let countBefore = nodes(of: window).count
        model.setPresented(true)
        // An alert of an `AlertState` has a window and no nodes.
        await waitUntil("the content is presented") { nodes(of: window).count > countBefore || openWindows().count > 1 }
        await mainLoopSettles()
      }
      return (window, otherNodeIDs)
    }

    @Test(arguments: Specimen.all)
    func `a view is freed completely when it is removed`(specimen: Specimen) async {
      // Given a view in a window, and the content that it presents
      let deallocations = DeallocationWatch()
      let model = SpecimenModel()
      let (window, otherNodeIDs) = await showSpecimen(specimen, model)
      watchNodes(of: window, excluding: otherNodeIDs, with: deallocations)
      // When the state changes and then the view is removed
      model.change()
      await mainLoopSettles()
      // The change may have created nodes that are not watched yet.
      watchNodes(of: window, excluding: otherNodeIDs, with: deallocations)
      model.isShown = false
      // Then the view and its content are freed, and the rest of the window stays
      await waitUntil("the presented content is gone") { openWindows().count == 1 }
      await deallocations.expectAll()
      #expect(window.texts.contains("stays"))
      window.close()
    }

    @Test(arguments: Specimen.all)
    func `a view is freed completely when its window closes`(specimen: Specimen) async {
      let deallocations = DeallocationWatch()
      // After this scope, the test itself holds no reference to the model and the window.
      do {
        // Given a view in a window, and the content that it presents
        let model = SpecimenModel()
        let (window, _) = await showSpecimen(specimen, model)
        model.change()
        await mainLoopSettles()
        deallocations.watch(model, "the model")
        deallocations.watch(window, "the view window")
        for node in nodes(of: window) { deallocations.watch(node, "\(type(of: node))") }
        for openWindow in openWindows() { watchSubtree(of: openWindow.widget, with: deallocations) }
        // When the window closes
        await performInEventHandler { window.close() }
      }
      // Then the model, the views and the widgets are freed
      await waitUntil("no window is left") { openWindows().isEmpty }
      await deallocations.expectAll()
    }

    @Test(arguments: Specimen.presenting)
    func `presented content is freed completely when its state becomes nil`(specimen: Specimen) async {
      // Given a view that has presented its content once, and has dismissed it. Nodes that the first presentation
      // creates for later ones are not part of the content.
      let deallocations = DeallocationWatch()
      let model = SpecimenModel()
      let (window, _) = await showSpecimen(specimen, model)
      model.setPresented(false)
      await waitUntil("the content is gone") { openWindows().count == 1 && areTransitionsFinished(in: window) }
      await mainLoopSettles()
      let nodeIDsWithoutContent = Set(nodes(of: window).map { ObjectIdentifier($0) })
      // When the content is presented again, and then dismissed
      model.setPresented(true)
      await waitUntil("the content is presented") {
        nodes(of: window).count > nodeIDsWithoutContent.count || openWindows().count > 1
      }
      await mainLoopSettles()
      watchNodes(of: window, excluding: nodeIDsWithoutContent, with: deallocations)
      for presentedWindow in openWindows() where presentedWindow != window.window {
        watchSubtree(of: presentedWindow.widget, with: deallocations)
      }
      model.setPresented(false)
      // Then the content is freed
      await waitUntil("the content is gone") {
        openWindows().count == 1 && areTransitionsFinished(in: window)
          && nodes(of: window).count == nodeIDsWithoutContent.count
      }
      await deallocations.expectAll()
      window.close()
    }

    /// Whether no transition between the pages of a `NavigationStack` is running.
    private func areTransitionsFinished<Content>(in window: ViewWindow<Content>) -> Bool {
      guard let widget = window.window?.widget else { return true }
      return widgets(ofType: gtk_stack_get_type(), in: widget).allSatisfy {
        gtk_stack_get_transition_running($0.opaque) == 0
      }
    }
  }
}
