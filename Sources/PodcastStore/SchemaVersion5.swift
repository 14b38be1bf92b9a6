import GRDB

/// The fifth migration: the section of a show in a list of subscriptions.
enum SchemaVersion5 {
  static func migrate(_ database: Database) throws {
    try database.execute(sql: "ALTER TABLE show ADD COLUMN section TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(section))")
  }
}
