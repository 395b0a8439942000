package feed

// Limits for the tests, which are in the external package.
const (
	MaxItems = maxItems
	MaxMedia = maxMedia
)
