import SwiftDiagnostics
import Testing

@Suite struct ObservableStateTests {
  /// The expansion of a public struct with a variable, a constant, a computed and a static property, an ignored
  /// variable and presented state.
  private static let expandedStruct = """
    public struct State: Codable {
      @ObservationStateTracked
      public var name = ""
      let id: Int
      var half: Int { id / 2 }
      static var all = 0
      @ObservationStateIgnored var cache = 0
      @Presents var alert: AlertState<Int>?

      private let _$fields = ReducerStore.ObservationStateRegistrar()

      public var _$id: ReducerStore.ObservableStateID { _$fields.id }

      private enum _$Field {
        static let name = 0
        static let alert = 1
      }

      public static var _$locations: [ReducerStore.StateLocation<Self>] {
        [
          ReducerStore.StateLocation(\\.$alert, read: { $1($0._alert) }, change: { $1(&$0.$alert) }),
        ]
      }

      public var customMirror: Swift.Mirror {
        Swift.Mirror(self, children: [
          "name": _name as Any,
          "id": id as Any,
          "cache": cache as Any,
          "alert": _alert.wrappedValue as Any,
        ], displayStyle: .struct)
      }

      private enum CodingKeys: String, CodingKey {
        case _name = "name"
        case id
        case cache
        case _alert = "alert"
      }
    }

    extension State: ReducerStore.ObservableState, ReducerStore.InPlaceState, Swift.CustomReflectable {}
    """

  @Test func `a struct gets a registrar, and its variables without an attribute are tracked`() {
    expectExpansion(
      """
      @ObservableState public struct State: Codable {
        public var name = ""
        let id: Int
        var half: Int { id / 2 }
        static var all = 0
        @ObservationStateIgnored var cache = 0
        @Presents var alert: AlertState<Int>?
      }
      """, of: "ObservableState",
      is: Self.expandedStruct)
  }

  /// The expansion of a struct with a field inside of `#if`.
  private static let expandedStructWithCondition = """
    struct State {
      @ObservationStateTracked
      var count = -1
      @ObservationStateTracked
      var title: String?
      #if DEBUG
      var `default`: IdentifiedArrayOf<Row.State> = []
      #endif

      private let _$fields = ReducerStore.ObservationStateRegistrar()

      var _$id: ReducerStore.ObservableStateID { _$fields.id }

      private enum _$Field {
        static let count = 0
        static let title = 1
        static let `default` = 2
      }

      static var _$locations: [ReducerStore.StateLocation<Self>] {
        var locations: [ReducerStore.StateLocation<Self>] = []
        locations.reserveCapacity(1)
        #if DEBUG
        locations.append(ReducerStore.StateLocation(\\.`default`, read: { $1($0._default) }, change: { $1(&$0.`default`) }))
        #endif
        return locations
      }

      var customMirror: Swift.Mirror {
        var children: [Swift.Mirror.Child] = []
        children.reserveCapacity(3)
        children.append(("count", _count as Any))
        children.append(("title", _title as Any))
        #if DEBUG
        children.append(("default", _default as Any))
        #endif
        return Swift.Mirror(self, children: children, displayStyle: .struct)
      }
    }

    extension State: ReducerStore.ObservableState, ReducerStore.InPlaceState, Swift.CustomReflectable {}
    """

  @Test func `conditional fields are listed under their condition, and only state of features has a location`() {
    // `_$locations` lists the fields that can hold the state of child features. Here the identified array is such a
    // field.
    //
    // The compiler also attaches “@ObservationStateTracked” to a field inside of `#if`. The library for macro tests
    // does not.
    expectExpansion(
      """
      @ObservableState struct State {
        var count = -1
        var title: String?
        #if DEBUG
        var `default`: IdentifiedArrayOf<Row.State> = []
        #endif
      }
      """, of: "ObservableState",
      is: Self.expandedStructWithCondition)
  }

  @Test func `a tracked field expands to accessors around its storage`() {
    expectExpansion(
      """
      struct State {
        @ObservationStateTracked public var name: String = ""
      }
      """, of: "ObservationStateTracked",
      is: """
        struct State {
          public var name: String {
            @storageRestrictions(initializes: _name)
            init(initialValue) { _name = initialValue }
            get {
              _$fields.access(_$Field.name)
              return _name
            }
            set { _$fields.set(&_name, to: newValue, _$Field.name) }
            _modify {
              let before = _$fields.willModify(_name)
              defer { _$fields.didModify(_name, from: before, _$Field.name) }
              yield &_name
            }
          }

          private var _name: String = ""
        }
        """)
  }

  @Test func `an enum's identity contains its case and the identity of the payload`() {
    // A case with two payloads has no single identity, so each value of this case has a new identity.
    expectExpansion(
      """
      @ObservableState enum State {
        case closed
        case edit(Edit.State)
        case two(Int, Int)
      }
      """, of: "ObservableState",
      is: """
        enum State {
          case closed
          case edit(Edit.State)
          case two(Int, Int)

          var _$id: ReducerStore.ObservableStateID {
            switch self {
            case .closed: .tag(0)
            case .edit(let state): .tagged(state, 1)
            case .two: .tagged(.unique(), 2)
            }
          }
        }

        extension State: ReducerStore.ObservableState {}
        """)
  }

  @Test func `ObservableState on a class is an error with a fix-it`() {
    expectDiagnostic(
      "@ObservableState final class State {}", of: "ObservableState",
      is: """
        A state is a struct or an enum, and no class: a reducer changes it as a value, and a test compares what was before with what is after.
        """, at: (1, 1), fixIt: "Replace “class” with “struct”", fixed: "@ObservableState final struct State {}")
  }

  @Test(arguments: [
    "AlertState<Alert>?", "ConfirmationDialogState<Int>?", "Destination.State?", "Inventory.Destination.State?",
    "Optional<AlertState<Int>>",
  ])
  func `a field with presented state but without Presents is a warning with a fix-it`(type: String) {
    expectDiagnostic(
      """
      @ObservableState struct State {
        var shown: \(type)
      }
      """, of: "ObservableState",
      is: "“shown” is presented state, but only a property with “@Presents” can be passed to “ifLet(\\.$shown, …)”.",
      at: (2, 7), .warning,
      fixIt: "Insert “@Presents”",
      fixed: """
        @ObservableState struct State {
          @Presents var shown: \(type)
        }
        """)
  }

  @Test func `PresentationState in an observable state is an error with a fix-it`() {
    expectDiagnostic(
      """
      @ObservableState struct State {
        @PresentationState var alert: AlertState<Int>?
      }
      """, of: "ObservableState",
      is: "In an observable state “@PresentationState” is written “@Presents”, which observes the field too.",
      at: (2, 3),
      fixIt: "Replace it with “@Presents”",
      fixed: """
        @ObservableState struct State {
          @Presents var alert: AlertState<Int>?
        }
        """)
  }

  @Test func `a field with another property wrapper is a warning with a fix-it`() {
    expectDiagnostic(
      """
      @ObservableState struct State {
        @Clamped var age: Int
      }
      """, of: "ObservableState",
      is:
        "A property with a property wrapper cannot be observed: a view that reads it is not updated when “@Clamped” changes it.",
      at: (2, 3),
      .warning, fixIt: "Insert “@ObservationStateIgnored” to confirm that it is not observed",
      fixed: """
        @ObservableState struct State {
          @ObservationStateIgnored @Clamped var age: Int
        }
        """)
  }

  @Test func `a shared field is not tracked, and the mirror contains its storage`() {
    expectExpansion(
      """
      @ObservableState struct State {
        @Shared(.inMemory("count")) var count = 0
      }
      """, of: "ObservableState",
      is: """
        struct State {
          @Shared(.inMemory("count")) var count = 0

          private let _$fields = ReducerStore.ObservationStateRegistrar()

          var _$id: ReducerStore.ObservableStateID { _$fields.id }

          static var _$locations: [ReducerStore.StateLocation<Self>] {
            []
          }

          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "count": _count as Any,
            ], displayStyle: .struct)
          }
        }

        extension State: ReducerStore.ObservableState, ReducerStore.InPlaceState, Swift.CustomReflectable {}
        """)
  }
}
