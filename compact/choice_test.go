package compact_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/compact"
)

// TestNoBareHeadings has no summary end in a heading or the header of a table,
// whatever room is left: nothing under it was kept.
func TestNoBareHeadings(t *testing.T) {
	for _, mode := range []compact.Mode{compact.Salience, compact.MapReduce, compact.QuestionFocused} { // the outline of Structural has them
		for budget := 1; budget < 120; budget++ {
			s := shrink(t, kettle, compact.Options{MaxTokens: budget, Mode: mode, Question: "How deep is it?"}).Compacted.Summary
			last := s[strings.LastIndexByte(s, '\n')+1:]
			assert.False(t, strings.HasPrefix(last, "#"), "%s, %d tokens: %q", mode, budget, s)
			assert.False(t, strings.HasSuffix(s, "| --- | --- |"), "%s, %d tokens: %q", mode, budget, s)
		}
	}
}

func TestHeadingsAlone(t *testing.T) {
	r := shrink(t, "# Sea\n\n## Shore\n\n## Sand\n\n## Surf\n", compact.Options{MaxTokens: 5})
	assert.NotEmpty(t, r.Compacted.Summary)
	assert.NotEmpty(t, r.Compacted.Omissions)
}

// TestRowsKeepTheirHeader has a table's row with the names of its columns.
func TestRowsKeepTheirHeader(t *testing.T) {
	md := "| Port | Depth |\n| --- | --- |\n| Delft | 3.5 m |\n| Gouda | 2 m |\n| Hoorn | 4 m |\n\nSome more words about the towns on the water.\n"
	r := shrink(t, md, compact.Options{MaxTokens: 20, Question: "How deep is Gouda?"})
	assert.Equal(t, "| Port | Depth |\n| --- | --- |\n| Gouda | 2 m |", r.Compacted.Summary)
	require.Len(t, r.Spans, 2)
}

// TestOrderOfTheDocument keeps the order in which the document says things, not
// that of their worth.
func TestOrderOfTheDocument(t *testing.T) {
	md := "Bo Reed was born in 1901. The weather was fine that year. The pier was built by Bo Reed in 1930. Birds sang on the roofs all day. Bo Reed died in 1970."
	r := shrink(t, md, compact.Options{MaxTokens: 21, Question: "When was the pier built?"})
	s := r.Compacted.Summary
	require.Contains(t, s, "The pier was built by Bo Reed in 1930.")
	at := -1
	for _, span := range r.Spans {
		assert.Greater(t, span.Start, at)
		at = span.Start
	}
	for _, q := range r.Compacted.KeyPoints {
		assert.NotContains(t, s, q.Text, "key points add to the summary")
	}
}

// TestCodeIsKeptWhole or not at all.
func TestCodeIsKeptWhole(t *testing.T) {
	md := "Install it first.\n\n```sh\nget tide\nmake tide\nrun tide\n```\n\nThen read the log of the tide, which tells what it did. " + strings.Repeat("It may take a while to start. ", 30)
	for budget := 1; budget < 60; budget++ {
		s := shrink(t, md, compact.Options{MaxTokens: budget, Question: "How do I run tide?"}).Compacted.Summary
		if strings.Contains(s, "get tide") && s != "get tide" {
			assert.Contains(t, s, "```sh\nget tide\nmake tide\nrun tide\n```", "%d tokens", budget)
		}
	}
}

// TestNeighboursKeepTheirGap has units that stand side by side in the document
// with what is between them there.
func TestNeighboursKeepTheirGap(t *testing.T) {
	md := "One tide turned.\nTwo tides turned.\n\n- Three\n- Four\n\n> Five\n> six\n"
	assert.Equal(t, strings.TrimSpace(md), shrink(t, md, compact.Options{MaxTokens: 100}).Compacted.Summary)
}

// TestGaps are blank lines between what was kept of different blocks, so that
// the summary is Markdown of its own.
func TestGaps(t *testing.T) {
	r := shrink(t, "- The keel is 3 m.\n- Dull words are here again.\n- The mast is 9 m.\n\nMore dull words are here.\n\n> The sail is 40 m².\n", compact.Options{
		MaxTokens: 21, Mode: compact.Salience, Preserve: []string{"numbers"}})
	assert.Equal(t, "- The keel is 3 m.\n- The mast is 9 m.\n\n> The sail is 40 m².", r.Compacted.Summary)
}

// TestPreserveIsFactsPerToken has a short unit with many facts go before a long
// one with few.
func TestPreserveIsFactsPerToken(t *testing.T) {
	md := "The old boat, which nobody had painted for many a long year, is 9 m long and lies in the mud.\n\nKeel 2 m, mast 12 m, sail 40 m², crew 3.\n"
	r := shrink(t, md, compact.Options{MaxTokens: 14, Preserve: []string{"numbers"}})
	assert.Equal(t, "Keel 2 m, mast 12 m, sail 40 m², crew 3.", r.Compacted.Summary)
}

// TestPreserveTakesFactsOfNoticesLast has the date of a notice go behind those of the
// content and before what has none, but in the mode Structural.
func TestPreserveTakesFactsOfNoticesLast(t *testing.T) {
	md := "# Pump\n\nThe pump has run since 3 May 1998 without a stop.\n\nIt stands in a hall of brick near the river and is green.\n\n" +
		"Nobody knows who painted it, or when that was done.\n\n© 2021 Pump Works. All rights reserved."
	dates := []string{"dates"}
	s := shrink(t, md, compact.Options{MaxTokens: 26, SummaryOnly: true, Preserve: dates}).Compacted.Summary
	assert.Contains(t, s, "3 May 1998")
	assert.Contains(t, s, "2021")
	s = shrink(t, md, compact.Options{MaxTokens: 14, SummaryOnly: true, Preserve: dates}).Compacted.Summary
	assert.Contains(t, s, "3 May 1998")
	assert.NotContains(t, s, "2021")
	s = shrink(t, md, compact.Options{MaxTokens: 26, SummaryOnly: true, Mode: compact.Structural, Preserve: dates}).Compacted.Summary
	assert.Contains(t, s, "3 May 1998")
	assert.NotContains(t, s, "2021")
}

// TestPreserveCountsAFactOnce has what says the same again left for what says
// more.
func TestPreserveCountsAFactOnce(t *testing.T) {
	md := "It opened on 3 May 2019.\n\nOn 3 May 2019 it opened.\n\nIt closed on 9 June 2021.\n"
	r := shrink(t, md, compact.Options{MaxTokens: 14, Preserve: []string{"dates"}})
	assert.Contains(t, r.Compacted.Summary, "3 May 2019")
	assert.Contains(t, r.Compacted.Summary, "9 June 2021")
}

// TestPreserveTellsYearsApart has two sentences with the same year: each tells another event, so both are kept.
func TestPreserveTellsYearsApart(t *testing.T) {
	md := "The mill opened in 1816, in May.\n\nThe old boat, which nobody had painted for many a long year, is 9 m long and lies in the mud.\n\nA bridge fell in 1816, after rain.\n"
	r := shrink(t, md, compact.Options{MaxTokens: 24, SummaryOnly: true, Preserve: []string{"numbers"}})
	assert.Contains(t, r.Compacted.Summary, "opened in 1816, in May")
	assert.Contains(t, r.Compacted.Summary, "fell in 1816, after rain")
}

// A question for a number is answered by what has one, not by what repeats its words.
func TestANumberIsAskedForOfTwo(t *testing.T) {
	var md strings.Builder
	for _, mill := range []string{"Aldmoor Mill", "Brackwater Mill", "Corrin Mill"} {
		md.WriteString("Sacks of the " + mill + " are sewn by hand, and the sacks of the " + mill + " are said to last.\n\n")
		md.WriteString("The " + mill + " filled " + map[string]string{"Aldmoor Mill": "512", "Brackwater Mill": "638", "Corrin Mill": "774"}[mill] + " of them over the year.\n\n")
		md.WriteString("Visitors of the " + mill + " may look at the sacks on Sunday.\n\n")
	}
	got := shrink(t, md.String(), compact.Options{MaxTokens: 32, SummaryOnly: true, Question: "How many sacks did the Aldmoor Mill and the Corrin Mill fill?"}).Compacted.Summary
	assert.Contains(t, got, "512")
	assert.Contains(t, got, "774")
}
