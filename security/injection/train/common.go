package main

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/weights"
)

// common returns the features that stand in texts of two authors or more: what one
// alone writes says nothing about others. A page, a manual and a document of the
// corpus have an author of their own.
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
