package extract_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

func TestRecordBoundsText(t *testing.T) {
	long := strings.Repeat("é", extract.MaxDecisionText)
	for _, c := range []struct{ name, text, want string }{
		{"none", "", ""},
		{"blank", " \n\t ", ""},
		{"folded", " two\n  words ", "two words"},
		{"at the limit", strings.Repeat("a", extract.MaxDecisionText), strings.Repeat("a", extract.MaxDecisionText)},
		{"one over", strings.Repeat("a", extract.MaxDecisionText+1), strings.Repeat("a", extract.MaxDecisionText)},
		{"cut between characters", "a" + long, "a" + strings.Repeat("é", extract.MaxDecisionText/2-1)},
		{"no room for a second word", strings.Repeat("a", extract.MaxDecisionText-1) + " b", strings.Repeat("a", extract.MaxDecisionText-1)},
		{"not UTF-8", "a\xff\xfe b", "a b"},
		{"nothing but the rest of a character", strings.Repeat("\x80", 2*extract.MaxDecisionText), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var d extract.Document
			d.Record(extract.Decision{Text: c.text})
			assert.Equal(t, []extract.Decision{{Text: c.want}}, d.Trace)
		})
	}
}

func TestRecordBoundsTrace(t *testing.T) {
	d := extract.Document{Trace: make([]extract.Decision, extract.MaxDecisions-1)}
	d.Record(extract.Decision{Rule: "the last"})
	d.Record(extract.Decision{Rule: "one over"})
	assert.Len(t, d.Trace, extract.MaxDecisions)
	assert.Equal(t, "the last", d.Trace[extract.MaxDecisions-1].Rule)
}
