package tools

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/modeltext"
)

// answer is what a handler found, before it is cut to length and encoded.
type answer struct {
	env     envelope
	receipt *webfetch.FetchStats
	// source is the page that text is of. Nil means that the caller gave text.
	source *webfetch.Packet
	// warnings are of options of the call that did nothing, or less than they say.
	warnings []extract.Warning
	// head reports that only headers were asked for.
	head bool
	// note is a line of ours on text, which then does not show all that the page is; "" for none.
	note string
	// searched is what became of options.ai_search, nil if nobody asked.
	searched *searchResult
	// text is the whole text to show, of the page in the chosen view.
	text string
	view webfetch.View
	// put places a part of text into env. First reports that it is the first
	// one of a reading.
	put func(env *envelope, part string, first bool)
	// start and limit choose the part of text, in code points. A limit of 0 is
	// none.
	start, limit int
}

// encode makes the result of an answer: the envelope as structured content,
// the text block, and a link to the stored packet.
func (s *Set) encode(c *call, a *answer) (*Result, error) {
	a.env.Success = true
	a.env.outcome(c, a.receipt)
	text, err := a.textBlock()
	if err != nil {
		return nil, err
	}
	raw, err := marshal(a.env)
	if err != nil {
		return nil, err
	}
	res := &Result{Text: text, Structured: raw}
	if a.source != nil && s.packets.Has(c.Principal, a.source.SourceID) {
		res.Links = append(res.Links, contentLink(a.source, s.opts.storeTTL()))
		if len(a.source.Screenshot) > 0 {
			res.Links = append(res.Links, screenshotLink(a.source))
		}
	}
	return res, nil
}

// textBlock cuts the text to the limit, puts the part into the envelope, and
// returns the text block. The limit is that of the text alone.
func (a *answer) textBlock() (string, error) {
	if a.env.Answer != nil {
		return modeltext.Text{Note: modeltext.Warnings(a.warnings) + a.note, Data: a.text}.String(), nil
	}
	page := modeltext.Page{
		Packet: a.source, View: a.view, Text: a.text, Bare: a.put == nil || a.start > 0, HeadersOnly: a.head, Facts: a.note != "",
		Warnings: a.warnings, Note: strings.TrimPrefix(a.note+"\n", "\n") + ingestNote(a.searched), Data: ingestText(a.searched),
	}
	if a.put == nil {
		return page.String(), nil
	}
	part, err := a.shownPart()
	if err != nil {
		return "", err
	}
	a.put(&a.env, part.Text, a.start == 0)
	a.env.Truncated, a.env.TotalLength = part.Truncated, part.TotalLength
	a.env.StartIndex, a.env.NextStartIndex = a.start, part.NextStartIndex
	page.Text = part.Text
	block := page.String()
	if part.Truncated {
		block += "<error>Content truncated. The output has been limited to " + itoa(a.limit) +
			" characters. Call fetch with start_index=" + itoa(part.NextStartIndex) + ".</error>"
	}
	return block, nil
}

// shownPart returns the part of the text. A list of links is cut between its lines.
func (a *answer) shownPart() (textWindow, error) {
	if a.view == webfetch.ViewLinks {
		return windowLines(a.text, a.start, a.limit)
	}
	return window(a.text, a.start, a.limit)
}
