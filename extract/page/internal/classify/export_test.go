package classify

// What the tests of the external package use of this one.
const (
	MaxLinksBetween = maxLinksBetween
	MaxRun          = maxRun
	MaxUses         = maxUses
	MinRun          = minRun
	MinSlides       = minSlides
)

var (
	AssertLinear = assertLinear
	Measured     = measured
)
