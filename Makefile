# make test   prepares this machine and runs every check
# make bench  runs the benchmarks
# make fuzz   runs every fuzz target for FUZZTIME

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME ?= 60s
# The trainers are modules of their own, so that ./... leaves them out.
TRAINERS = extract/page/train security/injection/train

.PHONY: test prepare lint unit bench fuzz

test: prepare lint unit

prepare:
	bash .ci/prepare

lint:
	@files=$$(gofmt -l $$(git ls-files -co --exclude-standard '*.go')); test -z "$$files" || { echo "gofmt would change:"; echo "$$files"; exit 1; }
	go vet ./...
	go run $(STATICCHECK) ./...

# WEBFETCH_CLIENT_TESTS makes a missing client or server of another make a failure.
unit:
	WEBFETCH_CLIENT_TESTS=1 go test -race -timeout 30m ./...
	for dir in $(TRAINERS); do (cd $$dir && go vet ./... && go test ./...) || exit 1; done

bench:
	go test -run '^$$' -bench . -benchmem ./...

fuzz:
	FUZZTIME=$(FUZZTIME) bash .ci/fuzz
