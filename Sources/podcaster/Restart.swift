import AppFeatures
import Foundation

/// Replaces this process by a new start of the program (`execv`). Returns only if `execv` fails.
///
/// - Parameters:
///   - program: The file of the program.
///   - addresses: The addresses that the new process opens.
///   - actions: The actions that the new process performs.
func startAgain(_ program: URL, _ addresses: [String], _ actions: [DesktopAction]) {
  if !actions.isEmpty { setenv(ProcessEnvironment.startActionsName, actions.map(\.text).joined(separator: ","), 1) }
  // The new process inherits ignored signals, so their default handling is restored.
  for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_DFL) }
  var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(CommandLine.arguments[0])]
  if !addresses.isEmpty { arguments += (["--"] + addresses).map { strdup($0) } }
  arguments.append(nil)
  execv(program.path, &arguments)
}
