package measure

// What the tests of the external package use of this one.
var (
	Measure = measure
)
