package webfetch

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// maxOmitted is how many bytes the list of omitted sections should have at most. It is
// longer only if the highest level with several sections takes more.
const maxOmitted = 300

// omitted returns the warning that lists what was left out: sections and their tokens. If
// the list is longer than maxOmitted, sections of deeper levels are added up.
func omitted(r *compact.Result) extract.Warning {
	all := r.Compacted.Omissions
	if len(all) == 0 {
		return extract.Warning{Type: "truncated", Message: "The content was shortened to the token budget."}
	}
	const levels = 6
	detail := ""
	for depth := levels; depth > 0 && (detail == "" || len(detail) > maxOmitted); depth-- {
		list, sections := omittedSections(all, depth)
		if detail != "" && sections == 1 {
			break
		}
		detail = list
	}
	return extract.Warning{Type: "truncated", Message: "The content was shortened to the token budget, without some parts.", Detail: detail}
}

// omittedSections lists the sections down to a level of headings, in order, and counts them.
func omittedSections(all []compact.Omission, depth int) (list string, sections int) {
	var order []string
	tokens := map[string]int{}
	for _, o := range all {
		section := cmp.Or(o.Section, "the beginning")
		if path := strings.SplitN(section, " > ", depth+1); len(path) > depth {
			section = strings.Join(path[:depth], " > ")
		}
		if _, known := tokens[section]; !known {
			order = append(order, section)
		}
		tokens[section] += o.Tokens
	}
	for i, section := range order {
		order[i] = fmt.Sprintf("%s (%d tokens)", section, tokens[section])
	}
	return strings.Join(order, "; "), len(order)
}
