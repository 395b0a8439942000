package page

// Unfiltered is an Extractor that parses pages as they are: what tests hold the prefilter
// against.
func Unfiltered() Extractor { return Extractor{unfiltered: true} }
