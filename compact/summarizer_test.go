package compact_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// answers runs MapReduce on a document of some parts with a model that answers
// as told.
func answers(t *testing.T, budget int, answer func(p prompt) (string, error)) (*compact.Result, *writer) {
	t.Helper()
	w := &writer{answer: func(_ context.Context, p prompt) (string, error) { return answer(p) }}
	opts := compact.Options{MaxTokens: budget, Mode: compact.MapReduce, SummaryOnly: true, Counter: words{}, Summarizer: w}
	doc := long(6)
	r, err := compact.Shrink(context.Background(), doc, opts)
	require.NoError(t, err)
	require.LessOrEqual(t, r.EstTokens, budget)
	require.True(t, utf8.ValidString(r.Compacted.Summary))
	require.Equal(t, words{}.Count(r.Compacted.Summary), r.EstTokens)
	for _, q := range r.Compacted.KeyPoints {
		checkQuote(t, doc, q)
	}
	return r, w
}

// TestAnswersOfModels has what models write when they go wrong.
func TestAnswersOfModels(t *testing.T) {
	border := func(p prompt) string { return p.Text[:strings.IndexByte(p.Text, '\n')] }
	for _, c := range []struct {
		name   string
		answer func(p prompt) (string, error)
		want   func(t *testing.T, r *compact.Result)
	}{
		{"the marks around the material", func(p prompt) (string, error) {
			return border(p) + "\nRivers run.\n</" + border(p)[1:], nil
		}, func(t *testing.T, r *compact.Result) {
			assert.NotContains(t, r.Compacted.Summary, "material-")
			assert.True(t, strings.HasPrefix(r.Compacted.Summary, "Rivers run."))
		}},
		{"bytes that are no text", func(prompt) (string, error) { return "Rivers \xff run.", nil }, func(t *testing.T, r *compact.Result) {
			assert.Contains(t, r.Compacted.Summary, "Rivers \ufffd run.")
		}},
		{"white space around", func(prompt) (string, error) { return "\n\n  Rivers run. \n", nil }, func(t *testing.T, r *compact.Result) {
			assert.True(t, strings.HasPrefix(r.Compacted.Summary, "Rivers run.\n\nRivers"))
		}},
		{"one endless word", func(prompt) (string, error) { return strings.Repeat("river", 5000), nil }, func(t *testing.T, r *compact.Result) {
			assert.True(t, r.Compacted.Generated)
		}},
		{"the material itself", func(p prompt) (string, error) { return p.Text, nil }, func(t *testing.T, r *compact.Result) {
			assert.NotContains(t, r.Compacted.Summary, "material-")
		}},
		{"markup", func(prompt) (string, error) { return "# Rivers\n\n- run\n- on\n", nil }, func(t *testing.T, r *compact.Result) {
			assert.Contains(t, r.Compacted.Summary, "# Rivers\n\n- run\n- on")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, _ := answers(t, 120, c.answer)
			assert.True(t, r.Compacted.Generated)
			assert.Nil(t, r.Spans)
			assert.NotEmpty(t, r.Compacted.KeyPoints, "key points are the document's")
			c.want(t, r)
		})
	}
}

// TestOneFailureOfMany has the summary taken from the document, and the reason
// told.
func TestOneFailureOfMany(t *testing.T) {
	calls := make(chan struct{}, 100)
	r, w := answers(t, 80, func(prompt) (string, error) {
		calls <- struct{}{}
		if len(calls) == 3 {
			return "", errors.New("the model is tired")
		}
		return "Rivers run.", nil
	})
	assert.False(t, r.Compacted.Generated)
	require.Len(t, r.Compacted.Warnings, 1)
	assert.Equal(t, "extraction_fallback", r.Compacted.Warnings[0].Type)
	assert.Contains(t, r.Compacted.Warnings[0].Detail, "the model is tired")
	assert.NotEmpty(t, r.Spans)
	assert.Zero(t, w.at, "calls are left behind")
}

// TestRoundsEnd has a model that never gets shorter asked a bounded number of
// times.
func TestRoundsEnd(t *testing.T) {
	r, w := answers(t, 40, func(prompt) (string, error) { return strings.Repeat("More rivers run here. ", 400), nil })
	assert.True(t, r.Compacted.Generated)
	assert.LessOrEqual(t, len(w.prompts), 4*10)
	assert.Contains(t, r.Compacted.Summary, "More rivers run here.")
}

// TestPartsTellWhereTheyAre has each part with the headings over it, and no
// more of the document than there is.
func TestPartsTellWhereTheyAre(t *testing.T) {
	w := &writer{answer: func(context.Context, prompt) (string, error) { return "ok", nil }}
	md := "# Atlas\n\n## Alps\n\n" + strings.Repeat("High rocks stand there. ", 2000) + "\n\n## Fens\n\n" + strings.Repeat("Low water lies there. ", 2000)
	_, err := compact.Shrink(context.Background(), markdown.Parse(md), compact.Options{MaxTokens: 100, Mode: compact.MapReduce, SummaryOnly: true, Counter: words{}, Summarizer: w})
	require.NoError(t, err)
	rocks, water := 0, 0
	for _, p := range w.prompts {
		if strings.Contains(p.Text, "High rocks") {
			assert.Contains(t, p.Text, "Atlas > Alps")
		} else if strings.Contains(p.Text, "Low water") {
			assert.Contains(t, p.Text, "Atlas > Fens")
		}
		rocks += strings.Count(p.Text, "High rocks")
		water += strings.Count(p.Text, "Low water")
	}
	assert.Equal(t, 2000, rocks)
	assert.Equal(t, 2000, water)
}

// TestProgress is told from one goroutine, upwards, up to the total.
func TestProgress(t *testing.T) {
	w := &writer{answer: func(context.Context, prompt) (string, error) { return strings.Repeat("river ", 30), nil }}
	last := 0
	_, err := compact.Shrink(context.Background(), long(20), compact.Options{MaxTokens: 60, Mode: compact.MapReduce, SummaryOnly: true, Counter: words{}, Summarizer: w,
		Progress: func(done, total int) {
			assert.Equal(t, last+1, done)
			assert.LessOrEqual(t, done, total)
			last = done
		}})
	require.NoError(t, err)
	assert.Equal(t, len(w.prompts), last)
}

// TestCancelledBeforeTheModel asks nothing.
func TestCancelledBeforeTheModel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	w := &writer{answer: func(context.Context, prompt) (string, error) { return "ok", nil }}
	_, err := compact.Shrink(ctx, long(4), compact.Options{MaxTokens: 60, Mode: compact.MapReduce, Summarizer: w})
	require.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, w.prompts)
}

// panicOf returns what f panics with.
func panicOf(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

// TestPanicOfAModel goes on in the caller, in whichever part it happens, and
// leaves no calls behind.
func TestPanicOfAModel(t *testing.T) {
	for name, at := range map[string]int32{"first": 1, "among others": 3, "in the second round": 12} {
		t.Run(name, func(t *testing.T) {
			var calls atomic.Int32
			w := &writer{answer: func(context.Context, prompt) (string, error) {
				if calls.Add(1) == at {
					panic("the model is broken")
				}
				return strings.Repeat("Rivers run. ", 2000), nil
			}}
			opts := compact.Options{MaxTokens: 80, Mode: compact.MapReduce, SummaryOnly: true, Counter: words{}, Summarizer: w}
			value := panicOf(func() { _, _ = compact.Shrink(t.Context(), long(10), opts) })
			assert.Contains(t, value, "the model is broken\n")
			assert.Contains(t, value, "summarizer_test.go", "the stack leads to where it happened")
			assert.Zero(t, w.at, "calls are left behind")
		})
	}
}

// TestAModelThatLeavesItsGoroutine fails that part, not the program.
func TestAModelThatLeavesItsGoroutine(t *testing.T) {
	r, w := answers(t, 80, func(prompt) (string, error) { runtime.Goexit(); return "", nil })
	assert.False(t, r.Compacted.Generated)
	require.Len(t, r.Compacted.Warnings, 1)
	assert.Contains(t, r.Compacted.Warnings[0].Detail, "ended without an answer")
	assert.Zero(t, w.at)
}

// TestPanicBesideAnError is the error that is told.
func TestPanicBesideAnError(t *testing.T) {
	var calls atomic.Int32
	var once sync.Once
	begun := make(chan struct{})
	w := &writer{answer: func(ctx context.Context, _ prompt) (string, error) {
		if calls.Add(1) == 1 {
			<-begun
			return "", errors.New("the model is tired")
		}
		once.Do(func() { close(begun) })
		<-ctx.Done() // the error was received
		panic("the model is broken")
	}}
	opts := compact.Options{MaxTokens: 80, Mode: compact.MapReduce, SummaryOnly: true, Counter: words{}, Summarizer: w}
	assert.Contains(t, panicOf(func() { _, _ = compact.Shrink(t.Context(), long(4), opts) }), "the model is broken")
}
