import CGtk
import GtkBridge
import GtkTestSupport
import Observation
import Presentation
import Testing

@testable import GtkViews

extension GtkViewsTests {
  /// Dragging from one view to another, and between programs.
  ///
  /// A view of this program receives the dragged value itself, or one of the value's forms, for example a text or
  /// addresses. Other programs receive only the forms.
  @MainActor @Suite struct DragTests {
    struct Episode: Transferable, Equatable {
      let title: String
      var address: String?

      var transferForms: [TransferForm] { (address.map { [.addresses([$0])] } ?? []) + [.text(title)] }
    }

    /// A value without a form.
    struct Token: Transferable {}

    @Observable @MainActor final class Model {
      var title = "First"
      var isEnabled = true
      @ObservationIgnored var episodes: [Episode] = []
      @ObservationIgnored var texts: [String] = []
      @ObservationIgnored var addresses: [String] = []
      @ObservationIgnored var locations: [DropLocation] = []
      @ObservationIgnored var targetedChanges: [Bool] = []
      /// Whether the drop target for episodes accepts a drop.
      var acceptsDrops = true
    }

    struct Board: View {
      let model: Model

      var body: some View {
        Text("Source").draggable(Episode(title: model.title, address: "https://example.org/a%20b.ogg")).disabled(
          !model.isEnabled)
        Text("Token").draggable(Token())
        Text("Episodes").dropDestination(for: Episode.self) { episodes, location in
          model.episodes += episodes
          model.locations.append(location)
          return model.acceptsDrops
        } isTargeted: {
          model.targetedChanges.append($0)
        }
        Text("Texts").dropDestination { (texts: [String], _) in
          model.texts += texts
          return true
        }
        Text("Addresses").dropDestination(for: LinkAddress.self) { addresses, _ in
          model.addresses += addresses.map(\.address)
          return true
        }
      }
    }

    /// Returns the label with a text.
    private func label<Content>(
      _ text: String, in window: ViewWindow<Content>
    ) throws -> UnsafeMutablePointer<GtkWidget> {
      let labels = window.window.map { widgets(ofType: gtk_label_get_type(), in: $0) } ?? []
      return try #require(labels.first { texts(in: $0) == [text] })
    }

    @Test func `a dropped value reaches its target unchanged, and the target can refuse it`() async throws {
      // Given a drag that begins after the view has changed
      let model = Model()
      let window = await show { Board(model: model) }
      model.title = "Second"
      await mainLoopSettles()
      let target = try label("Episodes", in: window)
      let drag = try #require(TestDrag(from: try label("Source", in: window)))

      // When the drag moves over the target, leaves it, and returns
      #expect(drag.move(over: target))
      #expect(model.targetedChanges == [true])
      drag.leave(target)
      #expect(drag.move(over: target))

      // Then the dropped value equals the dragged one. The target also reports the end of targeting at the drop
      #expect(await drag.drop(on: target, x: 3, y: 4))
      #expect(model.episodes == [Episode(title: "Second", address: "https://example.org/a%20b.ogg")])
      #expect(model.locations == [DropLocation(x: 3, y: 4)])
      #expect(model.targetedChanges == [true, false, true, false])

      // And a drop fails if the target's action returns false
      model.acceptsDrops = false
      let refusedDrag = try #require(TestDrag(from: try label("Source", in: window)))
      #expect(await refusedDrag.drop(on: target) == false)
      window.close()
    }

    @Test func `a drop target receives a dragged value in the form that the target accepts`() async throws {
      let model = Model()
      let window = await show { Board(model: model) }
      await TestDrag(from: try label("Source", in: window))?.drop(on: try label("Texts", in: window))
      await TestDrag(from: try label("Source", in: window))?.drop(on: try label("Addresses", in: window))
      #expect(model.texts == ["First"])
      #expect(model.addresses == ["https://example.org/a%20b.ogg"])

      // A value without a form is not accepted by a target for another type
      let token = try #require(TestDrag(from: try label("Token", in: window)))
      #expect(await token.drop(on: try label("Texts", in: window)) == false)
      #expect(await token.drop(on: try label("Episodes", in: window)) == false)
      window.close()
    }

    @Test func `other programs receive the texts and addresses of a dragged value`() async throws {
      let model = Model()
      let window = await show { Board(model: model) }
      let drag = try #require(TestDrag(from: try label("Source", in: window)))
      // Other programs receive the MIME types to which GTK converts the forms.
      let formats = try #require(
        gdk_content_formats_union_serialize_mime_types(gdk_content_provider_ref_formats(drag.provider)))
      defer { gdk_content_formats_unref(formats) }
      #expect(gdk_content_formats_contain_mime_type(formats, "text/uri-list") != 0)
      #expect(gdk_content_formats_contain_mime_type(formats, "text/plain;charset=utf-8") != 0)
      await drag.cancel()

      // A value without a form offers nothing to other programs
      let token = try #require(TestDrag(from: try label("Token", in: window)))
      let tokenFormats = try #require(
        gdk_content_formats_union_serialize_mime_types(gdk_content_provider_ref_formats(token.provider)))
      defer { gdk_content_formats_unref(tokenFormats) }
      var count: gsize = 0
      _ = gdk_content_formats_get_mime_types(tokenFormats, &count)
      #expect(count == 0)
      await token.cancel()
      window.close()
    }

    @Test func `content of another program is dropped in the form that the target accepts`() async throws {
      let model = Model()
      let window = await show { Board(model: model) }
      let textProvider = GObjectReference(takingOver: TransferForm.text("Hello").provider(in: nil))
      #expect(await drop(textProvider, on: try label("Texts", in: window)))
      #expect(model.texts == ["Hello"])
      let addressProvider = GObjectReference(
        takingOver: TransferForm.addresses(["file:///tmp/a%20b", "https://gtk.org"]).provider(in: nil))
      #expect(await drop(addressProvider, on: try label("Addresses", in: window)))
      #expect(model.addresses == ["file:///tmp/a%20b", "https://gtk.org"])
      // The text target does not accept addresses.
      #expect(await drop(addressProvider, on: try label("Texts", in: window)) == false)
      window.close()
    }

    /// Drops the content of a `GdkContentProvider`, as a drag from another program does.
    private func drop(_ provider: GObjectReference, on widget: UnsafeMutablePointer<GtkWidget>) async -> Bool {
      await TestDrag(of: provider.pointer.cast(to: GdkContentProvider.self, gdk_content_provider_get_type())).drop(
        on: widget)
    }

    @Test func `a disabled view cannot be dragged`() async throws {
      let model = Model()
      model.isEnabled = false
      let window = await show { Board(model: model) }
      #expect(TestDrag(from: try label("Source", in: window)) == nil)
      window.close()
    }

    struct DraggableRows: View {
      let count: Int
      let onCreation: @MainActor (Int) -> Void

      var body: some View {
        List(0..<count, id: \.self) { number in
          let _ = onCreation(number)
          Text(verbatim: "\(number)").draggable("\(number)").dropDestination(for: String.self) { _, _ in true }
        }
      }
    }

    @Test func `draggable rows are created only near the visible ones, and can be dragged`() async throws {
      var createdRowCount = 0
      let window = await show { DraggableRows(count: 100_000) { _ in createdRowCount += 1 } }
      // GTK creates about 200 rows around the visible ones. The limit leaves a margin.
      #expect(createdRowCount < 300)
      let drag = try #require(TestDrag(from: try label("1", in: window)))
      #expect(await drag.drop(on: try label("2", in: window)))
      window.close()
    }

    @Test func `a dragged value and its widgets are freed with their window`() async throws {
      final class WatchedObject {}
      // The object is freed with the last copy of the dragged value.
      struct DraggedValue: Transferable { let object: WatchedObject }
      let deallocations = DeallocationWatch()
      let window = await show {
        Text("Source").draggable(
          {
            let value = DraggedValue(object: WatchedObject())
            deallocations.watch(value.object, "the dragged value")
            return value
          }())
        Text("Target").dropDestination(for: DraggedValue.self) { _, _ in true }
      }
      do {
        let (source, target) = (try label("Source", in: window), try label("Target", in: window))
        deallocations.watch(source, "the source")
        deallocations.watch(target, "the target")
        let drag = try #require(TestDrag(from: source))
        #expect(await drag.drop(on: target))
      }
      window.close()
      await deallocations.expectAll()
    }
  }
}
