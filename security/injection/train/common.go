package main

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/weights"
)

// common returns the features that texts of two authors or more have: what one author
// alone writes does not generalise. Templates name their author. Other examples count
// by set and kind, so each document is an author, and so is each attack category of a
// corpus. Passages and texts in other forms are left out.
func common(list []*example) []bool {
	authors := make(map[string]int32)
	first := make([]int32, weights.Features)
	several := make([]bool, weights.Features)
	for _, ex := range list {
		name := ex.author
		switch {
		case name != "":
		case ex.set == otherForms || strings.HasPrefix(ex.set, "passages"):
			continue
		default:
			name = ex.set + " " + ex.kind
		}
		if authors[name] == 0 {
			authors[name] = int32(len(authors) + 1)
		}
		id := authors[name]
		for _, t := range ex.texts {
			for _, s := range t.samples {
				for _, f := range s.Features {
					if first[f] == 0 {
						first[f] = id
					}
					several[f] = several[f] || first[f] != id
				}
			}
		}
	}
	return several
}
