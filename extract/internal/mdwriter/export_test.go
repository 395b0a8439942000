package mdwriter

// Limits for the tests, which are in the external package.
const (
	MaxEscaped = maxEscaped
	MaxTarget  = maxTarget
	MinRoom    = minRoom
)
