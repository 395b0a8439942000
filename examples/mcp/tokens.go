package main

import (
	"sync"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
)

// tokenizer counts with an encoding whose table is read when the first text is
// counted: most calls count nothing.
type tokenizer struct {
	load func() (*tiktoken.Encoding, error)
}

func newTokenizer() chunk.Counter {
	return &tokenizer{sync.OnceValues(func() (*tiktoken.Encoding, error) { return tiktoken.Get("o200k_base") })}
}

func (t *tokenizer) Count(text string) int {
	encoding, err := t.load()
	if err != nil {
		// The table is part of the program; a damaged one must not stop a call.
		return chunk.Estimate(text)
	}
	return encoding.Count(text)
}
