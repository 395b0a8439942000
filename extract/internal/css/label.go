package css

import (
	"slices"
	"strings"
)

// Label says how list items are labelled by generated content, such as `"(" counter(n, lower-alpha) ") "`.
type Label struct {
	Before, After string // the text before and after the number
	Counter       string // the name of the counter, "" for a text alone
	Style         string // how it is written: the name of a counter style, or a system with its symbols
	Between       string // what stands between the numbers of nested lists, "" for the number of the item alone
}

// ParseLabel reads a value of the property content; false for one that has anything but strings and one counter.
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
			case Lower(args[0].name) == "symbols": // (cyclic "*" "†")
				l.Style = ""
				for _, a := range args[1:] {
					l.Style += unquoted(a.text) + " "
				}
			case args[0].kind == callToken: // such as var()
				return l, false
			default:
				l.Style = Lower(args[0].text)
			}
		case strings.HasPrefix(t.text, `"`), strings.HasPrefix(t.text, "'"):
			*text += unquoted(t.text)
		case t.is("/"): // what is heard in place of the content
			return l, l.Before+l.Counter != ""
		default:
			return l, false
		}
	}
	return l, l.Before+l.Counter != ""
}

func unquoted(s string) string { return strings.Trim(s, `"'`) }

// labelled are the pseudo-elements in which the label of an item stands, to be taken out of a selector.
var labelled = strings.NewReplacer("::before", "", ":before", "", "::marker", "")

// addLabel adds the label of the elements that have a rule for what stands before their text:
//
//	li::before { counter-increment: n; content: counter(n, lower-alpha) ")" }
//
// A rule that hides it adds none.
func (s *Sheet) addLabel(selectors, body string, layer uint16) {
	if !s.hasRoomForRule() || hidesAside(body) {
		return
	}
	for d := (declarations{rest: body}); ; {
		name, value, _, ok := d.next()
		if !ok {
			return
		}
		if name == "content" && strings.Contains(value, "counter") {
			s.label = value
			s.add(labelled.Replace(selectors), "", layer)
			s.label = ""
		}
	}
}

// Limits of counter styles: excess is ignored.
const (
	maxCounterStyles = 100
	maxCounterStyle  = 4 << 10 // bytes
)

// addCounterStyle reads an @counter-style rule (CSS Counter Styles Level 3, 3) whose system needs no ranges or weights.
func (s *Sheet) addCounterStyle(name, block string) {
	if len(s.counterStyles) == maxCounterStyles || len(block) > maxCounterStyle {
		return
	}
	of := map[string]string{"system": "symbolic", "suffix": `". "`}
	for d := (declarations{rest: block}); ; {
		name, value, _, ok := d.next()
		if !ok {
			break
		}
		of[name] = value
	}
	style, extends := strings.CutPrefix(of["system"], "extends ")
	if !extends {
		if of["symbols"] == "" {
			return
		}
		system, _, _ := strings.Cut(style, " ")
		style = "symbols(" + system + " " + of["symbols"] + ")"
	}
	if s.counterStyles == nil {
		s.counterStyles = map[string]string{}
	}
	s.counterStyles[Lower(name)] = of["prefix"] + " counter(list-item, " + style + ") " + of["suffix"]
}

// isMarkerText reports whether a value of list-style has a string, and no function or address, which may hold one.
func isMarkerText(value string) bool {
	return strings.ContainsAny(value, `"'`) && strings.IndexByte(value, '(') < 0
}

// ListLabel returns the label, as a value of the property content, that a value of list-style makes of a string or by a rule of
// the sheet; "" for others.
func (s *Sheet) ListLabel(value string) string {
	for word := range strings.FieldsSeq(value) {
		if label := s.counterStyles[Lower(word)]; label != "" {
			return label
		}
	}
	if isMarkerText(value) {
		i := strings.IndexAny(value, `"'`)
		return value[i : 1+strings.LastIndexByte(value, value[i])]
	}
	return ""
}
