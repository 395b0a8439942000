package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
)

// estimate is the name of the encoding that needs no tables.
const estimate = "estimate"

// counter returns the counter of an encoding: "cl100k_base", "o200k_base", or
// "estimate" for an upper guess without tables. Empty means fallback.
func counter(encoding, fallback string) (chunk.Counter, error) {
	if encoding == "" {
		encoding = fallback
	}
	if encoding == estimate {
		return nil, nil
	}
	return tiktoken.Get(encoding)
}

// encodingFlag parses the arguments of a verb that has the flag -encoding only.
func encodingFlag(verb string, args []string) (string, error) {
	f := flag.NewFlagSet(verb, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	encoding := f.String("encoding", tiktoken.O200KBase, "encoding where a line names none: cl100k_base, o200k_base or estimate")
	if err := f.Parse(args); err != nil {
		return "", fmt.Errorf("%s: %w", verb, err)
	}
	_, err := counter(*encoding, "")
	return *encoding, err
}

// newTokens counts tokens: {id, text, encoding} -> {id, count}.
func newTokens(args []string) (verb, error) {
	fallback, err := encodingFlag("tokens", args)
	if err != nil {
		return nil, err
	}
	return func(_ context.Context, line []byte) any {
		var in struct {
			ID       json.RawMessage `json:"id"`
			Text     string          `json:"text"`
			Encoding string          `json:"encoding"`
		}
		if err := json.Unmarshal(line, &in); err != nil {
			return failure{ID: in.ID, Error: err.Error()}
		}
		c, err := counter(in.Encoding, fallback)
		if err != nil {
			return failure{ID: in.ID, Error: err.Error()}
		}
		n := 0
		if c == nil {
			n = chunk.Estimate(in.Text)
		} else {
			n = c.Count(in.Text)
		}
		return struct {
			ID    json.RawMessage `json:"id,omitempty"`
			Count int             `json:"count"`
		}{in.ID, n}
	}, nil
}
