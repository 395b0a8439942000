package css

// What the tests of the external package use of this one.
const (
	MaxLayers  = maxLayers
	MaxPrelude = maxPrelude
)
