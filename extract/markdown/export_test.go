package markdown

// What the tests of the external package use of this one.
const (
	MaxBrackets    = maxBrackets
	MaxDestination = maxDestination
	MaxFrontItems  = maxFrontItems
	MaxFrontKeys   = maxFrontKeys
	MaxFrontMatter = maxFrontMatter
)

var (
	BlocksOf = blocksOf
)
