package webfetch

import (
	"fmt"
	"slices"
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
		return extract.Warning{Type: extract.WarnTruncated, Message: "The content was shortened to the token budget."}
	}
	all = slices.Clone(all)
	for i := range all {
		all[i].Reason = "" // the list does not show it
	}
	const levels = 6
	detail := ""
	for depth := levels; depth > 0 && (detail == "" || len(detail) > maxOmitted); depth-- {
		merged := compact.MergeOmissions(all, depth)
		if detail != "" && len(merged) == 1 {
			break
		}
		detail = omittedSections(merged)
	}
	return extract.Warning{Type: extract.WarnTruncated, Message: "The content was shortened to the token budget, without some parts.", Detail: detail}
}

func omittedSections(list []compact.Omission) string {
	parts := make([]string, 0, len(list))
	for _, o := range list {
		section := o.Section
		if section == "" {
			section = "the beginning"
		}
		parts = append(parts, fmt.Sprintf("%s (%d tokens)", section, o.Tokens))
	}
	return strings.Join(parts, "; ")
}
