// Measures playback and downloads. The first argument is the name of a case. The program runs the case and prints the
// results to the standard output. Scripts/dev/bench-playback runs the program.
import CGStreamer
import GtkBridge

let loop = g_main_loop_new(nil, 0)!
let arguments = Array(CommandLine.arguments.dropFirst())
// The loop also runs the tasks of the main actor.
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
