package extract

import "errors"

// Errors of extractors. They are wrapped with details about the source; use errors.Is.
var (
	// ErrUnsupported: no extractor reads this format.
	ErrUnsupported = errors.New("unsupported content type")
	// ErrMalformed: the bytes are not what they claim to be, beyond repair.
	ErrMalformed = errors.New("malformed document")
	// ErrTooLarge: a bound on depth, objects or inflated size was hit.
	ErrTooLarge = errors.New("document exceeds a limit")
	// ErrEncrypted: the document needs a password.
	ErrEncrypted = errors.New("document is encrypted")
	// ErrBrokenDocument: an extractor returned neither a document nor an error, or a document that [Document.Check] objects to.
	ErrBrokenDocument = errors.New("broken document")
	// ErrBadSelector: Options.RemoveSelectors or Options.Select holds one that can't be compiled.
	ErrBadSelector = errors.New("bad CSS selector")
)
