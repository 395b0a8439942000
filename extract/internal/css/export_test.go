package css

// ParseLength reads a number with or without a unit, or a math function of such, in lower case.
func ParseLength(s string) (l Length, ok bool) {
	if t := tokenize(s); len(t) == 1 && t[0].kind == numberToken {
		return t[0].Length, true
	}
	return Length{}, false
}

// Len returns the number of rules that are kept.
func (s *Sheet) Len() int { return len(s.rules) }
