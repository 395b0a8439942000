package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// filtered is what a verb writes for lines.
func filtered(t *testing.T, args []string, lines ...string) []string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, run(context.Background(), args, strings.NewReader(strings.Join(lines, "\n")), &out))
	return strings.Split(strings.TrimSpace(out.String()), "\n")
}

func TestTokens(t *testing.T) {
	assert.Equal(t, []string{
		`{"id":1,"count":2}`,
		`{"id":"b","count":2}`,
		`{"id":4,"error":"tiktoken: unknown encoding \"gpt2\""}`,
	}, filtered(t, []string{"tokens"},
		`{"id":1,"text":"hello world"}`,
		`{"id":"b","text":"hello world","encoding":"cl100k_base"}`,
		`{"id":4,"text":"","encoding":"gpt2"}`,
	))
}

func TestChunk(t *testing.T) {
	assert.Equal(t, []string{
		`{"id":1,"chunks":[{"text":"# A\n\nOne.","tokens":5,"heading_path":["A"],"start":0,"end":9},{"text":"# B\n\nTwo.","tokens":5,"heading_path":["B"],"start":11,"end":20}]}`,
		`{"id":2,"chunks":[]}`,
		`{"id":3,"error":"chunk: bad options: MaxTokens is -1, which is negative"}`,
	}, filtered(t, []string{"chunk"},
		`{"id":1,"markdown":"# A\n\nOne.\n\n# B\n\nTwo.\n","max_tokens":6,"strategy":"auto"}`,
		`{"id":2,"markdown":" "}`,
		`{"id":3,"markdown":"x","max_tokens":-1}`,
	))
}

func TestCompact(t *testing.T) {
	out := filtered(t, []string{"compact"},
		`{"id":1,"encoding":"cl100k_base","markdown":"# Pump\n\nThe housing is blue. The pump weighs 13 kg. It was sold.\n","mode":"question_focused","question":"How much does the pump weigh?","budget_tokens":12}`,
		`{"id":2,"markdown":"x","mode":"question_focused"}`,
	)
	assert.Contains(t, out[0], `"markdown":"# Pump\n\nThe pump weighs 13 kg."`)
	assert.Contains(t, out[0], `"tokens":10,"key_points":[],`, "nothing else weighs")
	assert.Equal(t, `{"id":2,"error":"compact: bad options: mode question_focused needs a question"}`, out[1])
}
