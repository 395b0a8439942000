package parse

// action says what becomes of an attribute.
type action uint8

const (
	drop action = iota
	keep
	keepForText // for what its value says
)

// actionOf decides about an attribute by who reads it, the hash of its name and its
// value as it is written in the page.
func (p *prefilter) actionOf(r reader, h uint32, name, value []byte) action {
	switch {
	case r == isRead || p.styleSheets.mayMatch(h):
		return keep
	case r == unknown && p.reads.mayHoldText(name, value):
		return keepForText
	}
	return drop
}
