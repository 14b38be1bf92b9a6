import CMalloc
import ReducerStore

/// Prints by how many bytes the allocated memory grows during a million repetitions, a sixth of them for each of six
/// cases. Each case is repeated 10,000 times before the measurement.
@MainActor
func printMemory() async {
  let names = ["counter-observable", "five-iflets", "present-and-dismiss", "row-of-100", "push-and-pop", "run"]
  let repetitions = names.compactMap { cases[$0]?() }
  precondition(repetitions.count == names.count)
  for repeatCase in repetitions { await repeatCase(10_000) }
  let before = bytesInUse()
  for repeatCase in repetitions { await repeatCase(1_000_000 / names.count) }
  print(bytesInUse() - before)
}

/// Returns the number of allocated bytes.
private func bytesInUse() -> Int {
  let information = mallinfo2()
  // The bytes of the heap, and of large blocks that malloc maps individually.
  return Int(information.uordblks) + Int(information.hblkhd)
}
