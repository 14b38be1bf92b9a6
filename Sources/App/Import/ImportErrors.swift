package import Podcasts
package import Presentation

extension ImportFeature.Failure: UserFacingError {
  /// A short title of the problem.
  package var title: TextState {
    switch self {
    case .opml(let error): error.title
    case .player(let error): error.title
    case .library(let error): error.title
    }
  }

  /// A message with the remedy.
  package var message: TextState {
    switch self {
    case .opml(let error): error.message
    case .player(let error): error.message
    case .library(let error): error.message
    }
  }
}

extension OPMLError: UserFacingError {
  /// A short title of the problem.
  package var title: TextState {
    switch self {
    case .notFound: TextState("The File Was Not Found")
    case .permissionDenied: TextState("This File May Not Be Read")
    case .notOPML: TextState("This File Is Not a List of Podcasts")
    case .tooLarge: TextState("This File Is Too Large")
    case .notWritten: TextState("The File Was Not Written")
    }
  }

  /// A message with the remedy.
  package var message: TextState {
    switch self {
    case .notFound(let path): TextState("There is no file at “\(path)”. Choose another one.")
    case .permissionDenied(let path):
      TextState("You are not allowed to read “\(path)”. Change its permissions, then try again.")
    case .notOPML: TextState("Choose a file in the OPML format. Most podcast players can export one.")
    case .tooLarge(let limit):
      TextState("Lists of more than \(limit / 1_000_000) MB are not read. Check that it is the right file.")
    case .notWritten(let path, _):
      TextState("“\(path)” could not be written. Choose another folder, or make room on the disk.")
    }
  }
}

extension ImportError: UserFacingError {
  /// A short title of the problem.
  package var title: TextState {
    switch self {
    case .notFound: TextState("The File Was Not Found")
    case .permissionDenied: TextState("This File May Not Be Read")
    case .notRecognized: TextState("This Is Not the Library of a Known Player")
    case .damaged: TextState("This Library Is Damaged")
    case .library(let error): error.title
    }
  }

  /// A message with the remedy.
  package var message: TextState {
    switch self {
    case .notFound(let path): TextState("There is no file at “\(path)”. Choose another one.")
    case .permissionDenied(let path):
      TextState("You are not allowed to read “\(path)”. Change its permissions, then try again.")
    case .notRecognized:
      TextState("Choose the database of gPodder, GNOME Podcasts or Kasts, or a list of podcasts in the OPML format.")
    case .damaged(let path, _):
      TextState("“\(path)” cannot be read. Export a list of podcasts from the other player, and import that.")
    case .library(let error): error.message
    }
  }
}
