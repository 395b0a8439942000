package css

// selector is one complex selector, its compounds from right to left.
type selector struct {
	compounds   []compound
	specificity uint32
}

// A specificity (Selectors Level 4, section 17) is the sum of these values. saturated keeps the parts
// apart: each has 7 bits.
const (
	typeSpecificity  = 1
	classSpecificity = 1 << 7
	idSpecificity    = 1 << 14

	maxSpecificityPart = 100
)

// compound is a sequence of simple selectors for one element.
type compound struct {
	tag        string // "" for any
	id         string
	classes    []string
	class      uint32 // the hash of the first class, 0 for none
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

// pseudo is a pseudo-class that is understood.
type pseudo struct {
	name string
	a, b int        // an+b of the nth family
	arg  string     // of dir and lang, in lower case
	of   bool       // the nth family counts what list matches
	list []selector // of is, where, not, has
	// relative are the arguments of has that begin with a combinator.
	relative []selector
}

// saturated bounds each part of a specificity by maxSpecificityPart, so that adding once more doesn't
// overflow into the next part. Only hostile selectors have a hundred classes.
func saturated(spec uint32) uint32 {
	ids, classes, types := spec/idSpecificity, spec/classSpecificity%128, spec%128
	return min(ids, maxSpecificityPart)*idSpecificity + min(classes, maxSpecificityPart)*classSpecificity + min(types, maxSpecificityPart)*typeSpecificity
}

func heaviest(list []selector) (spec uint32) {
	for _, s := range list {
		spec = max(spec, s.specificity)
	}
	return spec
}

// foldsValue reports whether selectors compare the values of an attribute without
// regard to case (HTML, 4.17.2, where authors are likely to select by it).
func foldsValue(attribute string) bool {
	switch attribute {
	case "align", "charset", "checked", "color", "content-type", "defer", "dir", "direction", "disabled", "enctype", "face", "frame", "hreflang",
		"http-equiv", "lang", "language", "link", "media", "method", "multiple", "readonly", "rel", "rev", "rules", "scope", "scrolling", "selected",
		"shape", "target", "text", "type", "valign", "valuetype", "vlink", "bgcolor", "axis", "clear", "codetype", "compact", "declare", "nohref", "noresize", "noshade", "nowrap":
		return true
	}
	return false
}
