package compact_test

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// cpuTime returns the processor time that this process has used. Unlike the
// time of a clock it does not depend on what else the machine does.
func cpuTime(t *testing.T) time.Duration {
	var use syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &use))
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// A text without a space or the end of a sentence takes time in proportion to
// its length: four times the bytes take about four times as long, where
// quadratic time would take sixteen times as long.
func TestOneLongWordTakesLinearTime(t *testing.T) {
	tokens, err := tiktoken.CL100K()
	require.NoError(t, err)
	shrink := func(doc *extract.Document) error {
		_, err := compact.Shrink(t.Context(), doc, compact.Options{Question: "When is abc?", MaxTokens: 100})
		return err
	}
	split := func(count chunk.Counter) func(*extract.Document) error {
		return func(doc *extract.Document) error {
			_, err := chunk.Split(t.Context(), doc, chunk.Options{MaxTokens: 100, Counter: count})
			return err
		}
	}
	for name, run := range map[string]func(*extract.Document) error{"compact": shrink, "chunk": split(nil), "chunk with exact tokens": split(tokens)} {
		for _, unit := range []string{"a", "漢"} {
			took := func(size int) time.Duration {
				doc := markdown.Parse(strings.Repeat(unit, size/len(unit)))
				start := cpuTime(t)
				require.NoError(t, run(doc))
				return cpuTime(t) - start
			}
			took(1 << 16) // loads tables
			one, four := took(1<<19), took(1<<21)
			assert.Less(t, four, 10*one+50*time.Millisecond, fmt.Sprintf("%s of %q: 512 KB took %v", name, unit, one))
			t.Logf("%s of %q: %v, %v", name, unit, one, four)
		}
	}
}

// A question of eight times the words, of a document that has eight times the words too, takes about eight times as
// long, where quadratic time would take 64 times as long: only the first words are compared with all terms.
func TestLongQuestionTakesLinearTime(t *testing.T) {
	took := func(words int) time.Duration {
		var text, question strings.Builder
		for i := range words {
			fmt.Fprintf(&text, "wor%dkind ", i)
			fmt.Fprintf(&question, "wor%dmade ", i)
		}
		doc := markdown.Parse(text.String())
		start := cpuTime(t)
		_, err := compact.Shrink(t.Context(), doc, compact.Options{Mode: compact.QuestionFocused, Question: question.String(), MaxTokens: 500})
		require.NoError(t, err)
		return cpuTime(t) - start
	}
	took(100) // loads tables
	one, eight := took(1000), took(8000)
	assert.Less(t, eight, 20*one+100*time.Millisecond, "1,000 words took %v", one)
}

// One name of many words, with the beginning of a phrase in front of each, takes time in proportion to its length.
func TestOneLongNameTakesLinearTime(t *testing.T) {
	took := func(words int) time.Duration {
		doc := markdown.Parse("The boat of " + strings.Repeat("Duke of ", words) + "Foo came in 1904. Ada Finch rowed it. " + strings.Repeat("Nobody saw Bo Reed on that day. ", 20))
		start := cpuTime(t)
		_, err := compact.Shrink(t.Context(), doc, compact.Options{MaxTokens: 60, Preserve: []string{"names"}})
		require.NoError(t, err)
		return cpuTime(t) - start
	}
	took(100) // loads tables
	one, eight := took(5000), took(40_000)
	assert.Less(t, eight, 20*one+100*time.Millisecond, "5,000 words took %v", one)
}
