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
	// put places a part of text into env, with as much beside it as around says.
	put func(env *envelope, part string, around frame)
	// start and limit choose the part of text, in runes. A limit of 0 is none.
	start, limit int
}

// frame is what stands around a part of a text.
type frame struct {
	// first reports that the part is the first one of a reading.
	first bool
	// lists is what the lists may take, in runes of JSON. Negative means no bound.
	lists int
	// brief leaves out all that does not name the page or warn of it.
	brief bool
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
	if a.put == nil {
		return a.head(false) + f.around(a.text), nil
	}
	room, around := a.room(f)
	page, err := a.cut(room)
	if err != nil {
		return "", err
	}
	a.put(&a.env, page.Text, around)
	a.env.Truncated, a.env.TotalLength = page.Truncated, page.TotalLength
	a.env.StartIndex = a.start
	block := a.head(around.brief) + f.around(page.Text)
	if page.Truncated {
		a.env.NextStartIndex = page.NextStartIndex
		block += truncation(a.limit, page.NextStartIndex)
	}
	return block, nil
}

// head is what a text block says of the page above the fence.
func (a *answer) head(brief bool) string {
	if a.source == nil {
		return ""
	}
	return header(a.source, brief)
}

// room returns how many runes of the text may be shown so that neither form of
// the reply is longer than the limit, and what may stand around them. Where all
// that there is to say would take more than three quarters of the limit, it is
// said briefly. Below smallestReply not even that may fit; an eighth of the
// limit is content all the same, so that reading goes on.
func (a *answer) room(f fence) (content int, around frame) {
	around = frame{first: a.start == 0, lists: -1}
	if a.limit == 0 {
		return 0, around
	}
	around.lists = 0
	plain, quoted := a.left(f, around)
	if min(plain, quoted) < a.limit/4 {
		around.brief = true
		plain, quoted = a.left(f, around)
	}
	around.lists = max(min(a.limit/4, quoted/2), 0)
	rest := a.text[offset(a.text, a.start):]
	content = fit(rest, plain, a.limit-a.bareLen(around))
	if a.limit < smallestReply {
		content = max(content, a.limit/8)
	}
	return max(content, 1), around
}

// smallestReply is the limit from which on a brief frame always fits.
const smallestReply = 600

// left returns what a frame leaves of the limit in the text block and in the
// structured content.
func (a *answer) left(f fence, around frame) (plain, quoted int) {
	plain = a.limit - runes(a.head(around.brief)) - f.runes() - runes(truncation(a.limit, longestIndex))
	return plain, a.limit - a.bareLen(around)
}

// bareLen is the length of the envelope around an empty content.
func (a *answer) bareLen(around frame) int {
	env := a.env
	env.Truncated, env.TotalLength, env.StartIndex, env.NextStartIndex = true, longestIndex, longestIndex, longestIndex
	a.put(&env, "", around)
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
