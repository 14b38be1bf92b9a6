/// A Boolean property of a model that presents a dialog through a binding made of closures.
///
/// Such a binding does not identify the model. The model is found by reflection in the view that made the binding: in its properties, also in
/// structs, in `State` and in the environment. Collections and other objects are not searched.
@MainActor
struct ModelProperty {
  /// Writes the property.
  let write: @MainActor (Bool) -> Void

  /// The maximum number of properties on the way from a view to the model. A model in a struct in a `State` is five properties away.
  private static let longestWay = 8

  /// Writes `false` to the property that presents a dialog.
  ///
  /// - Parameters:
  ///   - property: The key path of the property.
  ///   - node: The node of the dialog. The model is searched in the views around it, up to the first one that the program has written.
  ///   - isPresented: Whether the binding is `true`. It distinguishes the right model from other models of the same type.
  /// - Returns: The property, or `nil` if the model was not found.
  static func clear(_ property: AnyKeyPath, above node: ViewNode, while isPresented: @MainActor () -> Bool) -> ModelProperty? {
    var next = node.parent
    while let node = next {
      // The view is in the superclass. Nodes of containers have a widget and hold no model.
      if node.passesRows, let found = search(Mirror(reflecting: node).superclassMirror, property, longestWay, isPresented) { return found }
      if node.writtenType != nil { return nil }
      next = node.parent
    }
    return nil
  }

  private static func search(
    _ mirror: Mirror?, _ property: AnyKeyPath, _ way: Int, _ isPresented: @MainActor () -> Bool
  ) -> ModelProperty? {
    guard let mirror, way > 0 else { return nil }
    for child in mirror.children {
      if let found = ModelProperty(property, of: child.value) {
        found.write(false)
        if !isPresented() { return found }
        found.write(true)
      }
      let inside = Mirror(reflecting: child.value)
      guard isSearched(inside, child.value) else { continue }
      if let found = search(inside, property, way - 1, isPresented) { return found }
    }
    return nil
  }

  private static func isSearched(_ mirror: Mirror, _ value: Any) -> Bool {
    switch mirror.displayStyle {
    case .struct, .optional, .enum, .tuple: true
    case .class: value is StateSource || value is any EnvironmentReading
    default: false
    }
  }

  /// Creates the property if the model has it and its value is `true`.
  private init?<Model>(_ property: AnyKeyPath, of model: Model) {
    guard let property = property as? ReferenceWritableKeyPath<Model, Bool>, model[keyPath: property] else { return nil }
    write = { model[keyPath: property] = $0 }
  }
}
