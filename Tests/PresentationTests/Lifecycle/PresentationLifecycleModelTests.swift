import Presentation
import Testing

/// Tries all sequences of events that can occur to a dialog.
///
/// A situation is a value of ``LifecycleWorld``: the program's state, and the dialog's lifecycle, window and parent.
@Suite struct PresentationLifecycleModelTests {
  @Test(arguments: LifecycleWorld.Closing.allCases)
  func `each sequence of up to seven events keeps the rules of the lifecycle`(_ closing: LifecycleWorld.Closing) throws
  {
    // Given a world in which no event has occurred
    let world = LifecycleWorld(closing: closing, notificationTime: .atOnce)
    var explorer = Explorer(events: LifecycleWorld.Event.basic)

    // When all sequences of seven of the eight basic events are tried, in which an event may occur several times
    let sequences = try explorer.explore(world, depth: 7)

    // Then all 8⁷ sequences were tried, and no rule was broken
    #expect(sequences == 2_097_152)
    #expect(explorer.phases.isSuperset(of: ["idle", "waiting", "presented", "ended"]))
    // A window that closes at once leaves no time for these phases.
    #expect(explorer.phases.isSuperset(of: ["closing", "leaving"]) == (closing == .later))
  }

  @Test(arguments: LifecycleWorld.Closing.allCases, LifecycleWorld.NotificationTime.allCases)
  func `each sequence of any length keeps the rules of the lifecycle`(
    _ closing: LifecycleWorld.Closing, _ notificationTime: LifecycleWorld.NotificationTime
  ) throws {
    // Given a world in which no event has occurred. `frontier` contains the situations in which no event was tried yet.
    var reached: Set = [LifecycleWorld(closing: closing, notificationTime: notificationTime)]
    var frontier = Array(reached)

    // When every event is tried in each reachable situation, until no situation is new
    while let world = frontier.popLast() {
      for event in LifecycleWorld.Event.allCases {
        var next = world
        try next.receive(event)
        try next.checkAtRest()
        if reached.insert(next).inserted { frontier.append(next) }
      }
    }

    // Then no rule was broken in any situation. Few situations would mean that most events had no effect. One of the
    // situations is a dialog of the item `b` on a mapped parent.
    #expect(reached.count > 20)
    #expect(reached.contains { $0.parent == .mapped && $0.window?.item == .init(id: .b) })
  }
}

/// Tries all sequences of some events up to a length. If several sequences of the same length lead to the same
/// situation, the events after this situation are tried only once.
private struct Explorer {
  /// A situation, and the number of events that are tried after it.
  struct Visit: Hashable {
    var world: LifecycleWorld
    var depth: Int
  }

  let events: [LifecycleWorld.Event]
  /// The names of the phases of the lifecycle in all situations.
  private(set) var phases: Set<String> = []
  /// The results of ``explore(_:depth:)`` for the visits that are complete.
  private var sequenceCounts: [Visit: Int] = [:]

  init(events: [LifecycleWorld.Event]) {
    self.events = events
  }

  /// Tries all sequences of `depth` events from a situation, and returns their number. The rules are checked in each
  /// situation, so also after the beginnings of the sequences. Throws if a rule is broken.
  mutating func explore(_ world: LifecycleWorld, depth: Int) throws -> Int {
    let visit = Visit(world: world, depth: depth)
    if let known = sequenceCounts[visit] { return known }
    try world.checkAtRest()
    phases.insert(String("\(world.lifecycle.phase)".prefix { $0 != "(" }))
    var count = depth == 0 ? 1 : 0
    if depth > 0 {
      for event in events {
        var next = world
        try next.receive(event)
        count += try explore(next, depth: depth - 1)
      }
    }
    sequenceCounts[visit] = count
    return count
  }
}
