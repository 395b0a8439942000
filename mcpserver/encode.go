package mcpserver

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// answer is what a handler found, before it is cut to length and encoded.
type answer struct {
	env     envelope
	receipt *webfetch.Receipt
	// source is the page that text is of. Nil means that the caller gave text.
	source *webfetch.Packet
	// text is the whole text to show, of the page in the chosen view.
	text string
	view webfetch.View
	// put places a part of text into env.
	put func(env *envelope, part string, first bool, budget int)
	// start and limit choose the part of text, in runes. A limit of 0 is none.
	start, limit int
}

// encode makes the result of an answer: the envelope as structured content,
// the text block, and a link to the stored packet.
func (s *Server) encode(c *call, a *answer) (*mcp.CallToolResult, error) {
	a.env.Success = true
	a.env.outcome(c, a.receipt)
	block, err := a.window()
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
	if c.links && a.source != nil && s.packets.get(c.principal, a.source.SourceID) != nil {
		res.Content = append(res.Content, contentLink(a.source))
	}
	return res, nil
}

// window cuts the text to the limit and returns the text block.
func (a *answer) window() (string, error) {
	f := newFence(a.text)
	head := ""
	if a.source != nil {
		head = header(a.source)
	}
	if a.put == nil {
		return head + f.around(a.text), nil
	}
	room, lists := a.room(head, f)
	page, err := a.cut(room)
	if err != nil {
		return "", err
	}
	a.put(&a.env, page.Text, a.start == 0, lists)
	a.env.Truncated, a.env.TotalLength = page.Truncated, page.TotalLength
	a.env.StartIndex = a.start
	block := head + f.around(page.Text)
	if page.Truncated {
		a.env.NextStartIndex = page.NextStartIndex
		block += truncation(a.limit, page.NextStartIndex)
	}
	return block, nil
}

// room returns how many runes of the text may be shown so that neither form of
// the reply is longer than the limit, and what its lists may take. Content gets
// at least an eighth of the limit, so that reading goes on however small it is.
func (a *answer) room(head string, f fence) (content, lists int) {
	if a.limit == 0 {
		return 0, -1
	}
	bare := a.limit - a.frame(0)
	lists = max(min(a.limit/4, bare/2), 0)
	plain := a.limit - runes(head) - f.runes() - runes(truncation(a.limit, longestIndex))
	rest := a.text[offset(a.text, a.start):]
	content = fit(rest, plain, a.limit-a.frame(lists))
	return max(content, a.limit/8, 1), lists
}

// frame is the length of the envelope around an empty content.
func (a *answer) frame(lists int) int {
	env := a.env
	env.Truncated, env.TotalLength, env.StartIndex, env.NextStartIndex = true, longestIndex, longestIndex, longestIndex
	a.put(&env, "", a.start == 0, lists)
	return jsonLen(env)
}

// longestIndex has as many digits as any index of a text can have.
const longestIndex = 9999999999

func (a *answer) cut(room int) (webfetch.Page, error) {
	if a.view == webfetch.ViewLinks {
		return webfetch.WindowLines(a.text, a.start, room)
	}
	return webfetch.Window(a.text, a.start, room)
}

func (s *Server) encodeFailure(c *call, err error) (*mcp.CallToolResult, error) {
	told, e := fail(err)
	env := envelope{Error: told}
	env.outcome(c, &webfetch.Receipt{Retries: e.Retries})
	raw, err := marshal(env)
	if err != nil {
		return nil, err
	}
	block := string(told.Code) + ": " + told.Message
	if told.Details.Excerpt != "" {
		block += "\n" + newFence(told.Details.Excerpt).around(told.Details.Excerpt)
	}
	return &mcp.CallToolResult{
		IsError:           true,
		StructuredContent: raw,
		Content:           []mcp.Content{&mcp.TextContent{Text: block}},
	}, nil
}
