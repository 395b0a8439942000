package knowledge

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// VerifyQuote finds a quote in the stored text of a hit and returns its span: first within
// the span of the hit, then in the rest of the file. White space of any length is equal;
// everything else is compared by byte. It returns [ErrNotFound] if the text does not have
// the quote, or the file is missing or outside of the scope, and [ErrInvalid]
// for an empty quote.
func VerifyQuote(ctx context.Context, b Base, scope Scope, hit Hit, quote string) (extract.Span, error) {
	words := strings.Fields(quote)
	if len(words) == 0 {
		return extract.Span{}, fmt.Errorf("%w: the quote is empty", ErrInvalid)
	}
	text, _, err := b.Read(ctx, scope, hit.Key)
	if err != nil {
		return extract.Span{}, err
	}
	for i, word := range words {
		words[i] = regexp.QuoteMeta(word)
	}
	pattern, err := regexp.Compile(strings.Join(words, `[\s\v\x{85}\p{Z}]+`))
	if err != nil { // it is not UTF-8, as all stored text is
		return extract.Span{}, fmt.Errorf("%w: the quote is not in %s", ErrNotFound, hit.Key)
	}
	if s := hit.Span; s != nil && 0 <= s.Start && s.Start <= s.End && s.End <= len(text) {
		if at := pattern.FindStringIndex(text[s.Start:s.End]); at != nil {
			return extract.Span{Start: s.Start + at[0], End: s.Start + at[1]}, nil
		}
	}
	if at := pattern.FindStringIndex(text); at != nil {
		return extract.Span{Start: at[0], End: at[1]}, nil
	}
	return extract.Span{}, fmt.Errorf("%w: the quote is not in %s", ErrNotFound, hit.Key)
}
