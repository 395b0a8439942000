package mcpserver

import (
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
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
	// note is a line of ours on text, "" for none.
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
func (s *Server) encode(c *call, a *answer) (*mcp.CallToolResult, error) {
	a.env.Success = true
	a.env.outcome(c, a.receipt)
	block, err := a.textBlock()
	if err != nil {
		return s.encodeFailure(c, err)
	}
	raw, err := marshal(a.env)
	if err != nil {
		return s.encodeFailure(c, err)
	}
	res := &mcp.CallToolResult{
		StructuredContent: raw,
		Content:           []mcp.Content{&mcp.TextContent{Text: block}},
	}
	if c.links && a.source != nil && s.packets.Has(c.principal, a.source.SourceID) {
		res.Content = append(res.Content, contentLink(a.source, s.opts.storeTTL()))
		if len(a.source.Screenshot) > 0 {
			res.Content = append(res.Content, screenshotLink(a.source))
		}
	}
	return res, nil
}

// textBlock cuts the text to the limit, puts the part into the envelope, and
// returns the text block: our own words, then, between fences, all that others
// wrote. The limit is that of the text alone.
func (a *answer) textBlock() (string, error) {
	part, page := a.text, textWindow{}
	if a.put != nil {
		var err error
		if page, err = a.shownPart(); err != nil {
			return "", err
		}
		part = page.Text
		a.put(&a.env, part, a.start == 0)
		a.env.Truncated, a.env.TotalLength = page.Truncated, page.TotalLength
		a.env.StartIndex, a.env.NextStartIndex = a.start, page.NextStartIndex
	}
	inside := part
	if a.source != nil && a.put != nil && a.start == 0 {
		inside = pageFacts(a.source, a.view, part, a.head || a.note != "") + part
	}
	inside += ingestText(a.searched)
	if inside == "" && a.env.Answer != nil {
		return strings.TrimSuffix(a.headerText(), "\n"), nil // nothing was found
	}
	block := a.headerText() + newDelimiter(inside).around(inside)
	if page.Truncated {
		block += truncation(a.limit, page.NextStartIndex)
	}
	return block, nil
}

// headerText is what a text block says above the fence.
func (a *answer) headerText() string {
	text := ""
	if a.source != nil {
		text = answerHeader(a.source, a.head)
	}
	return text + warningLines(a.warnings, "") + noteLine(a.note) + ingestNote(a.searched)
}

// shownPart returns the part of the text. A list of links is cut between its lines.
func (a *answer) shownPart() (textWindow, error) {
	if a.view == webfetch.ViewLinks {
		return windowLines(a.text, a.start, a.limit)
	}
	return window(a.text, a.start, a.limit)
}
