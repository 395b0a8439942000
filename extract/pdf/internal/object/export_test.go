package object

// Limits for the tests, which are in the external package.
const (
	MaxFilters   = maxFilters
	MaxPageDepth = maxPageDepth
)
