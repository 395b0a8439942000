package tiktoken

import (
	_ "embed" // the rank tables
	"errors"
	"fmt"
	"sync"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken/internal/bpe"
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

// ErrUnknown reports the name of an encoding that this package has no table for.
var ErrUnknown = errors.New("tiktoken: unknown encoding")

var loadCL100K = sync.OnceValues(func() (*Encoding, error) { return load(CL100KBase, cl100kTable, 100256, splitCL100K) })

var loadO200K = sync.OnceValues(func() (*Encoding, error) { return load(O200KBase, o200kTable, 199998, splitO200K) })

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

// Encoding is one of OpenAI's ways to make tokens of a text. It is safe for
// concurrent use. Get one from [CL100K], [O200K] or [Get]; the zero
// value is not usable.
type Encoding struct {
	name  string
	ranks *bpe.Ranks
	split splitter
	chars *bmpClasses
}

func load(name, table string, size int, split splitter) (*Encoding, error) {
	r, err := bpe.New(table, size)
	if err != nil {
		return nil, err
	}
	return &Encoding{name, r, split, classes()}, nil
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
