package tools

import (
	"context"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/textstat"
)

type chunkArgs struct {
	SourceID   string          `json:"source_id" desc:"packet.source_id of a fetch"`
	Packet     json.RawMessage `json:"packet" desc:"or a packet" usual:"content=Markdown" text:"content"`
	Content    string          `json:"content" desc:"or Markdown"`
	MaxLength  *int64          `json:"max_length" desc:"characters; 0: all" min:"0" max:"999999"`
	StartIndex int64           `json:"start_index" desc:"next_start_index of a result" min:"0"`
	Options    struct {
		MaxTokens     int64    `json:"max_tokens" desc:"per chunk" min:"1" max:"2147483647"`
		MarginRatio   *float64 `json:"margin_ratio" desc:"part left free" min:"0" max:"0.5"`
		OverlapTokens int64    `json:"overlap_tokens" desc:"shared by neighbours" min:"0" max:"2147483647"`
		Strategy      string   `json:"strategy" desc:"balanced: even sizes" of:"headings_first balanced"`
	} `json:"options" desc:"sizes"`
}

// maxChunks bounds the chunks of an answer, which repeats headings for each.
const maxChunks = 10_000

func (s *Set) chunk(ctx context.Context, c *call) (*answer, error) {
	if err := c.slot.Acquire(ctx); err != nil {
		return nil, err
	}
	var args chunkArgs
	if err := c.decode(&args); err != nil {
		return nil, err
	}
	p, err := s.source(ctx, c, packetArgs{args.SourceID, args.Packet, args.Content, "packet"})
	if err != nil {
		return nil, err
	}
	opts := chunk.Options{
		MaxTokens:     int(args.Options.MaxTokens),
		MarginRatio:   s.opts.marginRatio(),
		OverlapTokens: int(args.Options.OverlapTokens),
		MaxChunks:     maxChunks,
		Strategy:      chunk.Strategy(args.Options.Strategy),
	}
	if opts.MaxTokens == 0 {
		opts.MaxTokens = s.opts.defaultMaxTokens()
	}
	if args.Options.MarginRatio != nil {
		opts.MarginRatio = *args.Options.MarginRatio
	}
	set, err := s.client.Chunk(ctx, p, opts)
	if err != nil {
		return nil, err
	}
	a := newChunkAnswer(set, p)
	a.start, a.limit = int(args.StartIndex), s.opts.maxLength()
	if args.MaxLength != nil {
		a.limit = int(*args.MaxLength)
	}
	return a, nil
}

// newChunkAnswer shows a set chunk by chunk. A part of a reading ends behind a whole chunk,
// unless one alone is longer than the limit, and its structured form has these chunks only.
func newChunkAnswer(set *chunk.Set, p *webfetch.Packet) *answer {
	a := &answer{source: withAddress(p)}
	runes := textstat.NewRuneIndex(p.Content)
	var b strings.Builder
	ends := make([]int, len(set.Chunks)) // of each chunk in text, in code points
	at := 0
	for i, ch := range set.Chunks {
		var head strings.Builder
		head.WriteString("[" + ch.ID + ", about " + itoa(ch.Tokens) + " tokens")
		if len(ch.HeadingsPath) > 0 {
			head.WriteString(": " + line.OneLine(strings.Join(ch.HeadingsPath, " > ")))
		}
		head.WriteString("]\n")
		if i > 0 {
			b.WriteString("\n\n")
			at += 2
		}
		b.WriteString(head.String() + ch.Text)
		at += utf8.RuneCountInString(head.String()) + ch.CharLen
		ends[i] = at
	}
	a.text = b.String()
	var shown textWindow
	a.cut = func(text string, start, limit int) (textWindow, error) {
		w, err := window(text, start, limit)
		if err != nil || !w.Truncated {
			shown = w
			return w, err
		}
		for i := len(ends) - 2; i >= 0; i-- { // behind the last one nothing is cut
			if next := ends[i] + 2; next > start && ends[i] <= start+limit {
				w.NextStartIndex = next
				w.Text = text[runeOffset(text, start):runeOffset(text, ends[i])]
				break
			}
		}
		shown = w
		return w, nil
	}
	a.put = func(env *envelope, _ string, _ bool) {
		part := *set
		part.Chunks = []chunk.Chunk{}
		begin := 0
		for i, ch := range set.Chunks {
			if ends[i] > a.start && (!shown.Truncated || begin < shown.NextStartIndex) {
				ch.Start, ch.End = runes.At(ch.Start), runes.At(ch.End)
				ch.Text = overlap(ch.Text, ends[i]-ch.CharLen, a.start, shown)
				part.Chunks = append(part.Chunks, ch)
			}
			begin = ends[i] + 2
		}
		env.Chunks = &part
	}
	return a
}

// overlap returns the part of a chunk's text, which begins at code point at of the whole
// text, that is shown: all of it but where one chunk is longer than a part of the reading.
func overlap(text string, at, start int, shown textWindow) string {
	from, to := runeOffset(text, max(start-at, 0)), len(text)
	if shown.Truncated {
		to = max(runeOffset(text, max(shown.NextStartIndex-at, 0)), from)
	}
	return text[from:to]
}
