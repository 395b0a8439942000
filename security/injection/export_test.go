package injection

import "context"

// ScanUpTo is Scan of a shown text with another limit than 64 MiB.
func ScanUpTo(ctx context.Context, text string, limit int) []Finding {
	s := &scanner{ctx: ctx, limit: limit}
	s.scan(text, LocationBody)
	return s.found
}
