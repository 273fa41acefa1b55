# `make` is `make check`: what the README names and CI runs.
# It needs Go, a C compiler (SQLite is C) and make; the tools are pinned in
# tools/go.mod and built on first use.

GO       ?= go
TOOL     := $(GO) tool -modfile=tools/go.mod
FUZZTIME ?= 30s
BENCH    ?= .

export CGO_ENABLED := 1

.DEFAULT_GOAL := check
.NOTPARALLEL:
.PHONY: check fmt format vet staticcheck deadcode tidy race test bench crash fuzz mutate lint run build clean help

check: fmt vet staticcheck deadcode tidy race ## all that must hold before a commit
	@echo "check       all fine"

fmt:
	@echo "gofumpt     every file formatted"
	@files="$$($(TOOL) gofumpt -l .)" || exit 1; \
	if [ -n "$$files" ]; then echo "not formatted, run 'make format':"; echo "$$files"; exit 1; fi

vet:
	@echo "vet         suspicious code"
	@$(GO) vet ./...

staticcheck:
	@echo "staticcheck faults and outdated calls"
	@$(TOOL) staticcheck ./...

deadcode:
	@echo "deadcode    nothing unreachable"
	@dead="$$($(TOOL) deadcode -test ./...)" || exit 1; \
	if [ -n "$$dead" ]; then echo "$$dead"; exit 1; fi

tidy:
	@echo "tidy        go.mod says what is used"
	@$(GO) mod tidy -diff

race:
	@echo "test        all tests, race detector on, order shuffled"
	@$(GO) test -race -shuffle=on ./...

test: ## the tests alone, quick
	@$(GO) test ./...

format: ## format every file
	@$(TOOL) gofumpt -w .

bench: ## benchmarks; BENCH=Choices picks some
	@$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem $(addprefix ./,$(wildcard scoring handlers db pdf))

crash: ## kill the program CRASH_ROUNDS (100) times while eight clients play
	@CRASH_ROUNDS="$${CRASH_ROUNDS:-100}" $(GO) test -count=1 -v -timeout 60m -run TestKilledWhileEightPlay ./cmd/segnapunti

fuzz: ## every fuzz target for FUZZTIME (30s)
	@for pkg in $$($(GO) list ./...); do \
	  targets="$$($(GO) test -list '^Fuzz' $$pkg)" || { echo "$$targets"; exit 1; }; \
	  for target in $$(echo "$$targets" | grep '^Fuzz'); do \
	    echo "fuzz        $$pkg $$target $(FUZZTIME)"; \
	    $(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
	  done; \
	done

mutate: ## mutation testing of the rules
	@$(TOOL) gremlins unleash ./scoring

lint: ## golangci-lint v2, when it is installed
	@command -v golangci-lint >/dev/null || { \
	  echo "golangci-lint v2 is not installed: https://golangci-lint.run/docs/welcome/install/"; exit 1; }
	@golangci-lint run ./...

run: ## start the service
	@$(GO) run ./cmd/segnapunti

build: ## the program, in bin/
	@$(GO) build -trimpath -o bin/ ./cmd/segnapunti

clean: ## remove what build made
	@rm -rf bin

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
