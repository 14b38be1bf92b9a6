import CMalloc
import ReducerStore

/// Prints how many more bytes are allocated after a million actions of six kinds than before them. 10,000 actions of
/// each kind are sent before the measurement.
@MainActor
func printMemory() async {
  let names = ["counter-observable", "five-iflets", "present-and-dismiss", "row-of-100", "push-and-pop", "run"]
  let performs = names.compactMap { cases[$0]?() }
  precondition(performs.count == names.count)
  for perform in performs { await perform(10_000) }
  let before = bytesInUse()
  for perform in performs { await perform(1_000_000 / names.count) }
  print(bytesInUse() - before)
}

/// Returns the number of allocated bytes.
private func bytesInUse() -> Int {
  let information = mallinfo2()
  return Int(information.uordblks) + Int(information.hblkhd)
}
