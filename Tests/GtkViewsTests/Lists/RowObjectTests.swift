import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// The row objects that the list model of a `List` returns while the rows change.
  @MainActor @Suite struct RowObjectTests {
    /// The objects that a signal handler has requested and retains.
    @MainActor final class KeptObjects {
      var objects: [GObjectReference] = []
    }

    struct Numbers: View {
      let source: Source
      var body: some View { List(source.numbers, id: \.self) { Text(verbatim: "\($0)") } }
    }

    @Observable @MainActor final class Source {
      var numbers = Array(0..<5000)
    }

    /// Returns the number that is the element of an object's row.
    private func number(of object: UnsafeMutablePointer<GObject>) -> Int? {
      (rowContent(of: object) as? ElementRow<[Int], Int, Text>)?.id
    }

    @Test func `an object that is requested while rows change stays the object of its row`() async throws {
      // Given a long list, and a signal handler that requests and retains the objects of offscreen rows while the rows
      // change
      let source = Source()
      let window = await show { Numbers(source: source) }
      let list = try #require(ShownList(in: window))
      let kept = KeptObjects()
      let connection = connect(list.selectionModel, .splice("items-changed")) { _, _, _ in
        // Position 1000 is requested twice, because both requests have to return the same object.
        kept.objects = [1000, 2000, 1000].compactMap {
          g_list_model_get_item(list.selectionModel, $0).map { GObjectReference(takingOver: $0) }
        }
      }

      // When the order changes
      source.numbers.reverse()
      await waitUntil("the list model has emitted its signal") { !kept.objects.isEmpty }
      connection.disconnect()

      // Then each row has an object of its own, which it keeps
      let objects = kept.objects.map(\.pointer)
      #expect(objects[0] == objects[2] && objects[0] != objects[1])
      // The elements at the positions 1000, 2000 and 1000 of the reversed list
      #expect(objects.map(number) == [3999, 2999, 3999])
      #expect(list.object(at: 1000) == UnsafeMutableRawPointer(objects[0]))
      // And an insertion at the beginning moves the object to the next position, together with its row
      source.numbers.insert(-1, at: 0)
      await mainLoopSettles()
      #expect(list.object(at: 1001) == UnsafeMutableRawPointer(objects[0]))
      #expect(window.texts.prefix(3) == ["-1", "4999", "4998"])
      kept.objects = []
      window.close()
    }
  }
}
