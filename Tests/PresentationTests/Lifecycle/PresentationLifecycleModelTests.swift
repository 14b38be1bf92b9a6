import Presentation
import Testing

/// Tries all sequences of events that can occur to a dialog.
@Suite struct PresentationLifecycleModelTests {
  @Test(arguments: LifecycleWorld.Closing.allCases)
  func `each sequence of up to seven events keeps the rules of the lifecycle`(_ closing: LifecycleWorld.Closing) throws
  {
    // Given a world in which no event has occurred
    let world = LifecycleWorld(closing: closing, notificationTime: .atOnce)
    var explorer = Explorer(events: LifecycleWorld.Event.basic)

    // When every sequence of seven events is tried, out of eight events
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
    // Given a world in which no event has occurred
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

    // Then no rule was broken in any situation. Few situations would mean that most events had no effect.
    #expect(reached.count > 20)
    #expect(reached.contains { $0.parent == .mapped && $0.window?.item == .init(id: .b) })
  }
}

/// Tries all sequences of events. A situation is a value of ``LifecycleWorld``. If several sequences lead to the same
/// situation, the sequences that continue it are tried only once.
private struct Explorer {
  struct Visit: Hashable {
    var world: LifecycleWorld
    /// The number of events that are still tried after this situation.
    var depth: Int
  }

  let events: [LifecycleWorld.Event]
  private(set) var phases: Set<String> = []
  /// The results of the calls of ``explore(_:depth:)``.
  private var sequenceCounts: [Visit: Int] = [:]

  init(events: [LifecycleWorld.Event]) {
    self.events = events
  }

  /// Returns the number of sequences of exactly this length from a situation. The beginnings of each sequence are
  /// checked too.
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
