package page

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/parse"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/verdict"
)

// warnVisibilityUnknown says that hidden text may be among what is shown, once, and leaves the
// text to the scan as such.
func warnVisibilityUnknown(doc *extract.Document, message string) {
	for _, w := range doc.Warnings {
		if w.Type == "visibility_unknown" {
			return
		}
	}
	doc.Warnings = append(doc.Warnings, extract.Warning{Type: "visibility_unknown", Message: message})
	if doc.Markdown != "" {
		doc.Doubtful = append(doc.Doubtful, extract.Removed{Text: doc.Markdown, Where: "concealed", Reason: "it is not known whether a reader can see it"})
	}
}

func warnOfReading(doc *extract.Document, p *measure.Page, about *meta.Result, facts parse.Facts) {
	if facts.Truncated {
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: "truncated", Message: "the page has more elements than are read; its end is left out"})
	}
	if p.VisibilityUnknown {
		warnVisibilityUnknown(doc, "the style sheets of the page are too much to tell for sure what of it a reader can see")
	}
	if about.DateCaveat != "" {
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: "low_confidence_date", Message: "the date of publication was " + about.DateCaveat})
	}
}

func warn(doc *extract.Document, unsure bool) {
	add := func(kind, message, detail string) {
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: kind, Message: message, Detail: detail})
	}
	v := &doc.Verdict
	switch {
	case v.Next == extract.NextTarget:
		kind, message, targets := "extraction_fallback", "the page only leads to another address", verdict.Targets(v)
		if v.Kind == extract.VerdictJSShell {
			kind = "js_required"
		}
		if len(targets) > 1 {
			message = "the page consists of frames, which are other pages"
		}
		add(kind, message, strings.Join(targets, " "))
	case unsure && v.Kind == extract.VerdictContent:
		v.Next = "Compare with the whole page, or leave out by selectors what is not wanted."
		add("low_confidence_content", "hardly any text of the page looks like its main content", "")
	case v.Kind == extract.VerdictPaywall:
		add("paywalled", "only a part of the page is free to read", "")
	case v.Kind == extract.VerdictJSShell:
		add("js_required", "scripts would have to make the content", "")
	}
}
