package knowledge

import (
	"context"
	"fmt"
	"regexp"
	"strings"
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
	text, offset, err := r.Read(ctx, scope, hit.Key)
	if err != nil {
		return Span{}, err
	}
	for i, word := range words {
		words[i] = regexp.QuoteMeta(word)
	}
	pattern, err := regexp.Compile(strings.Join(words, `[\s\v\x{85}\p{Z}]+`))
	if err != nil { // it is not UTF-8, as all stored text is
		return Span{}, fmt.Errorf("%w: %s", ErrUnverified, hit.Key)
	}
	if s := hit.Span; s != nil && 0 <= s.Start && s.Start <= s.End && s.End <= len(text) {
		if at := pattern.FindStringIndex(text[s.Start:s.End]); at != nil {
			return Span{s.Start + at[0], s.Start + at[1], offset}, nil
		}
	}
	if at := pattern.FindStringIndex(text); at != nil {
		return Span{at[0], at[1], offset}, nil
	}
	return Span{}, fmt.Errorf("%w: %s", ErrUnverified, hit.Key)
}
