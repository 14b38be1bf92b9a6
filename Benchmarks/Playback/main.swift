// Measures playback and downloads. Runs the case that the first argument names, and prints the results to the standard
// output. Scripts/dev/bench-playback runs the program.
import CGStreamer
import GtkBridge

let loop = g_main_loop_new(nil, 0)!
let arguments = Array(CommandLine.arguments.dropFirst())
MainLoop.attach()
Task { @MainActor in
  do {
    try await PlaybackCost.run(arguments)
    exit(EXIT_SUCCESS)
  } catch {
    print(error)
    exit(EXIT_FAILURE)
  }
}
g_main_loop_run(loop)
