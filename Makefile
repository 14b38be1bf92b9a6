# A newcomer needs two commands: `make run` and `make test`. Both print the Debian packages that they install.
PREFIX ?= /usr/local
ADDRESS ?=
PAGE ?=

.PHONY: help run gallery test check format bench bench-engine bench-playback soak deb install screenshots clean
help:
	@echo 'make run          builds the program and starts it (ADDRESS=feed to begin with a podcast)'
	@echo 'make gallery      builds and starts the gallery: a page for each view and modifier (PAGE=id to begin with one)'
	@echo 'make test         runs the tests at all three heights'
	@echo 'make check        the tests and every other check that CI runs, with warnings as errors'
	@echo 'make format       formats the Swift sources with .swift-format'
	@echo 'make bench        measures the views beside the same programs in C (docs/contributing/performance.md)'
	@echo 'make bench-engine measures parsing, the library and refreshes beside other programs (docs/contributing/performance.md)'
	@echo 'make bench-playback measures the time to the first sound, and what playing and downloading cost (docs/contributing/performance.md)'
	@echo 'make soak         kills a writing program 200 times, runs the tests of the reducers on busy processors, and gives the parsers random bytes for an hour'
	@echo 'make deb          builds the Debian package into .build/deb'
	@echo 'make screenshots  pictures of the program, into .build/screenshots'
	@echo 'make install      builds for release and installs (PREFIX=$(PREFIX), DESTDIR=)'

run:
	@Scripts/run $(ADDRESS)

gallery:
	@Scripts/dev/run-gallery $(PAGE)

test:
	@Scripts/test

check:
	@Scripts/check

format:
	@Scripts/dev/format

bench:
	@Scripts/bench

bench-engine:
	@Scripts/dev/bench-engine

bench-playback:
	@Scripts/dev/bench-playback

soak:
	@Scripts/dev/kill-test 200
	@Scripts/dev/soak-reducers 40
	@Scripts/dev/fuzz-feeds 3600

deb:
	@Scripts/make-deb

screenshots:
	@Scripts/test outside && find .build/screenshots -name '*.png' | sort

install:
	@Scripts/install --prefix '$(PREFIX)' --destdir '$(DESTDIR)'

clean:
	rm -rf .build .build-* debian/.debhelper debian/podcaster debian/files debian/.home debian/.cache
