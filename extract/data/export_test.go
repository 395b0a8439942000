package data

// Limits for the tests, which are in the external package.
const (
	ListSize       = listSize
	MaxBadLines    = maxBadLines
	MaxCSVCell     = maxCSVCell
	MaxCSVColumns  = maxCSVColumns
	MaxCSVRows     = maxCSVRows
	MaxDepth       = maxDepth
	MaxEntityValue = maxEntityValue
	MaxEntries     = maxEntries
	MaxPreamble    = maxPreamble
	MaxRows        = maxRows
	SmallValue     = smallValue
)
