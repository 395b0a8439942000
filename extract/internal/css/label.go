package css

import (
	"slices"
	"strings"
)

// Label is the label that generated content writes before list items, such as `"(" counter(n, lower-alpha) ") "`.
type Label struct {
	Before, After string // the text before and after the number
	Counter       string // the name of the counter, "" for a label without a number
	Style         string // of the number: the name of a counter style in lower case
	Between       string // separates the numbers of nested lists: "." of counters(n, "."). "" writes the number of the item alone
}

// ParseLabel parses a value of the property content. It returns false if that has anything but strings and one counter, and for a counter
// style that is a function, such as var().
func ParseLabel(value string) (l Label, ok bool) {
	text := &l.Before
	for t, args := range parts(tokenize(value)) {
		name := Lower(t.name)
		switch {
		case (name == "counter" || name == "counters") && len(args) > 0 && text == &l.Before:
			args = slices.DeleteFunc(slices.Clone(args), func(a token) bool { return a.is(",") })
			l.Counter, l.Style, text = args[0].text, "decimal", &l.After
			if args = args[1:]; name == "counters" && len(args) > 0 {
				l.Between, args = unquoted(args[0].text), args[1:]
			}
			switch {
			case len(args) == 0:
			case args[0].kind == callToken: // such as var()
				return l, false
			default:
				l.Style = Lower(args[0].text)
			}
		case strings.HasPrefix(t.text, `"`), strings.HasPrefix(t.text, "'"):
			*text += unquoted(t.text)
		case t.is("/"): // alternative text for speech follows
			return l, l.Before+l.Counter != ""
		default:
			return l, false
		}
	}
	return l, l.Before+l.Counter != ""
}

func unquoted(s string) string { return strings.Trim(s, `"'`) }

// labelled removes from a selector the pseudo-elements that can hold the label of an item.
var labelled = strings.NewReplacer("::before", "", ":before", "", "::marker", "")

// addLabel adds a rule that declares ItemLabel for the elements whose ::before or ::marker shows a counter:
//
//	li::before { counter-increment: n; content: counter(n, lower-alpha) ")" }
//
// It adds nothing if the rule hides the pseudo-element, for example with font-size: 0.
func (s *Sheet) addLabel(selectors, body string, layer uint16) {
	if !s.hasRoomForRule() || s.hidesAside(body) {
		return
	}
	for name, value := range declarations(body) {
		if value, _ = cutImportant(value); name == "content" && strings.Contains(value, "counter") {
			s.addRule(labelled.Replace(selectors), layer, func() *block {
				b, first := new(block), len(s.declared)
				s.declare(b, first, declared{value: Value{Form: Word, Text: value}, property: ItemLabel})
				b.declared = s.declared[first:len(s.declared):len(s.declared)]
				return b
			})
		}
	}
}

// maxCounterStyles bounds the @counter-style rules of a sheet.
const maxCounterStyles = 100

// addCounterStyle notes the content that an @counter-style rule stands for, `"(" counter(list-item, lower-alpha) ")"`, if it extends
// another style (CSS Counter Styles Level 3, 3.1.7): the labels of other styles, which list their symbols, are not read.
func (s *Sheet) addCounterStyle(name, block string) {
	of := map[string]string{"suffix": `". "`}
	for name, value := range declarations(block) {
		of[name], _ = cutImportant(value)
	}
	style, extends := strings.CutPrefix(of["system"], "extends ")
	if !extends || len(s.counterStyles) == maxCounterStyles {
		return
	}
	if s.counterStyles == nil {
		s.counterStyles = map[string]string{}
	}
	s.counterStyles[Lower(name)] = of["prefix"] + " counter(list-item, " + style + ") " + of["suffix"]
}

// ListLabel returns the label that a value of list-style makes, as a value of the property content: the string in it, or the content of
// a counter style that the sheet defines. It returns "" for other values.
func (s *Sheet) ListLabel(value string) string {
	for word := range strings.FieldsSeq(value) {
		if label := s.counterStyles[Lower(word)]; label != "" {
			return label
		}
	}
	return markerText(value)
}

// markerText returns the string in a value of list-style that makes the marker, as a value of the property content: "✓ " of
// inside "✓ ". It returns "" for every value with a parenthesis, since the string may then be an argument: url("dot.png").
func markerText(value string) string {
	i := strings.IndexAny(value, `"'`)
	if i < 0 || strings.IndexByte(value, '(') >= 0 {
		return ""
	}
	return value[i : 1+strings.LastIndexByte(value, value[i])]
}
