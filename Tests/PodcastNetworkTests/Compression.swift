import CSoup
import Foundation

/// Compresses data with the gzip compressor of GLib.
func gzipped(_ data: Data) -> Data {
  let compressor = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9)!
  defer { g_object_unref(UnsafeMutableRawPointer(compressor)) }
  var result = Data()
  var rest = data[...]
  var state = G_CONVERTER_CONVERTED
  while state == G_CONVERTER_CONVERTED {
    var piece = Data(count: 65_536)
    var used: gsize = 0
    var written: gsize = 0
    state = rest.withUnsafeBytes { input in
      piece.withUnsafeMutableBytes { output in
        g_converter_convert(
          compressor, input.baseAddress, gsize(input.count), output.baseAddress, gsize(output.count),
          G_CONVERTER_INPUT_AT_END, &used, &written, nil)
      }
    }
    rest = rest.dropFirst(Int(used))
    result += piece.prefix(Int(written))
  }
  precondition(state == G_CONVERTER_FINISHED)
  return result
}
