package knowledge

import "errors"

// Errors that callers branch on, by [errors.Is].
var (
	// ErrScope reports a scope that is missing or not well formed.
	ErrScope = errors.New("knowledge: bad scope")
	// ErrDocument reports a document that can't be stored as it is.
	ErrDocument = errors.New("knowledge: bad document")
	// ErrQuery reports a query or filters that make no sense.
	ErrQuery = errors.New("knowledge: bad query")
	// ErrNotFound reports a key that is not in the base, or not in the scope.
	ErrNotFound = errors.New("knowledge: not found")
	// ErrUnverified reports a quote that the stored text does not have.
	ErrUnverified = errors.New("knowledge: quote is not in the stored text")
	// ErrClosed reports a base that was closed.
	ErrClosed = errors.New("knowledge: base is closed")
	// ErrFull reports a disk or a quota without room. Nothing was lost.
	ErrFull = errors.New("knowledge: no room left")
	// ErrReadOnly reports a base that can be read only.
	ErrReadOnly = errors.New("knowledge: base is read-only")
)

// QualityError reports a page that is not worth storing: [Base.Put] refuses one that extraction calls a wall, a
// shell, a missing page or empty, one with fewer than 20 letters and digits, and one that is mostly signs. A paywall
// is stored as far as it can be read.
type QualityError struct {
	// Reason is one word: empty, short, js_shell, bot_wall, login, consent,
	// soft_404, scanned_pdf or noise.
	Reason string
}

// Error says what the page lacks.
func (e *QualityError) Error() string {
	return "knowledge: page is not worth storing: " + e.Reason
}
