package tiktoken

import (
	_ "embed" // the rank tables
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed tables/cl100k_base.bin
var cl100kTable string

//go:embed tables/o200k_base.bin
var o200kTable string

// The names of the encodings.
const (
	// CL100KBase is the encoding of GPT-4, GPT-3.5 and the embedding models of
	// their time.
	CL100KBase = "cl100k_base"
	// O200KBase is the encoding of GPT-4o and later models.
	O200KBase = "o200k_base"
)

// ErrUnknown reports the name of an encoding or a model this package has no
// table for.
var ErrUnknown = errors.New("tiktoken: unknown encoding")

var loadCL100K = sync.OnceValues(func() (*Encoding, error) {
	return load(CL100KBase, cl100kTable, 100256, splitCL100K)
})

var loadO200K = sync.OnceValues(func() (*Encoding, error) {
	return load(O200KBase, o200kTable, 199998, splitO200K)
})

// CL100K returns the encoding cl100k_base. The first call reads its table, a
// few milliseconds and 2 MB; later ones return the same value. The error is
// not nil only if the embedded table is damaged.
func CL100K() (*Encoding, error) { return loadCL100K() }

// O200K returns the encoding o200k_base. The first call reads its table, some
// milliseconds and 4 MB; later ones return the same value. The error is not
// nil only if the embedded table is damaged.
func O200K() (*Encoding, error) { return loadO200K() }

// Get returns the encoding of that name: "cl100k_base" or "o200k_base". Other
// names are an [ErrUnknown].
func Get(name string) (*Encoding, error) {
	switch name {
	case CL100KBase:
		return CL100K()
	case O200KBase:
		return O200K()
	}
	return nil, fmt.Errorf("%w %q", ErrUnknown, name)
}

// models are the beginnings of the names of models, a longer one before its own beginning.
var models = [...]struct{ prefix, encoding string }{
	{"gpt-4o", O200KBase}, {"gpt-4.1", O200KBase}, {"gpt-4.5", O200KBase}, {"gpt-5", O200KBase}, {"chatgpt-", O200KBase},
	{"o1", O200KBase}, {"o3", O200KBase}, {"o4", O200KBase},
	{"gpt-4", CL100KBase}, {"gpt-3.5-", CL100KBase}, {"gpt-35-", CL100KBase},
	{"text-embedding-3-", CL100KBase}, {"text-embedding-ada-", CL100KBase}, {"davinci-002", CL100KBase}, {"babbage-002", CL100KBase},
}

// ForModel returns the encoding of a model of OpenAI, as "gpt-4o-mini", or of a fine-tuned one,
// as "ft:gpt-4o-mini:acme::1". A model of another family is an [ErrUnknown].
func ForModel(model string) (*Encoding, error) {
	name := strings.TrimPrefix(model, "ft:")
	for _, m := range models {
		if strings.HasPrefix(name, m.prefix) {
			return Get(m.encoding)
		}
	}
	return nil, fmt.Errorf("%w of model %q", ErrUnknown, model)
}

// Encoding is one of OpenAI's ways to make tokens of a text. It is safe for
// concurrent use. Get one from [CL100K], [O200K], [Get] or [ForModel]; the zero
// value is not usable.
type Encoding struct {
	name  string
	ranks *ranks
	split splitter
	chars *bmpClasses
}

func load(name, table string, size int, split splitter) (*Encoding, error) {
	r, err := newRanks(table, size)
	if err != nil {
		return nil, err
	}
	return &Encoding{name: name, ranks: r, split: split, chars: classes()}, nil
}

// Name returns the name of the encoding.
func (e *Encoding) Name() string { return e.name }

// Count returns the number of tokens of a text. Text that looks like a special
// token ("<|endoftext|>") is text. Each byte that is not valid UTF-8 counts as
// U+FFFD. Count allocates nothing for valid text whose words have at most 128
// bytes, and takes time linear in the length of the text: a run without a
// break of more than 64 KiB is cut there.
func (e *Encoding) Count(text string) int {
	n := 0
	for piece := range e.pieces(text) {
		n += e.ranks.count(piece)
	}
	return n
}

// Encode returns the tokens of a text, as many as [Encoding.Count] says.
func (e *Encoding) Encode(text string) []int {
	var out []int
	for piece := range e.pieces(text) {
		out = e.ranks.appendTokens(out, piece)
	}
	return out
}

// pieces yields the pieces of a text that are merged by themselves.
func (e *Encoding) pieces(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !utf8.ValidString(text) {
			text = string([]rune(text))
		}
		for len(text) > 0 {
			n := e.split(e.chars, text)
			if !yield(text[:n]) {
				return
			}
			text = text[n:]
		}
	}
}

// Decode returns the text of tokens. A number that is no token adds nothing.
// Tokens cut out of a longer list may begin or end inside a character.
func (e *Encoding) Decode(tokens []int) string {
	var b strings.Builder
	for _, t := range tokens {
		if t >= 0 && t < len(e.ranks.at) {
			b.WriteString(e.ranks.token(uint32(t)))
		}
	}
	return b.String()
}
