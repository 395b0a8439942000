package css

import (
	_ "embed"
	"strings"
)

// properties are the names of the properties that browsers know, one a line, as
// Chromium 156 tells them. Those with the prefix -webkit- are left out.
//
//go:embed properties.txt
var properties string

// supports reports whether the condition of @supports (CSS Conditional Rules Level 4)
// holds in a present browser. A value counts as supported where its property is known,
// but for properties that the cascade is computed for, whose values are looked at.
func supports(s string, depth int) bool {
	s = trim(s)
	if depth > MaxAtDepth {
		return false
	}
	if rest, ok := cutWord(s, "not"); ok {
		return !supports(rest, depth+1)
	}
	all, some, or := true, false, false
	for s != "" {
		var holds bool
		holds, s = supportsTerm(s, depth)
		all, some = all && holds, some || holds
		s = trim(s)
		if rest, ok := cutWord(s, "and"); ok {
			s = trim(rest)
		} else if rest, ok := cutWord(s, "or"); ok {
			s, or = trim(rest), true
		} else if s != "" {
			return false
		}
	}
	return all && !or || or && some
}

// cutWord cuts a keyword off the front of s, with a bracket or white space behind it.
func cutWord(s, word string) (rest string, ok bool) {
	if len(s) <= len(word) || !strings.EqualFold(s[:len(word)], word) || s[len(word)] != '(' && !IsBlank(s[len(word)]) {
		return s, false
	}
	return s[len(word):], true
}

// supportsTerm reads a declaration or a condition in parentheses, or a function.
func supportsTerm(s string, depth int) (holds bool, rest string) {
	name, rest, found := strings.Cut(s, "(")
	if !found {
		return false, ""
	}
	name = Lower(trim(name))
	inner, rest := CutBlock(rest, ')')
	inner = trim(inner)
	switch {
	case name == "selector":
		var t selectorSummary
		t.summarize(inner, 0, nil)
		return !t.invalid, rest
	case name == "font-tech", name == "font-format":
		return true, rest
	case name != "" || inner == "":
		return false, rest
	case inner[0] == '(':
		return supports(inner, depth+1), rest
	}
	if _, not := cutWord(inner, "not"); not {
		return supports(inner, depth+1), rest
	}
	property, value, found := strings.Cut(inner, ":")
	return found && supportsDeclaration(Lower(trim(property)), Lower(trim(value))), rest
}

func supportsDeclaration(name, value string) bool {
	if strings.HasPrefix(name, "--") {
		return true
	}
	if p, known := propertiesByName()[name]; known && p < NumProperties {
		if _, valid := Parse(p, value); !valid {
			return false
		}
	}
	return value != "" && (strings.HasPrefix(name, "-webkit-") || HasToken(properties, name))
}
