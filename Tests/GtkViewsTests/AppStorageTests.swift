import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Synchronization
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Settings that persist when the program is started again.
  @MainActor @Suite struct AppStorageTests {
    enum Order: String { case newest, oldest }
    enum Size: Int { case small = 1, large }

    /// A temporary folder for a test's settings file, with functions that read and write the file.
    @MainActor final class SettingsFolder {
      let path: String

      init() { path = String(cString: g_dir_make_tmp("settings-XXXXXX", nil)) }

      /// The path of the settings file.
      var file: String { path + "/program/settings.ini" }

      /// Writes a text to the settings file, or to another path.
      func write(_ text: String, to otherPath: String? = nil) {
        g_mkdir_with_parents(path + "/program", 0o700)
        #expect(g_file_set_contents(otherPath ?? file, text, -1, nil) != 0)
      }

      /// Returns the text of the settings file, or of the file at another path.
      func read(at otherPath: String? = nil) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard g_file_get_contents(otherPath ?? file, &text, nil, nil) != 0 else { return nil }
        defer { g_free(text) }
        return text.map { String(cString: $0) }
      }
    }

    @Test func `a setting is shared with an observer that is not a view`() {
      // Given settings, also as a `SettingsSource`, the protocol for code without views, and an observer of one setting
      let folder = SettingsFolder()
      let settings = AppSettings(file: folder.file)
      let source: any SettingsSource = settings
      var texts: [String?] = []
      let observer = SettingObserver { texts.append(source.text(forKey: "speed")) }
      source.add(observer, forKey: "speed")

      // When a view's property writes the setting, then the observer is notified
      let speed = AppStorage(wrappedValue: 1.0, "speed", store: settings)
      speed.wrappedValue = 2
      #expect(texts == ["2.0"])

      // When the source writes the setting, then the property and the file have the new value
      source.setText("3.0", forKey: "speed")
      #expect(speed.wrappedValue == 3)
      #expect(folder.read()?.contains("speed=3.0") == true)
    }

    /// Returns the messages that are reported while the closure runs. Code outside of the closure's task, such as a
    /// callback of GTK, uses the process-wide reporter.
    private func reportedMessages(_ act: () async -> Void) async -> [String] {
      let log = ReportLog()
      let reporterBefore = MisuseReporter.processWide
      let reporter = MisuseReporter { misuse in log.messages.withLock { $0.append(misuse.message) } }
      MisuseReporter.processWide = reporter
      await MisuseReporter.$current.withValue(reporter) { await act() }
      MisuseReporter.processWide = reporterBefore
      return log.messages.withLock { $0 }
    }

    private final class ReportLog: Sendable {
      let messages = Mutex<[String]>([])
    }

    /// Counts the evaluations of a body. The body may change the count, because the count is not observed.
    @Observable @MainActor final class Counter {
      @ObservationIgnored var evaluationCount = 0
    }

    /// Reads the setting `speed`.
    struct Speed: View {
      let counter: Counter
      @AppStorage("speed") private var speed = 1.0

      var body: some View {
        counter.evaluationCount += 1
        return Text(verbatim: "speed \(speed)")
      }
    }

    /// Reads and writes settings of different types. The buttons write the setting `speed`, but the body does not read
    /// this setting.
    struct Settings: View {
      @AppStorage("speed") private var speed = 1.0
      @AppStorage("silence") private var skipsSilence = false
      @AppStorage("count") private var count = 3
      @AppStorage("name") private var name = "Ada"
      @AppStorage("order") private var order = Order.newest
      @AppStorage("size") private var size = Size.small
      @AppStorage("last") private var last: String?
      @AppStorage("limit") private var limit: Int?
      @AppStorage("preferredOrder") private var preferredOrder: Order?

      var body: some View {
        VStack {
          Toggle("silence", isOn: $skipsSilence).toggleStyle(.checkbox)
          Button("change") {
            speed = 1.5
            count += 1
            name = " Ada\nLovelace\0=[x]"
            (order, size) = (.oldest, .large)
            (last, limit, preferredOrder) = ("", 7, .oldest)
          }
          Button("faster") { speed = 2 }
          Button("clear") { (last, limit, preferredOrder) = (nil, nil, nil) }
          Text(
            "\(count) \(order.rawValue) \(size.rawValue) \(last ?? "none") \(limit ?? 0) \(preferredOrder?.rawValue ?? "none") \(skipsSilence)"
          )
          Text(verbatim: name)
        }
      }
    }

    @Test func `settings of different types persist until the next start`() async {
      // Given a program without settings
      let folder = SettingsFolder()
      let window = await show { Settings().defaultAppStorage(AppSettings(file: folder.file)) }
      // The last two texts are the values.
      #expect(window.texts.suffix(2) == ["3 newest 1 none 0 none false", "Ada"])

      // When values of all types except `Bool` are written
      await window.click("change")
      await mainLoopSettles()
      window.close()

      // Then the program shows them after the next start. `last` is an empty text. The null character of `name` was
      // replaced, because a key file cannot contain it
      let next = await show { Settings().defaultAppStorage(AppSettings(file: folder.file)) }
      #expect(next.texts.suffix(2) == ["4 oldest 2  7 oldest false", " Ada\nLovelace\u{FFFD}=[x]"])

      // And a setting that is set to nil is removed from the file
      await next.click("clear")
      #expect(folder.read()?.contains("limit") == false)
      #expect(folder.read()?.contains("count=4") == true)
      next.close()
    }

    @Test func `a changed setting evaluates only the views that read it`() async {
      // Given a window that writes the speed, and a window that shows it
      let settings = AppSettings(inMemory: [:])
      let counter = Counter()
      let writingWindow = await show { Settings().defaultAppStorage(settings) }
      let speedWindow = await show { Speed(counter: counter).defaultAppStorage(settings) }
      #expect(speedWindow.texts == ["speed 1.0"])
      let countBefore = counter.evaluationCount

      // When the speed is changed
      await writingWindow.click("faster")
      await mainLoopSettles()

      // Then the other window shows the new speed after one evaluation
      #expect(speedWindow.texts == ["speed 2.0"])
      #expect(counter.evaluationCount == countBefore + 1)

      // And a write of other settings, or of the same speed, does not evaluate the view again
      await writingWindow.click("clear")
      await writingWindow.click("faster")
      await mainLoopSettles()
      #expect(counter.evaluationCount == countBefore + 1)
      writingWindow.close()
      speedWindow.close()
    }

    @Test func `a setting is in the file when the write returns`() {
      let folder = SettingsFolder()
      let settings = AppSettings(file: folder.file)
      settings.write("2", forKey: "speed")
      #expect(folder.read() == "[Settings]\nspeed=2\n")
    }

    @Test func `a setting of another type is reported once, and the default is used`() async {
      // Given a file in which the speed is a word
      let folder = SettingsFolder()
      folder.write("[Settings]\nspeed=fast\norder=newest\n")
      let counter = Counter()
      let messages = await reportedMessages {
        // When two views read the speed
        let window = await show {
          VStack {
            Speed(counter: counter)
            Speed(counter: counter)
          }
          .defaultAppStorage(AppSettings(file: folder.file))
        }

        // Then both views show the default
        #expect(window.texts == ["speed 1.0", "speed 1.0"])
        window.close()
      }

      // And one message was reported, with the key and the word
      #expect(messages.count == 1)
      #expect(messages.first?.contains("“speed”") == true && messages.first?.contains("fast") == true)
    }

    @Test func `an invalid settings file is reported and kept next to the new file`() async {
      // Given a file that is not a key file
      let folder = SettingsFolder()
      folder.write("no settings at all\n")
      let messages = await reportedMessages {
        // When the file is read, and a setting is written
        let settings = AppSettings(file: folder.file)
        settings.write("2", forKey: "speed")
      }

      // Then the old file was reported, the new file has the setting, and the old file is next to it
      #expect(messages.count == 1)
      #expect(folder.read() == "[Settings]\nspeed=2\n")
      #expect(folder.read(at: folder.file + ".damaged") == "no settings at all\n")
    }

    @Test func `a write keeps settings and comments that another program has written`() async {
      // Given a program that has read a file, and another that writes into it
      let folder = SettingsFolder()
      folder.write("# By hand.\n[Settings]\nspeed=1.25\n\n[Other]\nx=1\n")
      let settings = AppSettings(file: folder.file)
      let otherSettings = AppSettings(file: folder.file)
      otherSettings.write("2", forKey: "count")

      // When the first program writes too
      settings.write("Ada", forKey: "name")

      // Then the file has everything, and the first program knows the setting that the other one wrote
      let text = folder.read() ?? ""
      for line in ["# By hand.", "speed=1.25", "count=2", "name=Ada", "x=1"] { #expect(text.contains(line)) }
      #expect(settings.setting("count").text == "2")
    }

    @Test func `settings that cannot be saved stay in memory, and the failure is reported once`() async {
      // Given a path below a file, where no folder can be created
      let folder = SettingsFolder()
      folder.write("", to: folder.path + "/blocked")
      let settings = AppSettings(file: folder.path + "/blocked/settings.ini")

      // When settings are written
      let messages = await reportedMessages {
        settings.write("2", forKey: "speed")
        settings.write("3", forKey: "speed")
      }

      // Then the settings have the last value in memory, and the failure was reported once
      #expect(settings.setting("speed").text == "3")
      #expect(messages.count == 1)
    }

    @Test func `a write through a symbolic link replaces the target and keeps the link`() {
      let folder = SettingsFolder()
      let target = folder.path + "/real.ini"
      folder.write("[Settings]\nspeed=1\n", to: target)
      #expect(g_file_make_symbolic_link(g_file_new_for_path(folder.file), target, nil, nil) != 0)
      AppSettings(file: folder.file).write("2", forKey: "speed")
      #expect(folder.read(at: target)?.contains("speed=2") == true)
      #expect(g_file_test(folder.file, G_FILE_TEST_IS_SYMLINK) != 0)
    }

    @Test func `a setting with special characters in its name persists`() {
      let folder = SettingsFolder()
      AppSettings(file: folder.file).write("1", forKey: "a=b [속도] \n#")
      #expect(AppSettings(file: folder.file).setting("a=b [속도] \n#").text == "1")
    }

    /// Shows the speed in one of several stores of settings.
    struct SpeedOfStore: View {
      let stores: [AppSettings]
      @State private var index = 0

      var body: some View {
        VStack {
          Button("other") { index = 1 }
          Speed(counter: Counter()).defaultAppStorage(stores[index])
        }
      }
    }

    @Test func `a view that gets another store shows the values of that store`() async {
      let stores = [AppSettings(inMemory: ["speed": "1.5"]), AppSettings(inMemory: ["speed": "3"])]
      let window = await show { SpeedOfStore(stores: stores) }
      #expect(window.texts.last == "speed 1.5")
      await window.click("other")
      await mainLoopSettles()
      #expect(window.texts.last == "speed 3.0")
      window.close()
    }

    /// Shows the speed of a podcast's episodes, a setting with a key for each podcast.
    struct SpeedOfPodcast: View {
      @AppStorage private var speed: Double

      init(podcastID: Int) { _speed = AppStorage(wrappedValue: 1, "speed-\(podcastID)") }

      var body: some View {
        Text(verbatim: "speed \(speed)")
        Button("faster") { speed += 1 }
      }
    }

    struct SelectedPodcast: View {
      @State private var podcastID = 1

      var body: some View {
        VStack {
          Button("other") { podcastID = 2 }
          SpeedOfPodcast(podcastID: podcastID)
        }
      }
    }

    @Test func `a view whose setting key changes reads and writes the new setting`() async {
      // Given a view of the speed of one podcast
      let store = AppSettings(inMemory: ["speed-1": "1.5", "speed-2": "3"])
      let window = await show { SelectedPodcast().defaultAppStorage(store) }
      await waitUntil("the speed is there") { window.texts.contains("speed 1.5") }

      // When another podcast is selected, and the speed of that podcast is changed
      await window.click("other")
      await waitUntil("the other podcast's speed is there") { window.texts.contains("speed 3.0") }
      await window.click("faster")
      await waitUntil("it is faster") { window.texts.contains("speed 4.0") }

      // Then the speed of the first podcast is unchanged
      #expect(store.setting("speed-1").text == "1.5")
      #expect(store.setting("speed-2").text == "4.0")
      window.close()
    }

    @Test func `a model reads and writes a setting without a view`() {
      struct Model {
        @AppStorage var count: Int
        init(count: AppStorage<Int>) { _count = count }
      }
      let settings = AppSettings(inMemory: ["count": "4"])
      let model = Model(count: .init(wrappedValue: 0, "count", store: settings))
      model.count += 1
      #expect(model.count == 5)
      #expect(settings.setting("count").text == "5")
    }
  }
}
