package tools

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/modeltext"
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
	var args chunkArgs
	if err := c.decode(&args); err != nil {
		return nil, err
	}
	p, err := s.source(ctx, c, packetArgs{args.SourceID, args.Packet, args.Content, "packet"})
	if err != nil {
		return nil, err
	}
	opts := chunk.Options{
		MaxTokens:     cmp.Or(int(args.Options.MaxTokens), s.opts.defaultMaxTokens()),
		MarginRatio:   s.opts.marginRatio(),
		OverlapTokens: int(args.Options.OverlapTokens),
		MaxChunks:     maxChunks,
		Strategy:      chunk.Strategy(args.Options.Strategy),
	}
	if args.Options.MarginRatio != nil {
		opts.MarginRatio = *args.Options.MarginRatio
	}
	set, err := s.client.Chunk(ctx, p, opts)
	if e := new(webfetch.Error); errors.As(err, &e) && errors.Is(err, chunk.ErrOptions) && !errors.As(err, new(*chunk.TooManyChunksError)) {
		said := strings.TrimPrefix(e.Err.Error(), chunk.ErrOptions.Error()+": ")
		err = invalid(errors.New(strings.NewReplacer("MaxTokens", "options.max_tokens", "OverlapTokens", "options.overlap_tokens").Replace(said)))
	}
	if err != nil {
		return nil, err
	}
	limit := s.opts.maxLength()
	if args.MaxLength != nil {
		limit = int(*args.MaxLength)
	}
	return showChunks(set, p, int(args.StartIndex), limit, s.name("chunk"))
}

// showChunks shows a set chunk by chunk. A part of a reading ends behind a whole chunk,
// unless one alone is longer than the limit, and its structured form has these chunks only.
func showChunks(set *chunk.Set, p *webfetch.Packet, start, limit int, tool string) (*answer, error) {
	var b strings.Builder
	ends := make([]int, len(set.Chunks)) // of each chunk in the text, in code points
	at := 0
	for i, ch := range set.Chunks {
		head := "[" + ch.ID + ", about " + itoa(ch.Tokens) + " tokens"
		if len(ch.HeadingsPath) > 0 {
			head += ": " + line.OneLine(strings.Join(ch.HeadingsPath, " > "))
		}
		if i > 0 {
			b.WriteString("\n\n")
			at += 2
		}
		b.WriteString(head + "]\n" + ch.Text)
		at += utf8.RuneCountInString(head) + 2 + ch.CharLen
		ends[i] = at
	}
	text := b.String()
	shown, err := window(text, start, limit)
	if err != nil {
		return nil, err
	}
	for i := len(ends) - 2; i >= 0 && shown.next > 0; i-- { // behind the last one nothing is cut
		if next := ends[i] + 2; next > start && ends[i] <= start+limit {
			shown.text, shown.next = text[line.Offset(text, start):line.Offset(text, ends[i])], next
			break
		}
	}
	part, runes, begin := *set, textstat.NewRuneIndex(p.Content), 0
	part.Chunks = []chunk.Chunk{}
	for i, ch := range set.Chunks {
		if ends[i] > start && (shown.next == 0 || begin < shown.next) {
			ch.Start, ch.End = runes.At(ch.Start), runes.At(ch.End)
			text := ends[i] - ch.CharLen // all of it is shown but where one chunk is longer than a part of the reading
			from, to := line.Offset(ch.Text, max(shown.start-text, 0)), len(ch.Text)
			if shown.next > 0 {
				to = max(line.Offset(ch.Text, max(shown.next-text, 0)), from)
			}
			ch.Text = ch.Text[from:to]
			part.Chunks = append(part.Chunks, ch)
		}
		begin = ends[i] + 2
	}
	a := &answer{env: envelope{Chunks: &part}, page: modeltext.Page{Packet: withAddress(p), Bare: true}}
	a.shows(shown, limit, tool)
	return a, nil
}

type compactArgs struct {
	SourceID string          `json:"source_id" desc:"packet.source_id of a fetch"`
	Input    json.RawMessage `json:"input" desc:"or a packet or chunk set" usual:"content=Markdown" text:"content"`
	Content  string          `json:"content" desc:"or Markdown"`
	Options  struct {
		MaxTokens int64    `json:"max_tokens" desc:"of the result" min:"1" max:"2147483647"`
		Mode      string   `json:"mode" desc:"structural drops boilerplate, salience keeps facts" of:"structural salience map_reduce question_focused"`
		Question  string   `json:"question" desc:"for question_focused"`
		Preserve  []string `json:"preserve" desc:"what to keep" of:"numbers dates names definitions procedures"`
	} `json:"options" desc:"how to shrink"`
}

func (a *compactArgs) optionWarnings() []extract.Warning {
	if mode := a.Options.Mode; a.Options.Question != "" && mode != "" && mode != "question_focused" {
		return []extract.Warning{{Type: warnIgnored, Message: "options.question does nothing with mode=" + mode + "."}}
	}
	return nil
}

func (s *Set) compact(ctx context.Context, c *call) (*answer, error) {
	var args compactArgs
	if err := c.decode(&args); err != nil {
		return nil, err
	}
	if args.Options.Mode == "question_focused" && args.Options.Question == "" {
		return nil, invalid(errors.New("options.question is required when options.mode is question_focused"))
	}
	p, err := s.source(ctx, c, packetArgs{args.SourceID, args.Input, args.Content, "input"})
	if err != nil {
		return nil, err
	}
	opts := compact.Options{
		MaxTokens: cmp.Or(int(args.Options.MaxTokens), s.opts.defaultMaxTokens()),
		Mode:      compact.Mode(args.Options.Mode),
		Question:  args.Options.Question,
		Preserve:  args.Options.Preserve,
		Progress:  func(done, total int) { c.Progress("compact", int64(done), int64(total)) },
	}
	res, err := s.client.Compact(ctx, p, opts)
	if err != nil {
		return nil, err
	}
	toCodePoints(res, p.Content)
	res.Compacted.Warnings = append(append([]extract.Warning{}, args.optionWarnings()...), res.Compacted.Warnings...)
	return &answer{env: envelope{Compacted: res}, page: modeltext.Page{
		Packet: withAddress(p), Bare: true, Warnings: res.Compacted.Warnings, Note: compactNote(res, p, opts.MaxTokens),
		Text: res.Compacted.Summary + besideSummary(&res.Compacted) + modeltext.Details(res.Compacted.Warnings),
	}}, nil
}

// besideSummary returns what a result adds to its summary, and the sections of which something is left out.
func besideSummary(c *compact.Compacted) string {
	var points, left []string
	for _, q := range slices.Concat(c.KeyPoints, c.ImportantQuotes) {
		points = append(points, "\n- "+strings.TrimPrefix(q.Text, "- "))
	}
	for _, o := range c.Omissions {
		left = append(left, cmp.Or(o.Section, "the beginning")+" ("+itoa(o.Tokens)+" tokens)")
	}
	text := strings.Join(points, "")
	if text != "" {
		text = "\n\nFurther points:" + text
	}
	if len(left) > 0 {
		text += "\n\n[Left out: " + line.Short(strings.Join(left, "; "), longestField) + "]"
	}
	return text
}

func compactNote(res *compact.Result, p *webfetch.Packet, budget int) string {
	if res.Compacted.Generated {
		return "A language model wrote this from the page: key points and quotes are verbatim, the summary is not."
	}
	if res.Compacted.Summary != "" || strings.TrimSpace(p.Content) == "" {
		return ""
	}
	return "Nothing of the content fits " + modeltext.Count(budget, "token", "tokens") + "; raise options.max_tokens."
}

// toCodePoints turns the offsets of a result, which count bytes of content in Go, into what they
// are in JSON.
func toCodePoints(res *compact.Result, content string) {
	runes := textstat.NewRuneIndex(content)
	for _, quotes := range [][]compact.Quote{res.Compacted.KeyPoints, res.Compacted.ImportantQuotes} {
		for i := range quotes {
			at := &quotes[i].Citation
			at.Start, at.End = runes.At(at.Start), runes.At(at.End)
		}
	}
	for i := range res.Compacted.Omissions {
		at := &res.Compacted.Omissions[i]
		at.Start, at.End = runes.At(at.Start), runes.At(at.End)
	}
}

// packetArgs are the input of chunk and compact: one of three forms.
type packetArgs struct {
	sourceID string
	object   json.RawMessage
	content  string
	name     string // the name of the object in the arguments
}

// source returns the packet to work on, in the slot of the call.
func (s *Set) source(ctx context.Context, c *call, in packetArgs) (*webfetch.Packet, error) {
	set := 0
	for _, there := range []bool{in.sourceID != "", !isNull(in.object), in.content != ""} {
		if there {
			set++
		}
	}
	if set != 1 {
		return nil, invalid(errors.New("give exactly one of source_id, " + in.name + " and content"))
	}
	if err := c.acquire(ctx); err != nil {
		return nil, err
	}
	switch {
	case in.sourceID != "":
		if p := s.Packet(ctx, c.Principal, in.sourceID); p != nil {
			return p, nil
		}
		kept := " (this server keeps no pages)"
		if ttl := s.opts.storeTTL(); ttl > 0 {
			kept = " (pages are kept for " + longTime(ttl) + ", less long if very much is fetched)"
		}
		return nil, &webfetch.Error{Op: "find", Code: webfetch.SourceNotFound, Err: errors.New("source_id " + line.Short(in.sourceID, 100) + kept)}
	case in.content != "":
		return &webfetch.Packet{Content: in.content}, nil
	}
	return decodeInput(in.object, in.name)
}

func decodeInput(raw json.RawMessage, name string) (*webfetch.Packet, error) {
	in, err := readInput(raw, name)
	if err != nil {
		return nil, err
	}
	switch {
	case !isNull(in.Inner):
		name += ".packet"
		in, err = readInput(in.Inner, name)
	case bytes.HasPrefix(in.Set, []byte("{")):
		name += ".chunks"
		in, err = readInput(in.Set, name)
	}
	switch {
	case err != nil:
		return nil, err
	case in.Packet.Content == "" && !isNull(in.Set):
		return packetFromChunks(in.Source, in.Set, name)
	case in.Packet.Content == "":
		return nil, invalid(errors.New(name + ".content is required"))
	}
	in.Packet.SourceID = in.Source
	return &in.Packet, nil
}

type input struct {
	webfetch.Packet
	Inner  json.RawMessage `json:"packet"`
	Set    json.RawMessage `json:"chunks"`
	Source string          `json:"source_id"`
}

func readInput(raw json.RawMessage, name string) (*input, error) {
	in := &input{}
	if err := json.Unmarshal(raw, in); err != nil {
		return nil, undecoded(err, name)
	}
	return in, nil
}

func undecoded(err error, name string) error {
	if wrong, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		err = fmt.Errorf("%s can't be a %s", strings.TrimPrefix(wrong.Field, "Packet."), wrong.Value)
	}
	return invalid(fmt.Errorf("%s: %w", name, err))
}

// packetFromChunks puts the text of a chunk set together again, without what a chunk
// repeats of the end of the one before it.
func packetFromChunks(sourceID string, raw json.RawMessage, name string) (*webfetch.Packet, error) {
	var chunks []chunk.Chunk
	if err := json.Unmarshal(raw, &chunks); err != nil {
		return nil, undecoded(err, name)
	}
	var b strings.Builder
	for i, ch := range chunks {
		part := ch.Text
		again := utf8.RuneCountInString(part) - (ch.End - ch.Start) // code points
		if at := line.Offset(part, again); i > 0 && at > 0 && at < len(part) && strings.HasSuffix(b.String(), strings.TrimSpace(part[:at])) {
			part = part[at:]
		}
		if i > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(part)
	}
	if b.Len() == 0 {
		return nil, invalid(errors.New(name + ".chunks is empty"))
	}
	return &webfetch.Packet{SourceID: sourceID, Content: strings.ToValidUTF8(b.String(), "\uFFFD")}, nil
}

func withAddress(p *webfetch.Packet) *webfetch.Packet {
	if p.OriginalURL == "" && p.CanonicalURL == "" {
		return nil
	}
	return p
}
