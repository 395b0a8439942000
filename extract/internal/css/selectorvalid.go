package css

import "strings"

// A selector that is not valid makes its whole list invalid, and its rule with it (CSS
// Syntax Level 3, section 9; Selectors Level 4, section 3.9). Only :is() and :where() forgive what
// is in them. Known is what browsers know, see isPseudo, whatever it matches.

// validPseudos reports whether browsers know all pseudo-classes and pseudo-elements of a
// part of a selector.
func validPseudos(s string) bool {
	for {
		i := strings.IndexByte(s, ':')
		if i < 0 {
			return true
		}
		if strings.IndexByte(s[:i], '[') >= 0 || strings.IndexByte(s[:i], '\\') >= 0 {
			return true // it may stand in a string or a name
		}
		s = s[i+1:]
		element := strings.HasPrefix(s, ":")
		s = strings.TrimPrefix(s, ":")
		end := nameEnd(s, 0)
		name := Lower(s[:end])
		if name != "" && !isPseudo(name) && (element || !understood(name)) {
			return false
		}
		if s = s[end:]; !strings.HasPrefix(s, "(") {
			continue
		}
		var args string
		if args, s = CutBlock(s[1:], ')'); !validArguments(name, args) {
			return false
		}
	}
}

// maxValidated bounds the arguments that are looked at, which may hold others.
const maxValidated = 256

// validArguments reports whether the arguments of a pseudo-class of this name don't make
// its selector invalid, as far as that is known.
func validArguments(name, args string) bool {
	if name != "not" && name != "has" || len(args) > maxValidated {
		return true
	}
	for more := true; more; {
		end := selectorEnd(args)
		one := trim(args[:end])
		if name == "has" {
			one = trim(strings.TrimLeft(one, ">+~"))
		}
		if one == "" || strings.Contains(one, "::") || name == "has" && strings.Contains(Lower(one), ":has(") || !validPseudos(one) {
			return false
		}
		if more = end < len(args); more {
			args = args[end+1:]
		}
	}
	return true
}
