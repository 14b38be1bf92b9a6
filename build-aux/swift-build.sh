#!/bin/sh
# swift-build.sh SWIFT SOURCE SCRATCH CONFIGURATION OUTPUT [FLAG…]: lets SwiftPM build the program for meson, and copies it to where meson wants it.
set -eu
swift=$1 source=$2 scratch=$3 configuration=$4 output=$5
shift 5
set -- --package-path "$source" --scratch-path "$scratch" -c "$configuration" "$@"
"$swift" build "$@" --product podcaster
cp "$("$swift" build "$@" --show-bin-path)/podcaster" "$output"
