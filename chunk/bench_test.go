package chunk_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Compare Split with Count, which is counting the document once: the floor.
func BenchmarkSplit(b *testing.B) {
	doc := random(rand.New(rand.NewPCG(9, 9)), 3000)
	enc, err := tiktoken.CL100K()
	require.NoError(b, err)
	for name, counter := range map[string]chunk.Counter{"estimate": estimator{}, "cl100k_base": enc} {
		b.Run(name+"/Count", func(b *testing.B) {
			b.SetBytes(int64(len(doc.Markdown)))
			for b.Loop() {
				counter.Count(doc.Markdown)
			}
		})
		b.Run(name+"/Split", func(b *testing.B) {
			b.SetBytes(int64(len(doc.Markdown)))
			b.ReportAllocs()
			for b.Loop() {
				_, err := chunk.Split(b.Context(), doc, chunk.Options{MaxTokens: 512, Counter: counter})
				require.NoError(b, err)
			}
		})
	}
}

// Time must grow with the size alone: compare the MB/s of each shape.
func BenchmarkSplitHostile(b *testing.B) {
	for _, shape := range []struct {
		name string
		kind extract.Kind
		unit string
	}{
		{"letters", extract.Paragraph, "x"},
		{"words", extract.Paragraph, "a "},
		{"stops", extract.Paragraph, "A. "},
		{"backticks", extract.Paragraph, "`"},
		{"brackets", extract.Paragraph, "["},
		{"marks", extract.Paragraph, "\u0301"},
		{"items", extract.List, "- a\n"},
		{"quotes", extract.Quote, "> "},
		{"rows", extract.Table, "| a |\n|---|\n"},
		{"blank lines of code", extract.Code, "\n\n```"},
	} {
		for _, size := range []int{1 << 17, 1 << 20} {
			doc := joined([]extract.Kind{shape.kind}, []string{strings.Repeat(shape.unit, size/len(shape.unit))})
			b.Run(shape.name+map[int]string{1 << 17: "/128KiB", 1 << 20: "/1MiB"}[size], func(b *testing.B) {
				b.SetBytes(int64(len(doc.Markdown)))
				for b.Loop() {
					_, err := chunk.Split(b.Context(), doc, chunk.Options{MaxTokens: 512, OverlapTokens: 50})
					require.NoError(b, err)
				}
			})
		}
	}
}
