import Testing

@Suite struct PresentsTests {
  /// The expansion of `@Presents` in a state with `@ObservableState`. The test does not expand `@ObservableState`.
  private static let observedStateExpansion = """
    @ObservableState struct State {
      public var destination: Destination.State? {
        @storageRestrictions(initializes: _destination)
        init(initialValue) { _destination = ReducerStore.PresentationState(wrappedValue: initialValue) }
        get {
          _$fields.access(_$Field.destination)
          return _destination.wrappedValue
        }
        set { _$fields.set(&_destination.wrappedValue, to: newValue, _$Field.destination) }
        _modify {
          let before = _$fields.willModify(_destination)
          defer { _$fields.didModify(_destination, from: before, _$Field.destination) }
          yield &_destination.wrappedValue
        }
      }

      private var _destination = ReducerStore.PresentationState<Destination.State>(wrappedValue: nil)

      public var $destination: ReducerStore.PresentationState<Destination.State> {
        get {
          _$fields.access(_$Field.destination)
          return _destination.projectedValue
        }
        set { _$fields.set(&_destination.projectedValue, to: newValue, _$Field.destination) }
        _modify {
          let before = _$fields.willModify(_destination)
          defer { _$fields.didModify(_destination, from: before, _$Field.destination) }
          yield &_destination.projectedValue
        }
      }
    }
    """

  @Test func `Presents in an observable state expands to an observed field`() {
    expectExpansion(
      """
      @ObservableState struct State {
        @Presents public var destination: Destination.State?
      }
      """, of: "Presents",
      is: Self.observedStateExpansion)
  }

  @Test func `Presents in a plain state expands to accessors of a PresentationState`() {
    expectExpansion(
      """
      struct State {
        @Presents var alert: AlertState<Int>? = .welcome
      }
      """, of: "Presents",
      is: """
        struct State {
          var alert: AlertState<Int>? {
            @storageRestrictions(initializes: _alert)
            init(initialValue) { _alert = ReducerStore.PresentationState(wrappedValue: initialValue) }
            get { _alert.wrappedValue }
            set { _alert.wrappedValue = newValue }
            _modify { yield &_alert.wrappedValue }
          }

          private var _alert = ReducerStore.PresentationState<AlertState<Int>>(wrappedValue: .welcome)

          var $alert: ReducerStore.PresentationState<AlertState<Int>> {
            get { _alert.projectedValue }
            set { _alert.projectedValue = newValue }
            _modify { yield &_alert.projectedValue }
          }
        }
        """)
  }

  @Test(arguments: ["private(set)", "public private(set)", "package internal(set)"])
  func `the projected value has the access level of the property and of its setter`(modifiers: String) {
    expectExpansion(
      """
      struct State {
        @Presents \(modifiers) var alert: AlertState<Int>?
      }
      """, of: "Presents",
      is: """
        struct State {
          \(modifiers) var alert: AlertState<Int>? {
            @storageRestrictions(initializes: _alert)
            init(initialValue) { _alert = ReducerStore.PresentationState(wrappedValue: initialValue) }
            get { _alert.wrappedValue }
            set { _alert.wrappedValue = newValue }
            _modify { yield &_alert.wrappedValue }
          }

          private var _alert = ReducerStore.PresentationState<AlertState<Int>>(wrappedValue: nil)

          \(modifiers) var $alert: ReducerStore.PresentationState<AlertState<Int>> {
            get { _alert.projectedValue }
            set { _alert.projectedValue = newValue }
            _modify { yield &_alert.projectedValue }
          }
        }
        """)
  }

  @Test func `Presents on a constant is an error with a fix-it`() {
    expectDiagnostic(
      """
      struct State {
        @Presents let alert: AlertState<Int>?
      }
      """, of: "Presents",
      is: "“@Presents” needs a “var”, because the presented state changes.", at: (line: 2, column: 13),
      fixIt: "Replace “let” with “var”",
      fixed: """
        struct State {
          @Presents var alert: AlertState<Int>?
        }
        """)
  }

  @Test func `Presents on a field that is not optional is an error with a fix-it`() {
    expectDiagnostic(
      """
      struct State {
        @Presents var child: Child.State
      }
      """, of: "Presents",
      is: "“@Presents” needs an optional type: the property is “nil” while nothing is presented.",
      at: (line: 2, column: 24),
      fixIt: "Make the type optional",
      fixed: """
        struct State {
          @Presents var child: Child.State?
        }
        """)
  }

  @Test func `Presents on a field without a written type is an error`() {
    expectDiagnostic(
      """
      struct State {
        @Presents var child = Child.State?.none
      }
      """, of: "Presents",
      is: "“@Presents” needs a stored property with a type annotation: “@Presents var alert: AlertState<Alert>?”.",
      at: (line: 2, column: 3)
    )
  }
}
