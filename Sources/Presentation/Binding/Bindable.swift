public import Observation

/// Creates bindings to the properties of an `@Observable` model.
///
/// ```swift
/// @Bindable var episode: EpisodeModel
/// Toggle("Favorite", isOn: $episode.isFavorite)
/// ```
@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value: AnyObject & Observable> {
  /// The model.
  public var wrappedValue: Value

  /// Wraps a model.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// Wraps a model.
  public init(_ value: Value) {
    wrappedValue = value
  }

  /// The value of `$episode`, whose members are bindings: `$episode.isFavorite`.
  public var projectedValue: Bindable<Value> { self }

  /// A binding to a property of the model. The binding keeps this model if the wrapper gets another one.
  @MainActor @preconcurrency
  public subscript<Member>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Member>) -> Binding<Member> {
    let model = wrappedValue
    return Binding(get: { model[keyPath: keyPath] }, set: { model[keyPath: keyPath] = $0 })
      .identified { BindingIdentity(model).appending(keyPath) }
  }
}
