import CMalloc
import ReducerStore

/// Prints how many bytes are in use more after a million actions of several kinds than after the first hundred thousand.
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

/// The bytes that are allocated and not freed.
private func bytesInUse() -> Int {
  let information = mallinfo2()
  return Int(information.uordblks) + Int(information.hblkhd)
}
