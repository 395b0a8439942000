package css

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"golang.org/x/net/html"
)

// Substitutes reports whether a value has functions that stand for other text (CSS Values
// Level 5): what it means is known for an element only.
func Substitutes(value string) bool {
	name, _ := substitution(value, 0)
	return name != ""
}

// substitution finds the first such function at or behind from: its name in lower case and
// where that begins; "" for none.
func substitution(value string, from int) (name string, at int) {
	for from < len(value) {
		open := strings.IndexByte(value[from:], '(')
		if open < 0 {
			return "", 0
		}
		open += from
		at = open
		for at > 0 && inName(value[at-1]) {
			at--
		}
		switch name = Lower(value[at:open]); name {
		case "var", "env", "attr", "if", "sibling-index", "sibling-count":
			return name, at
		}
		if strings.HasPrefix(name, "--") {
			return name, at
		}
		from = open + 1
	}
	return "", 0
}

// replacement returns the text that a function stands for at the element at i of the path.
func (s *Sheet) replacement(i int, name, args string, depth int) (text string, ok bool) {
	first, fallback, hasFallback := strings.Cut(args, ",")
	switch name {
	case "var":
		text, ok = s.customValue(i, plainCSS(first))
	case "env":
		text, ok = environment(plainCSS(first))
	case "attr":
		var typed bool
		if text, typed, ok = attributeText(s.path.nodes[i], plainCSS(first)); typed && !ok && !hasFallback {
			s.overflows = true // a parser may have left it out
		}
	case "if":
		return s.branch(i, args, depth)
	case "sibling-index", "sibling-count":
		index, count := amongSiblings(s.path.nodes[i])
		if name == "sibling-count" {
			index = count
		}
		return strconv.Itoa(index), true
	default:
		return s.call(name, args)
	}
	if !ok && hasFallback {
		return strings.TrimSpace(fallback), true
	}
	return text, ok
}

// environment returns a variable of the browser (CSS Environment Variables Level 1): on a
// desktop nothing is taken from the screen.
func environment(name string) (value string, ok bool) {
	return "0px", strings.HasPrefix(Lower(name), "safe-area-inset-")
}

// attributeText reads the arguments of attr() before its fallback, a name and a type or a unit.
// Without them it is a string, which no property here takes.
func attributeText(n *html.Node, args string) (value string, typed, ok bool) {
	name, kind := CutBlock(args, ' ')
	if kind = Lower(trim(kind)); kind == "" || kind == "raw-string" || kind == "string" {
		return "", false, false
	}
	value = trim(htmltree.Attr(n, Lower(name)))
	if !strings.HasPrefix(kind, "type(") && kind != "number" && value != "" {
		value += kind
	}
	return value, true, value != "" && len(value) <= maxVarBytes
}

// amongSiblings returns the place of n among the elements around it, from 1, and how many
// there are.
func amongSiblings(n *html.Node) (index, count int) {
	if n.Parent == nil {
		return 1, 1
	}
	for c := n.Parent.FirstChild; c != nil && count < maxSiblings; c = c.NextSibling {
		if c.Type == html.ElementNode {
			if count++; c == n {
				index = count
			}
		}
	}
	return index, count
}

// maxSiblings bounds the elements that amongSiblings counts.
const maxSiblings = 1000

// branch returns the value of the first condition of if() that holds. One that is not
// understood makes Exceeded true.
func (s *Sheet) branch(i int, args string, depth int) (value string, ok bool) {
	for args != "" {
		var one string
		one, args = CutBlock(args, ';')
		condition, value := CutBlock(one, ':')
		holds, known := s.holds(i, trim(condition), depth)
		if !known {
			s.overflows = true
			return "", false
		}
		if holds {
			return trim(value), true
		}
	}
	return "", false
}

// holds judges a condition of if(): one question, or its contrary.
func (s *Sheet) holds(i int, condition string, depth int) (holds, known bool) {
	if rest, not := cutWord(condition, "not"); not {
		holds, known = s.holds(i, trim(rest), depth)
		return !holds, known
	}
	name, rest, isCall := strings.Cut(condition, "(")
	if !isCall {
		return true, Lower(condition) == "else"
	}
	args, rest := CutBlock(rest, ')')
	if trim(rest) != "" {
		return false, false
	}
	switch Lower(name) {
	case "media":
		return ScreenMedia("(" + args + ")"), true
	case "supports":
		return supports("("+args+")", 0), true
	case "style":
		name, want, compares := strings.Cut(args, ":")
		have, set := s.customValue(i, plainCSS(name))
		if set {
			have, set = s.substitute(i, have, depth+1)
		}
		return set && (!compares || trim(have) == trim(want)), strings.HasPrefix(trim(name), "--")
	}
	return false, false
}

type parameter struct{ name, otherwise string }

// customFunction is a rule of @function (CSS Functions and Mixins Level 1).
type customFunction struct {
	parameters []parameter
	result     string
}

// define stores a function. If rules are nested in it, which are not evaluated, Exceeded
// is true.
func (s *Sheet) define(prelude, body string) {
	name, args, _ := strings.Cut(prelude, "(")
	f := customFunction{}
	args, _ = CutBlock(args, ')')
	for args != "" {
		var one string
		one, args = CutBlock(args, ',')
		declared, otherwise := CutBlock(one, ':')
		if word, _, _ := strings.Cut(trim(declared), " "); strings.HasPrefix(word, "--") {
			f.parameters = append(f.parameters, parameter{word, trim(otherwise)})
		}
	}
	for d := (declarations{rest: body}); ; {
		key, value, _, ok := d.next()
		if !ok {
			break
		}
		if key == "result" {
			f.result = value
		}
	}
	if len(s.functions) == maxCustom || strings.IndexByte(body, '{') >= 0 {
		s.overflows = true
		return
	}
	if s.functions == nil {
		s.functions = map[string]customFunction{}
	}
	s.functions[trim(name)] = f
}

// call returns the result of a function of the sheet.
func (s *Sheet) call(name, args string) (value string, ok bool) {
	f, ok := s.functions[name]
	if value = f.result; !ok || value == "" {
		return "", false
	}
	for _, parameter := range f.parameters {
		var arg string
		arg, args = CutBlock(args, ',')
		value = strings.ReplaceAll(value, "var("+parameter.name+")", cmp.Or(trim(arg), parameter.otherwise))
		if len(value) > maxVarBytes {
			return "", false
		}
	}
	return value, true
}
