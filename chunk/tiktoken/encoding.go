package tiktoken

import (
	"compress/gzip"
	_ "embed" // the rank tables
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/pkoukk/tiktoken-go"

	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken/internal/bpe"
)

//go:embed tables/cl100k_base.gz
var cl100kTable string

//go:embed tables/o200k_base.gz
var o200kTable string

// The names of the encodings.
const (
	// cl100kBase is the encoding of GPT-4, GPT-3.5 and the embedding models of
	// their time.
	cl100kBase = tiktoken.MODEL_CL100K_BASE
	// o200kBase is the encoding of GPT-4o and later models.
	o200kBase = tiktoken.MODEL_O200K_BASE
)

// ErrUnknown reports the name of an encoding or a model this package has no
// table for.
var ErrUnknown = errors.New("tiktoken: unknown encoding")

// The patterns by which tiktoken-go splits; those of its own definitions, which
// can't be had without its loader.
const (
	cl100kPattern = `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
	o200kPattern  = `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?` +
		`|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?` +
		`|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`
)

var cl100k, o200k lazy[*Encoding]

// lazy is a value that its first user makes. A [sync.OnceValues] in a variable would be made at
// the start, and link the tables and tiktoken-go into programs that never call for them.
type lazy[T any] struct {
	once  sync.Once
	value T
	err   error
}

func (l *lazy[T]) get(first func() (T, error)) (T, error) {
	l.once.Do(func() { l.value, l.err = first() })
	return l.value, l.err
}

// CL100K returns the encoding cl100k_base. The first call reads its table, which
// takes about 10 ms and 2.5 MB; later ones return the same value. The error is
// not nil only if the embedded table is damaged.
func CL100K() (*Encoding, error) {
	return cl100k.get(func() (*Encoding, error) {
		return load(cl100kBase, cl100kTable, 100256, cl100kPattern, splitCL100K)
	})
}

// O200K returns the encoding o200k_base. The first call reads its table, which
// takes about 20 ms and 5 MB; later ones return the same value. The error is not
// nil only if the embedded table is damaged.
func O200K() (*Encoding, error) {
	return o200k.get(func() (*Encoding, error) {
		return load(o200kBase, o200kTable, 199998, o200kPattern, splitO200K)
	})
}

// Get returns the encoding of that name: "cl100k_base" or "o200k_base". Other
// names are an [ErrUnknown].
func Get(name string) (*Encoding, error) {
	switch name {
	case cl100kBase:
		return CL100K()
	case o200kBase:
		return O200K()
	}
	return nil, fmt.Errorf("%w %q", ErrUnknown, name)
}

var newerModels = [...]struct{ prefix, encoding string }{
	{"gpt-5", o200kBase}, {"chatgpt-", o200kBase}, {"o1", o200kBase}, {"o3", o200kBase}, {"o4", o200kBase},
}

// ForModel returns the encoding of a model of OpenAI, as "gpt-4o-mini", or of a fine-tuned one, as
// "ft:gpt-4o-mini:acme::1". A model of another family, or of an encoding that is not here, is an
// [ErrUnknown].
func ForModel(model string) (*Encoding, error) {
	enc, err := Get(encodingOf(strings.TrimPrefix(model, "ft:")))
	if err != nil {
		return nil, fmt.Errorf("%w of model %q", ErrUnknown, model)
	}
	return enc, nil
}

// encodingOf returns the name of the encoding of a model, nothing if it is not known: by its whole
// name, or by the longest beginning.
func encodingOf(model string) string {
	base, _, _ := strings.Cut(model, ":") // of a fine-tuned model
	if name, ok := tiktoken.MODEL_TO_ENCODING[base]; ok {
		return name
	}
	best := ""
	for prefix := range tiktoken.MODEL_PREFIX_TO_ENCODING {
		if len(prefix) > len(best) && strings.HasPrefix(base, prefix) {
			best = prefix
		}
	}
	if best != "" {
		return tiktoken.MODEL_PREFIX_TO_ENCODING[best]
	}
	for _, m := range newerModels {
		if strings.HasPrefix(base, m.prefix) {
			return m.encoding
		}
	}
	return ""
}

// Encoding is one of OpenAI's ways to make tokens of a text. It is safe for
// concurrent use. Get one from [CL100K], [O200K], [Get] or [ForModel]; the zero
// value is not usable.
type Encoding struct {
	name    string
	ranks   *bpe.Ranks
	pattern string
	split   splitter
	chars   *bmpClasses
	full    lazy[*tiktoken.Tiktoken]
}

func load(name, table string, size int, pattern string, split splitter) (*Encoding, error) {
	packed, err := gzip.NewReader(strings.NewReader(table))
	if err != nil {
		return nil, err
	}
	var ranks strings.Builder
	ranks.Grow(bpe.TableBytes * size)
	if _, err := io.Copy(&ranks, packed); err != nil {
		return nil, err
	}
	r, err := bpe.New(ranks.String(), size)
	if err != nil {
		return nil, err
	}
	return &Encoding{name: name, ranks: r, pattern: pattern, split: split, chars: classes()}, nil
}

func (e *Encoding) tokenizer() (*tiktoken.Tiktoken, error) {
	tokens := make(map[string]int, e.ranks.Len())
	for rank := range e.ranks.Len() {
		tokens[e.ranks.Token(uint32(rank))] = rank
	}
	special := map[string]int{}
	core, err := tiktoken.NewCoreBPE(tokens, special, e.pattern)
	if err != nil {
		return nil, fmt.Errorf("tiktoken: %s: %w", e.name, err)
	}
	def := &tiktoken.Encoding{Name: e.name, PatStr: e.pattern, MergeableRanks: tokens, SpecialTokens: special}
	return tiktoken.NewTiktoken(core, def, map[string]any{}), nil
}

// Name returns the name of the encoding.
func (e *Encoding) Name() string { return e.name }

// Count returns the number of tokens of a text. Text that looks like a special
// token ("<|endoftext|>") is text. Each byte that is not valid UTF-8 counts as
// U+FFFD. Count allocates nothing for valid text whose words have at most 128
// bytes, and takes time linear in the length of the text: a run without a
// break of more than 64 KiB is cut there.
func (e *Encoding) Count(text string) int {
	if !utf8.ValidString(text) {
		text = string([]rune(text))
	}
	n := 0
	for len(text) > 0 {
		i := e.split(e.chars, text)
		n += e.ranks.Count(text[:i])
		text = text[i:]
	}
	return n
}

// Encode returns the tokens of a text, as tiktoken-go makes them. Its first
// call builds that tokenizer, about a tenth of a second and tens of megabytes;
// where a number is all you need, [Encoding.Count] is far cheaper. Words are
// cut at 256 bytes, since its merging is quadratic in the length of a word.
func (e *Encoding) Encode(text string) ([]int, error) {
	t, err := e.full.get(e.tokenizer)
	if err != nil {
		return nil, err
	}
	if !utf8.ValidString(text) {
		text = string([]rune(text))
	}
	var out []int
	for start, end := 0, 0; start < len(text); start = end {
		end = e.window(text, start)
		out = append(out, t.EncodeOrdinary(text[start:end])...)
	}
	return out, nil
}

// Decode returns the text of tokens. Unknown numbers are skipped. If tokens are cut out of a
// longer list, the text may begin or end inside a character.
func (e *Encoding) Decode(tokens []int) string {
	var b strings.Builder
	for _, t := range tokens {
		if t >= 0 && t < e.ranks.Len() {
			b.WriteString(e.ranks.Token(uint32(t)))
		}
	}
	return b.String()
}

// What Encode hands to tiktoken-go at a time: whole pieces of up to maxWord
// bytes, together about maxWindow bytes.
const (
	maxWord   = 256
	maxWindow = 1 << 14
)

func (e *Encoding) window(text string, start int) int {
	end := start
	for end < len(text) && end-start < maxWindow {
		n := e.split(e.chars, text[end:])
		if n > maxWord {
			if end > start {
				return end
			}
			n = maxWord
			for !utf8.RuneStart(text[end+n]) {
				n--
			}
			return end + n
		}
		end += n
	}
	return end
}
