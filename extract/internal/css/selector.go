package css

// selector is one complex selector: its compounds from right to left, and what a first look at an element asks.
type selector struct {
	compounds   []compound
	specificity uint32
	key         uint32   // the name to find it by, 0 for none
	needs       [4]uint8 // bits in the ancestorBloom of what it matches
	needed      uint8    // how many of them
	root        bool     // it matches no element but the root
}

// A specificity (Selectors Level 4, section 17) is the sum of these values. saturated keeps the parts
// apart: each has 7 bits.
const (
	typeSpecificity  = 1
	classSpecificity = 1 << 7
	idSpecificity    = 1 << 14

	maxSpecificityPart = 60 // of which two are less than 7 bits hold
)

type compound struct {
	tag        string // "" for any
	id         string
	classes    []name
	attributes []attribute
	pseudos    []pseudo
	anchored   bool // it is the element that :has belongs to
	combinator byte // how the compound to the left relates: ' ', '>', '+', '~', 0 for none
}

type attribute struct {
	name, value string
	op          byte // 0 presence, '=' equality, or the byte before '='
	fold        bool // compare without regard to case
}

type pseudo struct {
	name string
	a, b int        // an+b of the nth family
	arg  string     // of dir and lang, in lower case
	list []selector // of is, where, not, has
}

// saturated bounds each part of a specificity, so that adding once more doesn't overflow into the next part.
func saturated(spec uint32) uint32 {
	ids, classes, types := spec/idSpecificity, spec/classSpecificity%128, spec%128
	return min(ids, maxSpecificityPart)*idSpecificity + min(classes, maxSpecificityPart)*classSpecificity + min(types, maxSpecificityPart)*typeSpecificity
}

func (s *selector) need(hash uint32) {
	if hash != 0 && int(s.needed) < len(s.needs) {
		s.needs[s.needed] = uint8(hash >> 24)
		s.needed++
	}
}

// foldsValue are the attributes whose values selectors compare without regard to case (HTML,
// 4.17.2), of those that authors are likely to select by.
const foldsValue = "align checked color dir disabled face hreflang http-equiv lang media method multiple readonly rel rev selected shape target text type valign bgcolor nowrap"
