package visibility

// The bounds, for tests from outside.
const (
	MaxBetween   = maxBetween
	MaxCovers    = maxCovers
	MaxSteps     = maxSteps
	MostFlatSeen = mostFlatSeen
	NumTraits    = numTraits
)

// Rules returns how many rules s keeps.
func (s *Checker) Rules() int { return s.sheet.Len() }

// Work returns the steps of matching so far.
func (s *Checker) Work() int { return s.sheet.Work() }

// Steps returns the steps of looking for the wrapper of a page so far.
func (s *Checker) Steps() int { return s.page.steps }

// Looked returns how many elements were looked at for the text in them so far.
func (s *Checker) Looked() int { return s.page.looked }
