import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The objects that a list's model returns while its rows change.
  @MainActor @Suite struct RowObjectTests {
    @MainActor final class Kept {
      var objects: [GObjectReference] = []
    }

    struct Numbers: View {
      let shown: Source
      var body: some View { List(shown.numbers, id: \.self) { Text(verbatim: "\($0)") } }
    }

    @Observable @MainActor final class Source {
      var numbers = Array(0..<5000)
    }

    private func number(of object: UnsafeMutablePointer<GObject>) -> Int? {
      (rowContent(of: object) as? ElementRow<[Int], Int, Text>)?.id
    }

    @Test func `an object that is requested while rows change stays the object of its row`() async throws {
      // Given a long list, and a signal handler that requests objects of offscreen rows while they change, and keeps
      // them
      let source = Source()
      let window = await show { Numbers(shown: source) }
      let list = try #require(ShownList(in: window))
      let (model, kept) = (list.model, Kept())
      let connection = connect(model, .splice("items-changed")) { _, _, _ in
        kept.objects = [1000, 2000, 1000].compactMap {
          g_list_model_get_item(model, $0).map { GObjectReference(takingOver: $0) }
        }
      }

      // When the order changes
      source.numbers.reverse()
      await waitUntil("the rows change") { !kept.objects.isEmpty }
      connection.disconnect()

      // Then each row has an object of its own, which it keeps
      let objects = kept.objects.map(\.pointer)
      #expect(objects[0] == objects[2] && objects[0] != objects[1])
      #expect(objects.map(number) == [3999, 2999, 3999])
      #expect(list.object(at: 1000) == UnsafeMutableRawPointer(objects[0]))
      source.numbers.insert(-1, at: 0)
      await mainLoopSettles()
      #expect(list.object(at: 1001) == UnsafeMutableRawPointer(objects[0]))
      #expect(window.texts.prefix(3) == ["-1", "4999", "4998"])
      kept.objects = []
      window.close()
    }
  }
}
