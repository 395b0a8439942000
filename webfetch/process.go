package webfetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/steps"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/textstat"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// Chunk splits the content of a packet. Only Content need be set, so a packet
// read back from JSON works. A nil packet is INVALID_INPUT, an empty one a set
// without chunks. The error is an *[Error]; when ctx is done, with TIMEOUT or CANCELLED.
func (c *Client) Chunk(ctx context.Context, p *Packet, opts chunk.Options) (*chunk.Set, error) {
	opts.Counter = cmp.Or(opts.Counter, c.opts.Counter)
	return onPacket(ctx, c, "chunk", p, func(ctx context.Context) (*chunk.Set, error) {
		set, err := step(ctx, "chunk", func(ctx context.Context) (*chunk.Set, error) { return chunk.Split(ctx, p.document(), opts) })
		if err == nil {
			set.SourceID = p.SourceID
		}
		return set, err
	})
}

// Compact shrinks the content of a packet to a token budget. Only Content need
// be set. A nil packet is INVALID_INPUT, an empty one gives an empty summary. Where a
// model fails, the document's own words are taken and a warning says so. The error is
// an *[Error]; when ctx is done, with TIMEOUT or CANCELLED.
func (c *Client) Compact(ctx context.Context, p *Packet, opts compact.Options) (*compact.Result, error) {
	opts.Summarizer, opts.Embedder = cmp.Or(opts.Summarizer, c.opts.Summarizer), cmp.Or(opts.Embedder, c.opts.Embedder)
	return onPacket(ctx, c, "compact", p, func(ctx context.Context) (*compact.Result, error) { return c.compact(ctx, p, opts) })
}

// onPacket does what is done with a packet, for the observer of the client. Its error is an *Error.
func onPacket[T any](ctx context.Context, c *Client, op string, p *Packet, do func(context.Context) (*T, error)) (*T, error) {
	if failure := c.usable(ctx, op, p); failure != nil {
		return nil, failure
	}
	ctx = steps.With(ctx, c.opts.Hooks.Observer)
	return guarded(ctx, c, op, sourceURL(p), func() (*T, error) { return do(ctx) })
}

func step[T any](ctx context.Context, op string, do func(context.Context) (*T, error)) (made *T, err error) {
	ctx, end := steps.Begin(ctx, observe.Step{Kind: op})
	made, err = panics.Do(func() (*T, error) { return do(ctx) })
	end(observe.Result{Err: err, Code: string(codeFor(err))})
	return made, err
}

const defaultMaxTokens = 4000

// compact shrinks a packet that usable has accepted. It asks the models of opts only, not
// those of the client.
func (c *Client) compact(ctx context.Context, p *Packet, opts compact.Options) (*compact.Result, error) {
	opts.Counter = cmp.Or(opts.Counter, c.opts.Counter)
	opts.MaxTokens = cmp.Or(opts.MaxTokens, defaultMaxTokens)
	result, err := step(ctx, "compact", func(ctx context.Context) (*compact.Result, error) { return compact.Shrink(ctx, p.document(), opts) })
	if err != nil {
		return nil, asError("compact", sourceURL(p), err)
	}
	result.SourceID, result.OriginalURL = p.SourceID, p.OriginalURL
	return result, nil
}

// usable returns an error if the client is closed, p is nil or ctx is done, else nil.
func (c *Client) usable(ctx context.Context, op string, p *Packet) *Error {
	if failure := c.errIfClosed(op); failure != nil {
		return failure
	}
	if p == nil {
		return &Error{Op: op, Code: InvalidInput, Err: errors.New("packet is nil")}
	}
	if err := ctx.Err(); err != nil {
		return asError(op, nil, err)
	}
	return nil
}

func (p *Packet) document() *extract.Document {
	if p.Document != nil && p.Document.Markdown == p.Content {
		return p.Document
	}
	return markdown.Parse(p.Content)
}

// Fit returns a copy of a packet whose Content is shrunk to maxTokens, or to what answers
// question, as [ExtractOptions].MaxTokens and Question do in the course of a fetch: word for
// word, with a warning of what was left out. Content stays as it is where it fits.
// SourceID stays that of the page. A nil packet is INVALID_INPUT. The error is an *[Error].
func (c *Client) Fit(ctx context.Context, p *Packet, maxTokens int, question string) (*Packet, error) {
	return onPacket(ctx, c, "compact", p, func(ctx context.Context) (*Packet, error) {
		short := *p
		short.Warnings = slices.Clip(short.Warnings)
		return c.fit(ctx, &short, ExtractOptions{MaxTokens: maxTokens, Question: question})
	})
}

// fit shrinks a packet to the budget or question of the options, word for word:
// no model is asked. A warning says what was left out.
func (c *Client) fit(ctx context.Context, p *Packet, opts ExtractOptions) (*Packet, error) {
	if opts.MaxTokens == 0 && opts.Question == "" || p.Content == "" {
		return p, nil
	}
	mode := compact.Salience
	if opts.Question != "" {
		mode = compact.QuestionFocused
	}
	result, err := c.compact(ctx, p, compact.Options{MaxTokens: opts.MaxTokens, SummaryOnly: true, Mode: mode, Question: opts.Question})
	if err != nil {
		return nil, err
	}
	if result.Compacted.Summary == p.Content {
		return p, nil
	}
	short := rewritten(p.Document, result.Compacted.Summary)
	id, whole := p.SourceID, p.Hashes
	p.setContent(short)
	if p.Changes != nil {
		p.Hashes = whole // see Packet.Since
	}
	p.Injections = movedTo(p.Injections, short.Markdown)
	p.SourceID = id // the ID does not depend on the part that is shown
	p.Warnings = append(p.Warnings, omitted(result))
	return p, nil
}

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

const (
	maxKeyBlocks  = 20
	keyBlockRunes = 240 // code points of KeyBlock.Text
	maxTopics     = 8   // headings in SourceSummary
	maxFigures    = 6   // amounts in SourceSummary
	wordsAMinute  = 225 // Brysbaert 2019: silent reading of English, 238 words a minute for non-fiction, less for dense text
	cjkAMinute    = 500 // characters of scripts without spaces
)

// keyBlocks picks the blocks that say most about a document, in order: all of
// a short one, else headings with the block that follows each, tables and code.
func keyBlocks(doc *extract.Document) ([]KeyBlock, []Citation) {
	chosen := chooseBlocks(doc)
	blocks := make([]KeyBlock, len(chosen))
	citations := make([]Citation, len(chosen))
	runes := textstat.NewRuneIndex(doc.Markdown)
	for i, index := range chosen {
		b := doc.Blocks[index]
		loc := locOf(runes, b.Start, b.End)
		blocks[i] = KeyBlock{BlockID: extract.BlockID(index), Kind: b.Kind, Text: line.Clip(doc.Text(b), keyBlockRunes), CharLen: loc.EndChar - loc.StartChar}
		citations[i] = Citation{BlockID: extract.BlockID(index), Loc: loc}
	}
	return blocks, citations
}

func chooseBlocks(doc *extract.Document) []int {
	chosen := make([]int, len(doc.Blocks))
	for i := range chosen {
		chosen[i] = i
	}
	if len(chosen) > maxKeyBlocks {
		slices.SortStableFunc(chosen, func(a, b int) int { return keyRank(doc.Blocks, a) - keyRank(doc.Blocks, b) })
		chosen = chosen[:maxKeyBlocks]
		slices.Sort(chosen)
	}
	return chosen
}

// keyRank says how early a block is chosen, 0 first.
func keyRank(blocks []extract.Block, i int) int {
	b := blocks[i]
	switch {
	case i == 0, b.Kind == extract.HeadingBlock && b.Level <= 2:
		return 0
	case b.Kind == extract.Paragraph && blocks[i-1].Kind == extract.HeadingBlock && blocks[i-1].Level <= 2:
		return 1
	case b.Kind == extract.Table, b.Kind == extract.HeadingBlock:
		return 2
	case b.Kind == extract.Code, b.Kind == extract.List:
		return 3
	}
	return 4
}

func summarize(doc *extract.Document, words, cjk int) []string {
	var lines []string
	if topics := topicsOf(doc); topics != "" {
		lines = append(lines, "Main topics: "+topics)
	}
	if figures := keyFigures(doc); len(figures) > 0 {
		lines = append(lines, "Key figures: "+strings.Join(figures, ", "))
	}
	switch {
	case words+cjk == 0:
		lines = append(lines, "Content length: empty")
	case cjk > words:
		lines = append(lines, fmt.Sprintf("Content length: ~%d characters", rounded(cjk)))
	default:
		lines = append(lines, fmt.Sprintf("Content length: ~%d words", rounded(words)))
	}
	return lines
}

func rounded(n int) int {
	switch {
	case n >= 1000:
		return (n + 50) / 100 * 100
	case n >= 100:
		return (n + 5) / 10 * 10
	}
	return n
}

func topicsOf(doc *extract.Document) string {
	var topics []string
	for level := 1; level <= 6 && len(topics) < 2; level++ {
		topics = topics[:0]
		for _, h := range doc.Outline {
			if h.Level <= level && len(topics) < maxTopics && h.Text != "" {
				topics = append(topics, line.Clip(h.Text, 80))
			}
		}
	}
	return strings.Join(topics, ", ")
}

// keyFigures are amounts in running text, as they are written: money, percent,
// and numbers with the noun they count. Years and bare numbers are left out.
func keyFigures(doc *extract.Document) []string {
	var found []string
	for _, b := range doc.Blocks {
		if b.Kind != extract.Paragraph && b.Kind != extract.List && b.Kind != extract.Quote {
			continue
		}
		for word, next := range textstat.NumberWords(doc.Text(b)) {
			if f := figure(word, next); f != "" && !slices.Contains(found, f) {
				if found = append(found, f); len(found) == maxFigures {
					return found
				}
			}
		}
	}
	return found
}

// figure returns the amount that a word begins, or "".
func figure(word, next string) string {
	word = strings.Trim(word, "*_()[]\"'“”‘’,;:!?")
	amount := strings.TrimRight(word, ".")
	digits := strings.IndexFunc(amount, unicode.IsDigit)
	if digits < 0 || digits > 4 || len(amount) > 20 || strings.ContainsAny(amount, `/\]@#`) {
		return ""
	}
	if strings.ContainsAny(amount, "$€£¥₹%") {
		if unit := magnitude(next); unit != "" {
			return amount + " " + unit
		}
		return amount
	}
	if word != amount || digits > 0 || strings.Trim(amount, "0123456789.,") != "" {
		return ""
	}
	noun := strings.TrimRight(next, ".,;:!?)*_")
	year := len(amount) == 4 && (amount[0] == '1' || amount[0] == '2')
	plural := len(noun) >= 4 && len(noun) <= 20 && strings.HasSuffix(noun, "s") && !strings.HasSuffix(noun, "ss") && strings.Trim(noun, "abcdefghijklmnopqrstuvwxyz") == ""
	if noun == "percent" || magnitude(noun) != "" || plural && !year {
		return amount + " " + noun
	}
	return ""
}

func magnitude(word string) string {
	switch w := strings.TrimRight(word, ".,;:!?)*_"); strings.ToLower(w) {
	case "thousand", "million", "billion", "trillion", "mln", "bn":
		return w
	}
	return ""
}
