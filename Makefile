# make test      prepares this machine and runs every check
# make quick     the tests without corpora, browser and servers; a minute and a half, less where little has changed
# make race      every test with the race detector
# make bench     runs the benchmarks
# make fuzz      runs every fuzz target for FUZZTIME
# make published runs the server and an importer from a module proxy made of the tree
# make frameworks tests examples/frameworks and builds examples/compare, whose requirements the workspace does without
# make release-check builds what a release has for every platform, and starts it

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME ?= 60s
# "work" stands for all packages of all modules of go.work; ./... leaves nested
# modules out.
ALL = work
# Packages in which goroutines meet: their tests run with the race detector.
RACE = ./security $(addprefix ./webfetch/,. browser browser/internal/... crawl classifier diskcache fair record \
	redis/... robots tools urlpolicy knowledge/local knowledge/cloudflare \
	$(addprefix internal/,packetstore steps flight hostlimit httpapi schedule transport ttlcache)) ./webfetch/gateway/... ./mcpserver/internal/...

# The server is built without cgo, and the race detector needs it: two builds of every package are enough.
export CGO_ENABLED = 0

.PHONY: test prepare lint unit quick race bench fuzz published frameworks release-check

test: prepare lint unit

prepare:
	bash .ci/prepare

lint:
	@files=$$(gofmt -l $$(git ls-files -co --exclude-standard '*.go')); test -z "$$files" || { echo "gofmt would change:"; echo "$$files"; exit 1; }
	@large=$$(git ls-files -z | xargs -0 -r du -k 2>/dev/null | awk '$$1 > 4096 { print $$2 }'); test -z "$$large" || { echo "too large for the repository:"; echo "$$large"; exit 1; }
	go vet $(ALL)
	go run $(STATICCHECK) $$(go list -f '{{.Dir}}' $(ALL))

unit:
	bash .ci/unit $(RACE)

quick:
	go test -vet=off -skip 'TestExtractors|TestExtraction|TestStartDoesNoWork|TestSoak|TestAnswersAreKept|TestEveryCombination|TestOneLongWord|TestAPI|TestBytesOfParts|TestBoundsOfSitemaps|TestAFileCutAnywhere|TestLargeStyleSheetsHide|TestHostileTextEnds' ./...

race:
	CGO_ENABLED=1 WEBFETCH_CLIENT_TESTS=1 go test -race -timeout 60m $(ALL)

bench:
	go test -run '^$$' -bench . -benchmem $(ALL)

fuzz:
	FUZZTIME=$(FUZZTIME) bash .ci/fuzz

published:
	bash .ci/published

frameworks:
	cd examples/frameworks && GOWORK=off go vet ./... && GOWORK=off go test ./...
	cd examples/compare && GOWORK=off go vet ./...

release-check: frameworks published
	bash .ci/release-check
