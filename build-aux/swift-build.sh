#!/bin/sh
# swift-build.sh SWIFT SOURCE SCRATCH CONFIGURATION OUTPUT [FLAG…]: builds the program with SwiftPM, and copies it to
# OUTPUT. meson.build calls the script. SWIFT is the `swift` command, SOURCE the package's folder, SCRATCH the build
# folder, and CONFIGURATION `debug` or `release`. The flags are passed to `swift build`.
set -eu
swift=$1 source=$2 scratch=$3 configuration=$4 output=$5
shift 5
set -- --package-path "$source" --scratch-path "$scratch" -c "$configuration" "$@"
"$swift" build "$@" --product podcaster
cp "$("$swift" build "$@" --show-bin-path)/podcaster" "$output"
