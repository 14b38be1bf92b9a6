import AppFeatures
import Foundation

/// Starts the program again in this process, with `execv`. Returns only if `execv` fails.
///
/// - Parameters:
///   - program: The file of the program.
///   - addresses: The addresses that the restarted program opens.
///   - actions: The actions that the restarted program performs.
func restart(_ program: URL, opening addresses: [String], performing actions: [DesktopAction]) {
  if !actions.isEmpty { setenv(ProcessEnvironment.startActionsVariable, actions.map(\.text).joined(separator: ","), 1) }
  // The session ignores these signals, and `execv` keeps them ignored. So their default handling is restored.
  for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_DFL) }
  var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(CommandLine.arguments[0])]
  if !addresses.isEmpty { arguments += (["--"] + addresses).map { strdup($0) } }
  arguments.append(nil)
  execv(program.path, &arguments)
}
