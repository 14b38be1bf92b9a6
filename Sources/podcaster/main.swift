// The program: it chooses the live clients, opens the window, and reads the command line. Everything else is in the features and views.
import AppFeatures
import ArgumentParser
import Foundation
import GtkBridge
import Logging

struct CommandLineOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("Feeds to add and show: addresses (http or https), files, or folders of files.", valueName: "address"))
  var addresses: [String] = []
}

struct Podcaster: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podcaster", abstract: "Listen to podcasts.",
    discussion: "With no address and an empty library, a small sample show is opened.", version: programVersion)

  @OptionGroup var options: CommandLineOptions
}

let options = Podcaster.parseOrExit().options
let surroundings = Surroundings(environment: ProcessInfo.processInfo.environment, executable: Bundle.main.executableURL)
// To the standard error, which a terminal shows and a desktop keeps in its journal.
LoggingSystem.bootstrap(StreamLogHandler.standardError)
Localization.use(domain: "podcaster", directory: surroundings.translations.path)

let application = Application(id: "io.github.podcaster.Podcaster", options: .opensFiles)
var session: Session?
application.onStartup = { session = Session(application: application, surroundings: surroundings) }
application.onActivate = { session?.open([]) }
application.onOpen = { session?.open($0) }

let status = application.run(arguments: [CommandLine.arguments[0]] + options.addresses.map(AppFeature.portableAddress))
session = nil
exit(status)
