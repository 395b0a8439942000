package page

// Unfiltered is an Extractor that parses pages as they are.
func Unfiltered() Extractor { return Extractor{unfiltered: true} }
