package visibility

// What the checker has worked so far, which no answer shows: tests hold it against the size
// of a page.

// Steps returns the steps of looking for the wrapper of a page.
func (s *Checker) Steps() int { return s.page.steps }

// Looked returns how many elements were looked at for the text in them.
func (s *Checker) Looked() int { return s.page.looked }

// NumTraits is how many traits an element hides by, each of which looks for itself.
const NumTraits = numTraits
