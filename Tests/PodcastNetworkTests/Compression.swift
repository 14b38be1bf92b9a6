import CSoup
import Foundation

/// Compresses data with the gzip compressor of GLib.
func gzipped(_ data: Data) -> Data {
  // Level 9 is the strongest compression.
  let compressor = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9)!
  defer { g_object_unref(UnsafeMutableRawPointer(compressor)) }
  var result = Data()
  var remaining = data[...]
  var status = G_CONVERTER_CONVERTED
  while status == G_CONVERTER_CONVERTED {
    var piece = Data(count: 65_536)
    var readCount: gsize = 0
    var writtenCount: gsize = 0
    status = remaining.withUnsafeBytes { input in
      piece.withUnsafeMutableBytes { output in
        g_converter_convert(
          compressor, input.baseAddress, gsize(input.count), output.baseAddress, gsize(output.count),
          G_CONVERTER_INPUT_AT_END, &readCount, &writtenCount, nil)
      }
    }
    remaining = remaining.dropFirst(Int(readCount))
    result += piece.prefix(Int(writtenCount))
  }
  precondition(status == G_CONVERTER_FINISHED)
  return result
}
