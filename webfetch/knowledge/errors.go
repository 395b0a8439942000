package knowledge

import "errors"

// Errors that callers branch on, by [errors.Is].
var (
	// ErrInvalid reports a scope, a document, a query or filters that make no sense.
	ErrInvalid = errors.New("knowledge: bad input")
	// ErrQuality reports a page that is not worth storing, and why: extraction calls it a wall, a
	// shell, a missing page or empty, it has fewer than 20 letters and digits, or it is mostly signs. A paywall
	// is stored as far as it can be read.
	ErrQuality = errors.New("knowledge: page is not worth storing")
	// ErrNotFound reports a key, or a quote, that is not in the base, or not in the scope.
	ErrNotFound = errors.New("knowledge: not found")
	// ErrClosed reports a base that was closed.
	ErrClosed = errors.New("knowledge: base is closed")
	// ErrFull reports a disk or a quota without room. Nothing was lost.
	ErrFull = errors.New("knowledge: no room left")
	// ErrReadOnly reports a base that can be read only.
	ErrReadOnly = errors.New("knowledge: base is read-only")
)
