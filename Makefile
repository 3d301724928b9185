# Parley. `make help` lists the targets.

GO         ?= go
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

# game id : its main package
MODULES = \
	pig:./conformance/games/pig/main \
	kuhn:./conformance/games/kuhn/main \
	walk_the_plank:./plugins/walktheplank/main \
	jackal:./plugins/jackal/main \
	pirati:./plugins/pirati/main \
	ravensburger_pirates:./plugins/pirates/main

IDS = $(foreach m,$(MODULES),$(firstword $(subst :, ,$(m))))

# how many games `make soak` plays and how many calls it makes to good and bad modules, by how many callers; how many of the calls
# with the race detector; how long `make fuzz` stays with a target
GAMES     = 100000
CALLS     = 2000000
WORKERS   = 8
RACECALLS = 100000
FUZZTIME  = 30s

.PHONY: help demo test wasm conform golden fuel perft coverage bench lint fuzz soak load build clean

help: ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /	/'

demo: wasm build/parley ## Walk the Plank! compiled, played through wazero, its golden logs proved on all engines
	build/parley inspect build/walk_the_plank.wasm
	build/parley play build/walk_the_plank.wasm --seats 3 --seed 7 --auto
	build/parley simulate build/walk_the_plank.wasm --seats 4 --games 100 --seed 1
	$(MAKE) --no-print-directory conform

test: ## all tests
	$(GO) test -timeout 20m ./...
	cd examples/newgame && $(GO) test ./...

wasm: build/parley ## all modules, as build/<game id>.wasm
	@for m in $(MODULES); do \
		id=$${m%%:*}; main=$${m#*:}; \
		GOOS=wasip1 GOARCH=wasm $(GO) build -buildmode=c-shared -trimpath -buildvcs=false -ldflags="-s -w -buildid=" -o build/$$id.raw.wasm $$main && \
		build/parley pack build/$$id.raw.wasm build/$$id.wasm && rm build/$$id.raw.wasm || exit 1; \
	done; ls -l build/*.wasm

build/parley: FORCE
	@mkdir -p build
	$(GO) build -o build/parley ./hosts/parley
FORCE:

conform: wasm ## one table: all golden logs on every engine in three environments; then all scenarios natively and in wazero
	@$(GO) run ./conformance/engines $(IDS)
	@for id in $(IDS); do \
		for how in "$$id --host native" "build/$$id.wasm"; do \
			echo "scenario $$how"; build/parley scenario $$how conformance/scenarios/$$id || exit 1; \
		done; \
	done

golden: build/parley ## makes the golden logs again; review what has changed
	@for id in $(IDS); do rm -f conformance/golden/$$id/*.log; build/parley golden $$id --dir conformance/golden/$$id || exit 1; done
	UPDATE=1 $(GO) test -count=1 -run '^TestGoldenSeekers$$' ./plugins/jackal ./plugins/pirati

fuel: ## makes the records of conformance/fuel again; review what has changed
	UPDATE=1 $(GO) test -count=1 -run '^TestRecords$$' ./conformance/fuel

perft: wasm ## counts the positions of conformance/perft on every engine
	@for table in conformance/perft/*.yaml; do \
		id=$$(basename $$table .yaml); \
		for how in "$$id --host native" "build/$$id.wasm --engine compiler" "build/$$id.wasm --engine interpreter" "$$id --host process"; do \
			echo "perft $$how"; build/parley perft $$how --table $$table || exit 1; \
		done; \
	done

coverage: ## which rules of each game's text are executed; writes plugins/*/COVERAGE.md
	$(GO) run ./conformance/coverage/report

bench: wasm ## the table of ratios; every answer is checked
	$(GO) run ./conformance/bench

soak: wasm ## 100,000 random games on all hosts, then 2,000,000 calls to good and bad modules; GAMES=1000 CALLS=100000 RACECALLS=20000 for less
	$(GO) run ./conformance/soak --games $(GAMES) $(IDS)
	@$(MAKE) --no-print-directory load

load: wasm ## the calls of `make soak` alone: CALLS by WORKERS callers, then RACECALLS with the race detector (needs cgo)
	GOOS=wasip1 GOARCH=wasm $(GO) build -buildmode=c-shared -trimpath -buildvcs=false -ldflags="-s -w -buildid=" -o build/adversary.wasm ./conformance/adversary/guest/main
	$(GO) run ./conformance/soak --calls $(CALLS) --workers $(WORKERS) --guest build/adversary.wasm pig kuhn
	$(GO) run -race ./conformance/soak --calls $(RACECALLS) --workers $(WORKERS) --guest build/adversary.wasm pig kuhn

# go test sometimes ends a run that found nothing with "context deadline exceeded" (golang/go#75804, mended in Go 1.27): that is no fault.
fuzz: ## each fuzz target for 30 seconds; FUZZTIME=2m for longer
	@mkdir -p build; for p in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
			echo "$$p $$f"; \
			$(GO) test -run NONE -fuzz "^$$f$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1s $$p >build/fuzz.txt 2>&1 || \
				{ grep -q 'context deadline exceeded' build/fuzz.txt && ! grep -qE 'Failing input|panic|_test.go' build/fuzz.txt; } || \
				{ cat build/fuzz.txt; exit 1; }; \
			tail -1 build/fuzz.txt; \
		done; \
	done

lint: ## gofmt, go vet (also for modules), staticcheck
	@test -z "$$(gofmt -l .)" || { echo "not gofmt'ed:"; gofmt -l .; exit 1; }
	$(GO) vet ./...
	GOOS=wasip1 GOARCH=wasm $(GO) vet ./core/... ./abi ./sdk ./plugins/... ./conformance/games/...
	$(GO) run $(STATICCHECK) ./...

clean: ## removes what was built
	rm -rf build
