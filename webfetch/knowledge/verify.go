package knowledge

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// VerifyQuote finds a quote in the stored text of a hit and returns its span: first within
// the span of the hit, then in the rest of the file. White space of any length is equal;
// everything else is compared by byte. It returns [ErrUnverified] if the text does not have
// the quote, [ErrNotFound] if the file is missing or outside of the scope, and [ErrQuery]
// for an empty quote.
func VerifyQuote(ctx context.Context, r Reader, scope Scope, hit Hit, quote string) (Span, error) {
	words := strings.Fields(quote)
	if len(words) == 0 {
		return Span{}, fmt.Errorf("%w: the quote is empty", ErrQuery)
	}
	file, err := r.Read(ctx, scope, hit.Key)
	if err != nil {
		return Span{}, err
	}
	if s := hit.Span; s != nil && 0 <= s.Start && s.Start <= s.End && s.End <= len(file.Markdown) {
		if start, end := findWords(file.Markdown[s.Start:s.End], words); start >= 0 {
			return Span{s.Start + start, s.Start + end, file.Offset}, nil
		}
	}
	start, end := findWords(file.Markdown, words)
	if start < 0 {
		return Span{}, fmt.Errorf("%w: %s", ErrUnverified, hit.Key)
	}
	return Span{start, end, file.Offset}, nil
}

// folded is a text whose runs of white space are one space each.
type folded struct {
	text []byte
	at   []int32 // of each byte of text: its place in the original
}

// fold folds a text of less than 2 GiB.
func fold(text string) folded {
	f := folded{make([]byte, 0, len(text)), make([]int32, 0, len(text)+1)}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case !unicode.IsSpace(r):
			for n := range size {
				f.text, f.at = append(f.text, text[i+n]), append(f.at, int32(i+n))
			}
		case len(f.text) == 0 || f.text[len(f.text)-1] != ' ':
			f.text, f.at = append(f.text, ' '), append(f.at, int32(i))
		}
		i += size
	}
	return f
}

// findWords returns the first place of words in text, with any white
// space between two of them, or -1.
func findWords(text string, words []string) (start, end int) {
	f, quote := fold(text), strings.Join(words, " ")
	i := bytes.Index(f.text, []byte(quote))
	if i < 0 {
		return -1, -1
	}
	return int(f.at[i]), int(f.at[i+len(quote)-1]) + 1
}
