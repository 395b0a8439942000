package envelope

// What the tests of the external package use of this one.
const (
	MaxAttachments = maxAttachments
	MaxBodies      = maxBodies
)

var (
	Unquote = unquote
)
