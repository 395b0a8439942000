package trace_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/trace"
)

func TestRecordBoundsText(t *testing.T) {
	long := strings.Repeat("é", trace.MaxText)
	for _, c := range []struct{ name, text, want string }{
		{"none", "", ""},
		{"blank", " \n\t ", ""},
		{"folded", " two\n  words ", "two words"},
		{"at the limit", strings.Repeat("a", trace.MaxText), strings.Repeat("a", trace.MaxText)},
		{"one over", strings.Repeat("a", trace.MaxText+1), strings.Repeat("a", trace.MaxText)},
		{"cut between characters", "a" + long, "a" + strings.Repeat("é", trace.MaxText/2-1)},
		{"no room for a second word", strings.Repeat("a", trace.MaxText-1) + " b", strings.Repeat("a", trace.MaxText-1)},
		{"not UTF-8", "a\xff\xfe b", "a b"},
		{"nothing but the rest of a character", strings.Repeat("\x80", 2*trace.MaxText), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var d extract.Document
			trace.Record(&d, extract.Decision{Text: c.text})
			assert.Equal(t, []extract.Decision{{Text: c.want}}, d.Trace)
		})
	}
}

func TestRecordBoundsTrace(t *testing.T) {
	d := extract.Document{Trace: make([]extract.Decision, trace.MaxEntries-1)}
	trace.Record(&d, extract.Decision{Rule: "the last"})
	trace.Record(&d, extract.Decision{Rule: "one over"})
	assert.Len(t, d.Trace, trace.MaxEntries)
	assert.Equal(t, "the last", d.Trace[trace.MaxEntries-1].Rule)
}
