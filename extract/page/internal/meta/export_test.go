package meta

// Limits for the tests, which are in the external package.
const (
	MaxAuthors  = maxAuthors
	MaxHeading  = maxHeading
	MaxHeadings = maxHeadings
	MaxList     = maxList
	MaxWrapped  = maxWrapped
)
