package cmap

// Limits for the tests, which are in the external package.
const (
	MaxEntries = maxEntries
	MaxTarget  = maxTarget
)
